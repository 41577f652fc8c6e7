/**
 * What stands between a pair of tags in a reply: the last complete pair counts (lamer.md 5 #26), so that talk about the tags before the
 * answer does no harm. A closing tag after that pair has none to close and changes nothing.
 * @returns null where there is no complete pair
 */
export function lastTagged(text: string, tag: string): string | null {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  const from = text.lastIndexOf(opening, text.lastIndexOf(closing));
  const to = text.indexOf(closing, from);
  return from < 0 || to < 0 ? null : text.slice(from + opening.length, to);
}
