/**
 * Errors in words for people, in their language. What the program itself says of an error is English, and stands below as a detail: the worlds'
 * own words for what is wrong with a value, the browser's, the runtime's.
 */
import { DownloadError } from '../platform/web/download.ts';
import { StoreProblem } from '../platform/web/runsProblem.ts';
import { InputError } from '../worlds/index.ts';
import { tables, type Strings } from './strings/index.ts';

/** Something that a person can mend, in the page's own words, whichever language is chosen by the time it is read. */
export class Trouble extends InputError {
  /** @param details what the program said of it; absent: nothing that helps */
  constructor(
    readonly say: (strings: Strings) => string,
    readonly details?: unknown,
  ) {
    super(say(tables.en), { cause: details });
  }
}

export interface ErrorInWords {
  readonly words: string;
  /** English; null: none */
  readonly details: string | null;
}

/** As Chromium, Firefox, Safari and we ourselves say that a part of the page's code did not come. */
const noCode = /dynamically imported module|importing a module script failed|unable to preload|its code could not be loaded/i;
/** As browsers and ONNX Runtime say that what came is no WebAssembly, or that none came. */
const noRuntime = /webassembly\.(?:compile|instantiate)|expected magic|application\/wasm|(?:load|fetch)\w*\b.*\bwasm|no available backend/i;

/** @param error text is taken to be in words already */
export function errorInWords(error: unknown, strings: Strings): ErrorInWords {
  const { problem } = strings;
  if (typeof error === 'string') return { words: error === '' ? problem.unknown : error, details: null };
  if (error instanceof Trouble) return { words: error.say(strings), details: messageOf(error.details) };
  if (error instanceof DownloadError) return { words: problem.download[error.kind], details: null };
  if (error instanceof StoreProblem) return { words: strings.runs.problems[error.kind], details: messageOf(error.cause) };
  const details = messageOf(error);
  if (details !== null && noCode.test(details)) return { words: problem.noCode, details: null };
  if (details !== null && noRuntime.test(details)) return { words: problem.noRuntime, details };
  return { words: error instanceof InputError ? problem.input : problem.unknown, details };
}

/** null: it says nothing */
function messageOf(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : JSON.stringify(error);
  return message === '' ? null : message;
}
