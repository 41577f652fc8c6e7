import { describe, expect, it } from 'vitest';
import { element, elementsOf, joined, toNumber, uint, type Element } from './ebml.ts';
import { whole } from './webm.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** As the recorder of a browser writes it: sizes of segment and clusters unknown, sizes of few bytes. */
function broadcast(clusters: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = joined([bytes(0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84), text('webm')]);
  const info = joined([bytes(0x15, 0x49, 0xa9, 0x66, 0x8b, 0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40, 0x4d, 0x80, 0x81), text('x')]);
  const tracks = bytes(0x16, 0x54, 0xae, 0x6b, 0x85, 0xae, 0x83, 0xd7, 0x81, 0x01);
  return joined([head, bytes(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), info, tracks, ...clusters]);
}

function cluster(time: number, ...blocks: readonly Uint8Array[]): Uint8Array {
  return joined([bytes(0x1f, 0x43, 0xb6, 0x75, 0xff, 0xe7, 0x82, time >> 8, time & 255), ...blocks]);
}

const simple = (after: number, key: boolean, picture: string): Uint8Array => joined([bytes(0xa3, 0x84 + picture.length, 0x81, after >> 8, after & 255, key ? 0x80 : 0), text(picture)]);
/** What Chromium writes where the canvas may be seen through. */
const group = (after: number, key: boolean, picture: string): Uint8Array =>
  joined([bytes(0xa0, 0x86 + picture.length + (key ? 0 : 3), 0xa1, 0x84 + picture.length, 0x81, after >> 8, after & 255, 0), text(picture), key ? bytes() : bytes(0xfb, 0x81, 33)]);

const film = broadcast([cluster(0, simple(0, true, 'one'), simple(33, false, 'two')), cluster(5000, group(0, true, 'three'), group(300, false, 'four'), simple(340, false, 'five'))]);

function inside(list: readonly Element[], ...path: readonly number[]): Uint8Array {
  const [id, ...rest] = path;
  const found = list.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no ${id.toString(16)}.`);
  return rest.length === 0 ? found.data : inside(elementsOf(found.data), ...rest);
}

const segment = 0x18538067;

describe('a recorded film', () => {
  const made = whole(film);
  const content = inside(elementsOf(made), segment);

  it('says how long it is: until its last frame has been seen', () => {
    const duration = inside(elementsOf(made), segment, 0x1549a966, 0x4489);
    expect(new DataView(duration.buffer, duration.byteOffset).getFloat64(0)).toBe(5380);
  });

  it('has an index of the frames that playing can begin at, before its pictures', () => {
    const cues = elementsOf(inside(elementsOf(content), 0x1c53bb6b)).map(({ data }) => {
      const point = elementsOf(data);
      const at = toNumber(inside(point, 0xb7, 0xf1));
      const [first] = elementsOf(content.subarray(at));
      return { time: toNumber(inside(point, 0xb3)), track: toNumber(inside(point, 0xb7, 0xf7)), cluster: first.id.toString(16), from: toNumber(inside(elementsOf(first.data), 0xe7)) };
    });
    expect(cues).toEqual([
      { time: 0, track: 1, cluster: '1f43b675', from: 0 },
      { time: 5000, track: 1, cluster: '1f43b675', from: 5000 },
    ]);
    expect(elementsOf(content).map(({ id }) => id.toString(16))).toEqual(['1549a966', '1654ae6b', '1c53bb6b', '1f43b675', '1f43b675']);
  });

  it('keeps head, tracks and pictures byte for byte', () => {
    const parts = (each: Uint8Array): string[] => {
      const all = elementsOf(each);
      const within = elementsOf(inside(all, segment), [0x1f43b675]);
      return [inside(all, 0x1a45dfa3), ...within.filter(({ id }) => id === 0x1654ae6b || id === 0x1f43b675).map(({ data }) => data)].map((data) => Buffer.from(data).toString('hex'));
    };
    expect(parts(made)).toEqual(parts(film));
    expect(parts(made)).toHaveLength(4);
  });

  it('is the same when it was whole already', () => {
    expect(whole(made)).toEqual(made);
  });

  it('stays as it is where it is cut off, has one picture, or is something else', () => {
    const others = [film.slice(0, -1), film.slice(0, 20), broadcast([cluster(0, simple(0, true, 'one'))]), joined([text('not a film')]), joined([element(segment, uint(1))]), joined([])];
    for (const other of others) expect(whole(other)).toBe(other);
  });

  it('whatever comes instead is given back or read, never a crash', () => {
    for (let at = 0; at < film.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) expect(whole(film.with(at, value)).length).toBeGreaterThan(0);
    }
  });
});
