/** Why a link can't be read or made: a kind for the page's own words, and a sentence that says what was wrong and what to do. */
export type LinkProblem =
  /** there is no link in the text */
  | 'none'
  /** made by a newer program */
  | 'version'
  /** cut off or changed on the way */
  | 'damaged'
  /** larger than links may be */
  | 'tooLong'
  /** it says something that can not be */
  | 'content';

export class LinkError extends Error {
  override readonly name = 'LinkError';
  constructor(
    readonly problem: LinkProblem,
    message: string,
  ) {
    super(message);
  }
}
