/**
 * A font of bars, made here: a character's bits, from below upwards. Machines have other fonts and draw them otherwise; text in this one is the same
 * picture everywhere, and another letter is another picture.
 */
const perEm = 1000;
const advance = 520;
const [first, last] = [32, 126];
const bits = 7;

type Box = readonly [left: number, bottom: number, right: number, top: number];

function barsOf(code: number): readonly Box[] {
  if (code === first) return [];
  return Array.from({ length: bits }, (_, bit) => bit)
    .filter((bit) => ((code >> bit) & 1) === 1)
    .map((bit): Box => [60, 100 * bit, 460, 100 * bit + 80]);
}

const u16 = (...values: readonly number[]): number[] => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: readonly number[]): number[] => values.flatMap((value) => [(value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255]);

/** One contour a box, clockwise; all points on the curve. */
function glyph(boxes: readonly Box[]): number[] {
  if (boxes.length === 0) return [];
  const points = boxes.flatMap(([left, bottom, right, top]) => [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ]);
  const steps = (axis: 0 | 1): number[] => points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0));
  const bounds = [60, 0, 460, 700];
  const bytes = [...u16(boxes.length, ...bounds), ...u16(...boxes.map((_, at) => 4 * at + 3)), ...u16(0), ...points.map(() => 1), ...u16(...steps(0)), ...u16(...steps(1))];
  return [...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)];
}

/** @returns a TrueType file: ASCII as bars, all else as a block */
export function barFont(): number[] {
  const glyphs = [glyph([[60, 0, 460, 700]]), ...Array.from({ length: last - first + 1 }, (_, at) => glyph(barsOf(first + at)))];
  const count = glyphs.length;
  const offsets = glyphs.reduce<number[]>((sums, each) => [...sums, (sums.at(-1) ?? 0) + each.length], [0]);
  const [ascent, descent] = [930, -240];
  const tables: Readonly<Record<string, readonly number[]>> = {
    'OS/2': [
      ...u16(4, advance, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0),
      ...Array.from({ length: 10 }, () => 0),
      ...u32(1, 0, 0, 0),
      ...[0x6e, 0x6f, 0x6e, 0x65],
      ...u16(0x40, first, last, ascent, descent, 0, ascent, -descent),
      ...u32(1, 0),
      ...u16(500, 700, 0, 32, 0),
    ],
    cmap: [...u16(0, 1, 3, 1), ...u32(12), ...u16(4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0, first, 0xffff, 1 - first, 1, 0, 0)],
    glyf: glyphs.flat(),
    head: [...u32(0x10000, 0x10000, 0, 0x5f0f3cf5), ...u16(3, perEm), ...u32(0, 0, 0, 0), ...u16(0, 0, advance, 700, 0, 8, 2, 1, 0)],
    hhea: [...u32(0x10000), ...u16(ascent, descent, 0, advance, 60, 60, 460, 1, 0, 0, 0, 0, 0, 0, 0, count)],
    hmtx: Array.from({ length: count }, () => u16(advance, 60)).flat(),
    loca: u32(...offsets),
    maxp: [...u32(0x10000), ...u16(count, 4 * bits, bits, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)],
    name: u16(0, 0, 6),
    post: u32(0x30000, 0, 0, 1, 0, 0, 0, 0),
  };
  const entries = Object.entries(tables);
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const directory: number[] = [...u32(0x10000), ...u16(entries.length, 16 * power, Math.log2(power), 16 * (entries.length - power))];
  const body: number[] = [];
  for (const [tag, bytes] of entries) {
    directory.push(...[...tag].map((letter) => letter.charCodeAt(0)), ...u32(0, 12 + 16 * entries.length + body.length, bytes.length));
    body.push(...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0));
  }
  return [...directory, ...body];
}
