/** Colours that text can be read in: WCAG 2.2, 1.4.3 (4.5) in light and dark, 1.4.6 (7) in a hall. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
type Theme = 'light' | 'dark' | 'lecture';

/** Names and values in the block of a selector. */
function block(selector: string): Map<string, string> {
  const [, body] = css.split(`${selector} {`);
  return new Map([...body.slice(0, body.indexOf('}')).matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const base = block(':root');
const hall = block(":root[data-theme='lecture']");

function colour(name: string, theme: Theme): string {
  const value = (theme === 'lecture' ? hall.get(name) : undefined) ?? base.get(name) ?? '';
  const pair = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value);
  return pair ? pair[theme === 'dark' ? 2 : 1] : value;
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'surface', 'sunken', 'hover'];
const roles = ['agent', 'good', 'bad', 'memory'];
const pairs = [
  ...['ink', 'ink-2', ...roles.map((role) => `${role}-ink`)].flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ...roles.flatMap((role) => [`${role}-ink`, 'ink', 'ink-2'].map((ink) => [ink, `${role}-soft`] as const)),
  ['inverse', 'ink'] as const,
];

describe.each([
  ['light', 4.5],
  ['dark', 4.5],
  ['lecture', 7],
] as const)('Colours of the %s theme', (theme, least) => {
  it(`keep every text apart from what it stands on, ${least} to 1`, () => {
    const weak = pairs.map(([ink, ground]) => ({ ink, ground, ratio: contrast(colour(ink, theme), colour(ground, theme)) })).filter(({ ratio }) => !(ratio >= least));
    expect(weak).toEqual([]);
  });
});

it('Contrast is counted as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
