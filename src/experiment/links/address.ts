/** Which addresses are links, told before anything is read. Small: the page knows it from its first moment. */

/** Is there a link in this text, an address or its fragment? Whether it can be read is for `decodeLink` to say. */
export function hasLink(text: string): boolean {
  return /(?:^|#)v\d+\./i.test(text.trim());
}

/**
 * Was this fragment meant as a link? All are, also those that lost their beginning or their end on the way, except for names of places on the
 * page: words in small letters.
 * @param fragment with its `#`
 */
export function meansLink(fragment: string): boolean {
  return fragment.length > 1 && !/^#[a-z]+(?:-[a-z]+)*$/.test(fragment);
}
