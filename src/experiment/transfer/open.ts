/** A file that was dropped or chosen, whatever kind it is. */
import { TransferError } from './error.ts';
import { embed, extract, isPng } from './png.ts';
import { longestFile, runFromText, runToJson, type Run } from './run.ts';

/** The picture with the run in it. @throws TransferError when it is no PNG */
export function pictureOf(png: Uint8Array, run: Run): Uint8Array {
  return embed(png, runToJson(run));
}

/** A run from a picture, a run's JSON, or records one a line. @param name for runs that have none, say the file's. @throws TransferError */
export function openRun(bytes: Uint8Array, name = ''): Run {
  if (bytes.length > longestFile) throw new TransferError('tooLong', `The file has ${bytes.length} bytes; runs of up to ${longestFile} are read.`);
  if (!isPng(bytes)) return runFromText(textOf(bytes), name);
  const text = extract(bytes);
  if (text === null) throw new TransferError('none', 'This picture has no run in it. Pictures saved from this page have; copies made by chat programs and screenshots have not.');
  return runFromText(text, name);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TransferError('none', 'This is no file with a run: a PNG, JSON or JSONL saved from this program is needed.');
  }
}
