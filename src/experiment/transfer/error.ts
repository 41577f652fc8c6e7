/** Why a file can't be read: a kind for the page's own words, and a sentence that says what was wrong and what to do. */
export type TransferProblem =
  /** a picture without a run in it, a file of another program */
  | 'none'
  /** made by a newer program */
  | 'version'
  /** cut off or changed */
  | 'damaged'
  | 'tooLong'
  /** it says something that can not be */
  | 'content';

export class TransferError extends Error {
  override readonly name = 'TransferError';
  constructor(
    readonly problem: TransferProblem,
    message: string,
  ) {
    super(message);
  }
}
