export function PictureTab() {
  return null;
}
