import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Formula, spoken } from './formula.tsx';
import { glossary } from './glossary.ts';
import { en } from './train/strings/en.ts';
import { ja } from './train/strings/ja.ts';

const markup = (text: string): string => renderToStaticMarkup(<Formula text={text} />);
/** As it is heard and copied. */
const heard = (text: string): string => markup(text).replaceAll(/<[^>]*>/g, '');

it('What hangs below and above is set there, and is a word of its own to whoever listens', () => {
  expect(markup('γ_traj 0.9')).toBe('γ<sub><span class="formula-gap"> </span>traj</sub> 0.9');
  expect(heard('A turn earns γ_traj times it')).toBe('A turn earns γ traj times it');
  expect(heard('G_t^(n) = Σ_{m>n}')).toBe('G t (n) = Σ m&gt;n');
});

it('What is read out elsewhere is what is heard here', () => {
  for (const text of ['γ_traj', 'G_t^(n) and γ_step', 'x', '', 'q_proj stays', 'a 5']) expect(heard(text)).toBe(spoken(text));
});

it('No symbol is left as it is typed, in the door’s words nor in the glossary', () => {
  const texts = JSON.stringify([en, ja, glossary]).match(/[^\s"“”（）()。、,]*_[^\s"“”（）()。、,]*/g) ?? [];
  const symbols = texts.filter((text) => /^[Α-Ωα-ωA-Za-z]_/u.test(text));
  expect(symbols.length).toBeGreaterThan(5);
  for (const text of symbols) expect([text, spoken(text).includes('_')]).toEqual([text, false]);
});
