/** A number with its noun, in English: the one way in which the page and the command line say how many there are. */

/**
 * @param n may be formatted already ("1,024")
 * @param many for nouns that do not simply take an s
 */
export function plural(n: number | string, one: string, many = `${one}s`): string {
  return `${n} ${String(n).trim() === '1' ? one : many}`;
}
