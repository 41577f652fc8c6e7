export function FilmTab() {
  return null;
}
