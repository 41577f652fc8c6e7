export function Wall() {
  return null;
}
