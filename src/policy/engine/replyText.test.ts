import { describe, expect, it } from 'vitest';
import { ReplyText } from './replyText.ts';
import { letterFormat } from './fixtures/fakeDecoder.ts';
import type { ChatFormat } from '../contract.ts';

const decoder = new TextDecoder();
/** Ids are bytes of UTF-8. */
const bytes: ChatFormat = { ...letterFormat(), decode: (ids) => decoder.decode(Uint8Array.from(ids)) };

function stream(text: string, stops: readonly string[]): { pieces: string[]; text: string; used: number } {
  const reply = new ReplyText(bytes, stops);
  const pieces: string[] = [];
  let used = 0;
  for (const byte of new TextEncoder().encode(text)) {
    reply.push(byte);
    used++;
    pieces.push(reply.advance());
    if (reply.stopped) break;
  }
  const { text: whole, rest } = reply.end();
  pieces.push(rest);
  return { pieces, text: whole, used };
}

describe('the text of a reply', () => {
  it('comes out piece by piece and whole', () => {
    expect(stream('abc', [])).toEqual({ pieces: ['a', 'b', 'c', ''], text: 'abc', used: 3 });
  });

  it('holds back characters whose bytes are not complete', () => {
    const { pieces, text } = stream('é→😀.', []);
    expect(text).toBe('é→😀.');
    expect(pieces).toEqual(['', 'é', '', '', '→', '', '', '', '😀', '.', '']);
  });

  it('lets broken bytes through after a while, and at the end', () => {
    const reply = new ReplyText(bytes, []);
    const shown: string[] = [];
    for (const byte of [0xff, 0xff, 0xff, 0xff, 0x61, 0xe2]) {
      reply.push(byte);
      shown.push(reply.advance());
    }
    expect(shown.join('')).toBe('\ufffd\ufffd\ufffd\ufffda');
    expect(reply.end()).toEqual({ text: '\ufffd\ufffd\ufffd\ufffda\ufffd', rest: '\ufffd' });
  });

  it('ends before a stop string, across token borders', () => {
    expect(stream('go</a>more', ['</a>'])).toMatchObject({ text: 'go', used: 6 });
  });

  it('never shows the beginning of a stop string, and shows it late when it was none', () => {
    const { pieces, text } = stream('x</b></a>', ['</a>']);
    expect(text).toBe('x</b>');
    expect(pieces).toEqual(['x', '', '', '</b', '>', '', '', '', '', '']);
    expect(stream('x</', ['</a>'])).toMatchObject({ text: 'x</', pieces: ['x', '', '', '</'] });
  });

  it('finds a stop string that begins inside a failed one', () => {
    expect(stream('aab', ['ab']).text).toBe('a');
    expect(stream('aaab!', ['aab']).text).toBe('a');
  });

  it('takes the stop string that begins first', () => {
    expect(stream('one two', ['two', 'e tw'])).toMatchObject({ text: 'on', used: 6 });
  });

  it('finds stop strings inside one token of several letters', () => {
    const words: ChatFormat = { ...bytes, decode: (ids) => ids.map((id) => ['so ', 'then STOP and', ' on'][id]).join('') };
    const reply = new ReplyText(words, ['STOP']);
    reply.push(0);
    expect(reply.advance()).toBe('so ');
    reply.push(1);
    expect(reply.advance()).toBe('then ');
    expect(reply.stopped).toBe(true);
    expect(reply.end()).toEqual({ text: 'so then ', rest: '' });
  });
});
