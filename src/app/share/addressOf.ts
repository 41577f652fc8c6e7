/** The address that opens this page with something in its fragment. */
export function addressOf(fragment: string): string {
  return `${location.origin}${location.pathname}#${fragment}`;
}
