/**
 * The closed list of words that brief prompts, thoughts and notes are made of; the embedded policy's tokenizer has one token
 * for each. Board symbols, row labels, digits, coordinates, tags and the comma come on top. Never reorder: ids depend on it.
 */

/** The first word of a thought tells the style of play. */
export const styleWords = { random: 'guess', greedy: 'quick', cautious: 'careful', probing: 'probe', perfect: 'plan' } as const;

const list = `
  sokoban minesweeper push open all boxes targets to safe cells mines moves turns a turn one
  try did then nothing invalid died late note none reflect
  guess quick careful probe plan
  up down left right still
  box target walk first second last locked stuck done good bad avoid
  mine near far low risk so seen number numbers blank corner wall side
  be more less before after think look every move away from the not no
  was wrong again new other start end need too many few slow time
`;

export const words: readonly string[] = [...new Set(list.trim().split(/\s+/))].map((word) => ` ${word}`);

/** Row and column; one token where both are at most 8, else two. */
export function cell(row: number, column: number): string {
  return ` (${row}, ${column})`;
}
