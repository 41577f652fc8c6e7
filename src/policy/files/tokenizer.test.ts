import { describe, expect, it } from 'vitest';
import { tinyGguf, tokenized } from './fixtures/read.ts';
import { generator, scoutTokens, words } from './fixtures/scoutLike.ts';
import { openModel } from './model.ts';
import { createTokenizer, tokenKinds, type Tokenizer, type TokenizerData } from './tokenizer.ts';

async function tiny(): Promise<Tokenizer> {
  const { tokenizer } = await openModel(await tinyGguf());
  if (tokenizer === null) throw new Error('the fixture has a tokenizer');
  return tokenizer;
}

const atoms = [...words, '<|end|>', '<|us', 'er|>', 'u', 'p', 'per', ' ', '  ', '\n', '\r\n', "'s", "'LL", '7', '２', 'é', 'e\u0301', '箱', 'を', '👩‍👧', '\u0085', '\ufeff', '\u3000', '\0', '#'];

function* randomTexts(count: number): Generator<string> {
  const next = generator(3);
  for (let i = 0; i < count; i++) yield Array.from({ length: 1 + next() * 14 }, () => atoms[Math.floor(next() * atoms.length)]).join('');
}

describe('a byte-level tokenizer with merges', () => {
  it.each(tokenized.map((item) => [JSON.stringify(item.text), item] as const))("gives llama.cpp's ids for %s", async (_, { text, special, plain }) => {
    const tokenizer = await tiny();
    expect(tokenizer.encode(text, { parseSpecial: true })).toEqual(special);
    expect(tokenizer.encode(text)).toEqual(plain);
    expect(tokenizer.decode(special)).toBe(text);
  });

  it('gives back any text, and normalises nothing', async () => {
    const tokenizer = await tiny();
    for (const text of randomTexts(300)) expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    expect(tokenizer.encode('e\u0301')).not.toEqual(tokenizer.encode('\u00e9'));
  });
});

describe('a vocabulary of bytes and words without merges', () => {
  const scout = createTokenizer(scoutTokens);

  it('takes words with their spaces and line breaks', () => {
    expect(scout.encode(' up #\nRow 1: #').map((id) => scoutTokens.tokens[id])).toEqual([' up', ' #', '\nRow 1:', ' #']);
  });

  it('prefers the longest token in the whole text to one that begins further left', () => {
    // " upper" (6 bytes) overlaps "per cent" (8 bytes), which wins
    expect(scout.encode(' upper cent').map((id) => scoutTokens.tokens[id])).toEqual([' up', 'per cent']);
  });

  it('cuts text as one would with one token after the other, longest first', () => {
    const bytes = (text: string): number => new TextEncoder().encode(text).length;
    const special = scoutTokens.tokens.map((text, id) => ({ text, id })).filter(({ id }) => id >= 256);
    const inOrder = special.sort((a, b) => bytes(b.text) - bytes(a.text) || a.id - b.id);
    const reference = (whole: string): (string | number)[] => {
      let parts: (string | number)[] = [whole];
      for (const { text, id } of inOrder) {
        parts = parts.flatMap((part) => (typeof part === 'number' ? part : part.split(text).flatMap((piece, i) => (i === 0 ? piece : [id, piece]))));
      }
      return parts.filter((part) => part !== '');
    };
    for (const text of randomTexts(400)) expect(scout.split(text)).toEqual(reference(text));
  });

  it('gives back any text, token by token too', () => {
    for (const text of randomTexts(300)) {
      const ids = scout.encode(text);
      expect(scout.decode(ids)).toBe(text);
      const decoder = scout.streamDecoder();
      expect(ids.map((id) => decoder.push(id)).join('') + decoder.end()).toBe(text);
    }
  });

  it('holds back a character until it is complete', () => {
    const ids = scout.encode('é👍');
    const decoder = scout.streamDecoder();
    expect(ids.map((id) => decoder.push(id))).toEqual(['', 'é', '', '', '', '👍']);
    expect(decoder.push(ids[2]) + decoder.end()).toBe('\ufffd');
  });

  it('recognises control tokens only when asked to, and shows them when decoding', () => {
    expect(scout.encode('<|end|>', { parseSpecial: true })).toEqual([256]);
    expect(scout.encode('<|end|>')).toHaveLength(7);
    expect(scout.decode([256])).toBe('<|end|>');
    expect(scout.encode('<action>')).toHaveLength(1);
  });

  it('writes U+FFFD for lone surrogates and for bytes that are no UTF-8', () => {
    expect(scout.decode(scout.encode('a\ud800b'))).toBe('a\ufffdb');
    expect(scout.decode(scout.encode('é').slice(1))).toBe('\ufffd');
  });

  it('refuses ids outside the vocabulary', () => {
    for (const id of [-1, 1.5, scout.size, NaN]) expect(() => scout.decode([id])).toThrow(`Token ${id} is not in the vocabulary`);
  });

  it('encodes long runs of one character in good time', () => {
    expect(scout.encode(' '.repeat(20_000))).toHaveLength(20_000);
  });
});

describe('a tokenizer that cannot work is refused', () => {
  const tokens = (change: (list: string[]) => void): readonly string[] => {
    const list = [...scoutTokens.tokens];
    change(list);
    return list;
  };
  const cases: readonly (readonly [string, Partial<TokenizerData>, string])[] = [
    ['two equal tokens', { tokens: tokens((list) => (list[258] = list[257])) }, 'Tokens 257 and 258 are both "<|user|>"'],
    ['an empty token', { tokens: tokens((list) => (list[258] = '')) }, 'Token 258 of the vocabulary is empty'],
    ['a byte without token', { tokens: tokens((list) => (list[35] = 'zz')) }, 'no token for byte 35'],
    ['fewer kinds than tokens', { kinds: [1] }, 'but 1 token types'],
    ['an unknown kind', { kinds: Array.from(scoutTokens.kinds, () => 9) }, 'Token 0 has the type 9'],
    ['a merge into nothing', { merges: ['a b'] }, 'The merge "a b"'],
    ['a merge of three', { merges: ['a b c'] }, 'The merge "a b c"'],
    ['an end outside the vocabulary', { eos: 4000 }, 'The eos token is 4000'],
  ];
  it.each(cases)('%s', (_, change, message) => {
    expect(() => createTokenizer({ ...scoutTokens, ...change })).toThrow(message);
  });

  it('but names of control tokens count, whatever their kind', () => {
    const kinds = [...Array.from(scoutTokens.kinds), tokenKinds.userDefined];
    const tokenizer = createTokenizer({ ...scoutTokens, tokens: [...scoutTokens.tokens, '<|im_end|>'], kinds });
    expect(tokenizer.encode('<|im_end|>').length).toBeGreaterThan(1);
    expect(tokenizer.encode('<|im_end|>', { parseSpecial: true })).toHaveLength(1);
  });

  it('and the hash tells tokenizers apart', () => {
    const other = createTokenizer({ ...scoutTokens, tokens: tokens((list) => (list[270] = 'zz')) });
    expect(other.hash).not.toBe(createTokenizer(scoutTokens).hash);
    expect(other.hash).toMatch(/^[0-9a-f]{16}$/);
  });
});
