/** What differs between two texts, word by word, as one stretch: an edit is mostly one. Pure. */
interface Change {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The pieces that are not removed make up `after`, those that are not added make up `before`. */
export function changesOf(before: string, after: string): Change[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const join = (words: readonly string[]): string => words.join('');
  const changes: Change[] = [
    { kind: 'same', text: join(old.slice(0, head)) },
    { kind: 'removed', text: join(old.slice(head, old.length - tail)) },
    { kind: 'added', text: join(now.slice(head, now.length - tail)) },
    { kind: 'same', text: join(old.slice(old.length - tail)) },
  ];
  return changes.filter(({ text }) => text !== '');
}

/** Each with the space before it. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
