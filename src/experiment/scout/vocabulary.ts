/**
 * Scout's vocabulary: one token a board cell, a row label, a coordinate or a word of the brief prompts, and the 256 bytes for
 * everything else. The words are user-defined tokens, matched in the text before byte-pair merging (of which there is
 * none), so any tokenizer that reads GGUF finds the same ids. Where one token is the beginning of another (` (3,` of ` (3, 4)`)
 * or stands inside it (` 3` in a row label), the longer one is meant; every reader of GGUF prefers it.
 */
import { byteCharacters } from '../../policy/files/byteText.ts';
import { cell, words } from '../../trial/brief/words.ts';

/** `tokenizer.ggml.token_type` of the GGUF format. */
export const tokenType = { normal: 1, control: 3, userDefined: 4 } as const;

interface VocabularyToken {
  readonly text: string;
  readonly type: (typeof tokenType)[keyof typeof tokenType];
}

const controlTokens = ['<|end|>', '<|user|>', '<|assistant|>', '<|pad|>'] as const;

const upTo = (n: number, from = 0): number[] => Array.from({ length: n - from + 1 }, (_, i) => from + i);

/** The largest row and column that share one token: what notes and thoughts name on boards up to 8×8. On larger ones a cell may take two. */
const cells = 8;

/** Board cells, labels, coordinates and tags; what the worlds print. */
export const symbols: readonly string[] = [
  ...['<action>', '</action>', '<remark>', '</remark>'],
  ...[' #', ' _', ' O', ' X', ' √', ' P', ' S', ' ?', ' .', ' *'],
  ...upTo(12).map((n) => ` ${n}`),
  ...upTo(9).map((row) => `\n${row}:`),
  ...upTo(10, 1).map((row) => `\nRow ${row}:`),
  ...upTo(10).map((row) => ` (${row},`),
  ...upTo(10).map((column) => ` ${column})`),
  ...upTo(cells).flatMap((row) => upTo(cells).map((column) => cell(row, column))),
];

/** In order of id: control tokens, bytes, symbols, words. */
export function scoutVocabulary(): VocabularyToken[] {
  const own = [...new Set([...symbols, ...words])];
  return [
    ...controlTokens.map((text) => ({ text, type: tokenType.control })),
    ...byteCharacters.map((text) => ({ text, type: tokenType.normal })),
    ...own.map((text) => ({ text, type: tokenType.userDefined })),
  ];
}

/** `<|user|>…<|assistant|>…<|end|>`: two tokens a message, three a reply. */
export const chatTemplate =
  "{% for message in messages %}{% if message.role == 'assistant' %}<|assistant|>{{ message.content }}<|end|>" +
  '{% else %}<|user|>{{ message.content }}{% endif %}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}';
