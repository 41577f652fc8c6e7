/**
 * Links: a trial in the fragment of an address, `v1.` and then base64url of a checksum and deflated bytes. The fragment never leaves the
 * browser. A link brings boards, actions and notes back, not tokens: prompts are today's wording, and playing on is a new sample.
 * Reading one runs and fetches nothing, and costs bounded time and memory whatever it says.
 */
import { deflateSync } from 'fflate';
import type { TrialRecord } from '../../trial/records.ts';
import { crc32 } from '../transfer/crc32.ts';
import { inflate, InflateError } from '../transfer/inflate.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { LinkError } from './error.ts';
import { asLinkError, toRecords, toScript } from './script.ts';
import { readPayload, writePayload, type Payload } from './version1.ts';
import { answersOf, checkExtras, type Moment } from './version1Sections.ts';

export const linkVersion = 1;

/** Longest link that is made or read, in characters of the fragment. Chat programs cut much earlier: show the length. */
export const longestLink = 100_000;
/** Bytes that a link may hold when inflated. */
const mostBytes = 2 ** 20;

export interface LinkOptions {
  /** Answers whole, with the thoughts in them; default no: they are long, and the most personal part. */
  readonly thoughts?: boolean;
  /** where to open; default: at the beginning */
  readonly moment?: Moment;
  /** names of controls that a lesson does without */
  readonly hidden?: readonly string[];
  /** a lesson's own data as text */
  readonly lesson?: string;
}

export interface Link {
  readonly version: typeof linkVersion;
  /** A trial like any other, to fold, scrub and branch; ids and log-probs are empty. */
  readonly records: readonly TrialRecord[];
  /** A link never holds tokens: it replays boards and notes. Say so where token views would be. */
  readonly tokens: false;
  /** false: answers are their actions or their note alone, and marked so (`left`) */
  readonly thoughts: boolean;
  readonly moment: Moment | null;
  readonly hidden: readonly string[];
  readonly lesson: string | null;
}

/** The fragment, without `#`. Same content, same link. @throws LinkError; InputError when the records are damaged */
export function encodeLink(records: readonly TrialRecord[], { thoughts = false, moment, hidden = [], lesson }: LinkOptions = {}): string {
  const script = toScript(records, thoughts);
  const answers = script.episodes.flatMap(answersOf);
  const payload: Payload = {
    script,
    // A run that came without its thoughts has none to give.
    thoughts: thoughts && (answers.length === 0 || answers.some(({ text }) => text !== null)),
    moment: moment ?? null,
    hidden: [...new Set(hidden)].sort(),
    lesson: lesson ?? null,
  };
  checkExtras(payload, payload.script.episodes);
  // Whatever could not be read again is refused here, where someone can still choose another way.
  toRecords(payload.script);
  return pack(writePayload(payload));
}

/** @param text a whole address, or its fragment with or without `#`. @throws LinkError */
export function decodeLink(text: string): Link {
  const bytes = unpack(text);
  try {
    const { script, thoughts, moment, hidden, lesson } = readPayload(bytes);
    return { version: linkVersion, records: toRecords(script), tokens: false, thoughts, moment, hidden, lesson };
  } catch (error) {
    throw asLinkError(error);
  }
}

/** Bytes of a link to its text; exported for tests. @throws LinkError */
export function pack(payload: Uint8Array): string {
  const compressed = deflateSync(payload, { level: 9 });
  const bytes = new Uint8Array(4 + compressed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(compressed));
  bytes.set(compressed, 4);
  const text = `v${linkVersion}.${toBase64(bytes)}`;
  if (text.length > longestLink || payload.length > mostBytes) {
    throw new LinkError('tooLong', `The link would have ${text.length} characters; ${longestLink} are possible. Leave the thoughts out, or save the run as a file.`);
  }
  return text;
}

/** @throws LinkError */
export function unpack(text: string): Uint8Array {
  if (text.length > longestLink + 10_000) throw new LinkError('tooLong', `The link has ${text.length} characters; ${longestLink} are possible. Ask for the run as a file.`);
  // Mail programs break long lines.
  const address = text.replace(/\s+/g, '');
  const fragment = address.slice(address.lastIndexOf('#') + 1);
  if (fragment === '' || /^https?:/i.test(fragment)) {
    throw new LinkError('none', 'There is no trial in this address: a link has a part that begins with #v1. Copy it again, whole.');
  }
  // There never was a version 0, and there will hardly be ten thousand.
  const [, version, body] = /^v([1-9]\d{0,3})\.(.*)$/.exec(fragment) ?? [];
  if (version === undefined) {
    throw new LinkError('damaged', `The link begins with “${fragment.slice(0, 12)}”, not with “v${linkVersion}.”: a part of it was lost or changed on its way. Copy it again, whole.`);
  }
  if (version !== String(linkVersion)) {
    throw new LinkError('version', `The link has version ${version}; this page reads version ${linkVersion}. Reload the page to get its newest version.`);
  }
  const bytes = body.length <= longestLink ? fromBase64(body) : null;
  if (bytes === null || bytes.length < 5 || new DataView(bytes.buffer).getUint32(0) !== crc32(bytes.subarray(4))) {
    throw new LinkError('damaged', 'The link was cut off or changed on its way: its checksum does not fit. Copy it again, whole.');
  }
  try {
    return inflate(bytes.subarray(4), mostBytes);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw new LinkError(error.kind, `The link can not be unpacked. ${error.message} Ask for the run as a file.`);
  }
}
