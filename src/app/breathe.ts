/** Work that takes a while lets the page draw and answer in between. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
