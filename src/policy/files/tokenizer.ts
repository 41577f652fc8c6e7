/**
 * Qwen's byte-level BPE as llama.cpp applies it: no Unicode normalisation, control and user-defined tokens cut out of the text first,
 * the longest before shorter ones wherever they stand.
 */
import { Tokenizer as Library } from '@huggingface/tokenizers';
import { byteCharacters, bytesOf } from './byteText.ts';
import { ModelFileError, quote } from './error.ts';
import { fingerprint } from './hash.ts';
import { partition, type Piece, pieceTree } from './partition.ts';

/** Kinds of vocabulary entries, with GGUF's numbers. */
export const tokenKinds = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

export interface TokenizerData {
  /** normal entries in byte-level characters, the others as plain text; all different */
  readonly tokens: readonly string[];
  /** one of `tokenKinds` for each token */
  readonly kinds: ArrayLike<number>;
  /** "left right", in order of precedence; may be empty */
  readonly merges: readonly string[];
  readonly bos: number | null;
  readonly eos: number | null;
  readonly eot: number | null;
  readonly pad: number | null;
  /** a context begins with `bos` */
  readonly addBos: boolean;
}

export interface Tokenizer {
  readonly data: TokenizerData;
  /** number of ids */
  readonly size: number;
  readonly hash: string;
  /** texts of the tokens that only a template may write */
  readonly controls: readonly string[];
  /** @param parseSpecial recognise control tokens in the text (false if left out); user-defined tokens are always recognised */
  encode(text: string, options?: { readonly parseSpecial?: boolean }): number[];
  /** The text cut at control and user-defined tokens: their ids, and the strings between them. */
  split(text: string): (number | string)[];
  /** Ill-formed UTF-8 becomes U+FFFD; control tokens appear as their text. @throws ModelFileError for an id outside the vocabulary */
  decode(ids: readonly number[]): string;
  /** Decodes ids one by one: text comes out as soon as its characters are complete. */
  streamDecoder(): StreamDecoder;
  /** the id of a token by its exact entry */
  idOf(token: string): number | undefined;
}

interface StreamDecoder {
  push(id: number): string;
  /** what is left: U+FFFD for an incomplete character */
  end(): string;
}

// Whitespace is Unicode's property: JavaScript's \s has U+FEFF and lacks U+0085. No flag i: it would take U+017F for an s.
const space = '\\p{White_Space}';
const words =
  "'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}" +
  `| ?[^${space}\\p{L}\\p{N}]+[\\r\\n]*|${space}*[\\r\\n]+|${space}+(?!\\P{White_Space})|${space}+`;

/** Tokens that are control tokens by their name, whatever kind the file gives them. */
const controlNames = new Set([
  '<|endoftext|>', '<|im_end|>', '<|fim_prefix|>', '<|fim_middle|>', '<|fim_suffix|>', '<|fim_pad|>', '<|repo_name|>', '<|file_sep|>',
]);

/** @throws ModelFileError when the data cannot make a tokenizer that encodes every text */
export function createTokenizer(data: TokenizerData): Tokenizer {
  const ids = check(data);
  const kind = (id: number): number => (controlNames.has(data.tokens[id]) ? tokenKinds.control : data.kinds[id]);
  const pieces: Piece[] = [];
  for (let id = 0; id < data.tokens.length; id++) {
    const control = kind(id) === tokenKinds.control || kind(id) === tokenKinds.unknown;
    if (control || kind(id) === tokenKinds.userDefined) pieces.push({ id, text: data.tokens[id], control });
  }
  const tree = pieceTree(pieces);
  const library = bytePairs(data);
  const bytes: (Uint8Array | undefined)[] = [];
  const utf8 = new TextEncoder();

  const bytesOfId = (id: number): Uint8Array => {
    const token = data.tokens[id];
    if (token === undefined) throw new ModelFileError(`Token ${id} is not in the vocabulary; ids go from 0 to ${data.tokens.length - 1}.`);
    return (bytes[id] ??=
      kind(id) === tokenKinds.normal || kind(id) === tokenKinds.byte
        ? (bytesOf(token) ?? utf8.encode(token))
        : utf8.encode(kind(id) === tokenKinds.unused ? '' : token));
  };
  const streamDecoder = (): StreamDecoder => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return { push: (id) => decoder.decode(bytesOfId(id), { stream: true }), end: () => decoder.decode() };
  };
  return {
    data,
    size: data.tokens.length,
    hash: fingerprint([data.tokens.join('\0'), Array.from(data.kinds).join(' '), data.merges.join('\0'), `${data.bos} ${data.eos} ${data.eot} ${data.addBos}`]),
    controls: pieces.filter((piece) => piece.control).map((piece) => piece.text),
    encode(text, { parseSpecial = false } = {}) {
      return partition(tree, wellFormed(text), parseSpecial).flatMap((part) => (typeof part === 'number' ? part : library.encode(part).ids));
    },
    split: (text) => partition(tree, wellFormed(text), true),
    decode(list) {
      const decoder = streamDecoder();
      return list.map((id) => decoder.push(id)).join('') + decoder.end();
    },
    streamDecoder,
    idOf: (token) => ids.get(token),
  };
}

/** The library sees only text without special tokens: it splits that into words and applies the merges. */
function bytePairs({ tokens, merges }: TokenizerData): Library {
  const pretokenizers = [
    { type: 'Split', pattern: { Regex: words }, behavior: 'Isolated', invert: false },
    { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
  ];
  return new Library(
    {
      normalizer: null,
      pre_tokenizer: { type: 'Sequence', pretokenizers },
      post_processor: null,
      decoder: null,
      added_tokens: [],
      model: { type: 'BPE', vocab: Object.fromEntries(tokens.map((token, id) => [token, id])), merges },
    },
    {},
  );
}

/** @returns the id of each token */
function check({ tokens, kinds, merges, bos, eos, eot, pad }: TokenizerData): Map<string, number> {
  const ids = new Map<string, number>();
  for (const [id, token] of tokens.entries()) {
    const other = ids.get(token);
    if (other !== undefined) throw new ModelFileError(`Tokens ${other} and ${id} are both ${quote(token)}; the entries of a vocabulary must differ.`);
    if (token === '') throw new ModelFileError(`Token ${id} of the vocabulary is empty.`);
    ids.set(token, id);
  }
  if (kinds.length !== tokens.length) throw new ModelFileError(`The vocabulary has ${tokens.length} tokens but ${kinds.length} token types.`);
  for (let id = 0; id < kinds.length; id++) {
    if (!(kinds[id] >= 1 && kinds[id] <= 6)) throw new ModelFileError(`Token ${id} has the type ${kinds[id]}; types go from 1 to 6.`);
  }
  const missing = byteCharacters.findIndex((character) => !ids.has(character));
  if (missing >= 0) throw new ModelFileError(`The vocabulary has no token for byte ${missing}; a byte-level vocabulary has one for each of the 256.`);
  for (const merge of merges) {
    const pair = merge.split(' ');
    if (pair.length !== 2 || pair.includes('') || !ids.has(pair[0] + pair[1])) {
      throw new ModelFileError(`The merge ${quote(merge)} does not name two parts of a token.`);
    }
  }
  for (const [name, id] of Object.entries({ bos, eos, eot, pad })) {
    if (id !== null && !(Number.isInteger(id) && id >= 0 && id < tokens.length)) {
      throw new ModelFileError(`The ${name} token is ${id}; the vocabulary has ids from 0 to ${tokens.length - 1}.`);
    }
  }
  return ids;
}

/** A lone surrogate has no UTF-8; it becomes U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
