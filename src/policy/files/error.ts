/** A model, tokenizer or adapter file that cannot be used: says what is wrong with it, with the value, and what to do where that is known. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

/** An adapter that was trained on another model than the one it is to sit on. */
export class OtherBaseError extends ModelFileError {}

/** Text from a file for use in a message: quoted, one line, not endless. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
