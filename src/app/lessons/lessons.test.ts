import { describe, expect, it } from 'vitest';
import { decodeLink, encodeLink } from '../../experiment/links/index.ts';
import { fold } from '../../trial/fold.ts';
import { glossary } from '../glossary.ts';
import { lessons, tour } from './texts.ts';
import { paragraphsOf } from './markup.ts';
import { LessonError, parseLesson, readLesson, said, writeLesson, type Lesson } from './schema.ts';

const all = [tour, ...lessons];

describe.each(all.map((bundled) => [bundled.id, bundled] as const))('the lesson %s', (_, { lesson, trial }) => {
  it('has all its text in both languages, with the same terms, and every term is in the glossary', () => {
    for (const text of [lesson.title, ...lesson.steps.map((step) => step.text)]) {
      if (typeof text === 'string' || text.ja === undefined) throw new Error('One language is missing.');
      const terms = (each: string): string[] => paragraphsOf(each).flat().flatMap((piece) => (piece.kind === 'term' ? [piece.id] : []));
      expect(terms(text.ja).sort()).toEqual(terms(text.en).sort());
      for (const id of terms(text.en)) expect(glossary.map((entry) => entry.id)).toContain(id);
    }
  });

  it('shows only moments that its trial has', () => {
    if (trial === null) return;
    const { episodes } = fold(decodeLink(trial).records);
    for (const { show } of lesson.steps) if (show?.episode !== undefined) expect(episodes.length).toBeGreaterThan(show.episode);
  });

  it('fits into a link and comes back from it', () => {
    const records = decodeLink(trial ?? lessons[0].trial ?? '').records;
    const link = encodeLink(records, { thoughts: true, hidden: ['setup', 'wall'], lesson: writeLesson(lesson) });
    expect(readLesson(decodeLink(link).lesson ?? '')).toEqual(lesson);
    expect(link.length).toBeLessThan(12_000);
  });
});

describe('the trials of the lessons', () => {
  const trialOf = (id: string) => fold(decodeLink(lessons.find((each) => each.id === id)?.trial ?? '').records);

  it('are of the kind that is spoken of', () => {
    const repeat = trialOf('repeat');
    expect(repeat).toMatchObject({ memory: 'none', won: false });
    expect(repeat.episodes).toHaveLength(3);
    for (const id of ['note', 'explore']) {
      const view = trialOf(id);
      expect(view.won).toBe(true);
      expect(view.episodes.length).toBeGreaterThan(1);
      expect(view.episodes[0].note?.text).toMatch(/\(\d, \d\)/);
    }
  });
});

describe('reading a lesson', () => {
  const plain: Lesson = { version: 1, title: 'Mine', steps: [{ text: 'Look.' }] };

  it('takes text in one language', () => {
    expect(said(parseLesson(plain).title, 'ja')).toBe('Mine');
    expect(said({ en: 'Look', ja: '見る' }, 'ja')).toBe('見る');
    expect(said({ en: 'Look' }, 'ja')).toBe('Look');
  });

  it.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ ...plain, version: 2 })],
    ['no step', JSON.stringify({ ...plain, steps: [] })],
    ['an unknown place', JSON.stringify({ ...plain, steps: [{ text: 'x', point: 'body' }] })],
    ['an unknown act', JSON.stringify({ ...plain, steps: [{ text: 'x', act: 'fetch' }] })],
    ['a turn that is none', JSON.stringify({ ...plain, steps: [{ text: 'x', show: { episode: 0, turn: -1 } }] })],
  ])('refuses %s with a reason', (_, json) => {
    expect(() => readLesson(json)).toThrow(LessonError);
  });

  it('knows a few marks; everything else is text', () => {
    expect(paragraphsOf('A **strong** [[pk|p@k]] word.\n\n<img src=x onerror=alert(1)> [[no] **')).toEqual([
      [
        { kind: 'text', text: 'A ' },
        { kind: 'strong', text: 'strong' },
        { kind: 'text', text: ' ' },
        { kind: 'term', id: 'pk', text: 'p@k' },
        { kind: 'text', text: ' word.' },
      ],
      [{ kind: 'text', text: '<img src=x onerror=alert(1)> [[no] **' }],
    ]);
  });
});

describe('the glossary', () => {
  it('names each thing once, in both languages', () => {
    expect(new Set(glossary.map(({ id }) => id)).size).toBe(glossary.length);
    for (const { name, meaning } of glossary) for (const text of [name, meaning]) expect(typeof text === 'string' ? '' : text.ja).toMatch(/\S/);
  });

  it('has the symbols of the papers', () => {
    const symbols = glossary.map(({ symbol }) => symbol);
    for (const symbol of ['γ_step', 'γ_traj', 'G_t^(n)', 'g_t^(n)', 'A_episode', 'A_step', 'ω', 'p@k', 'ρ', 'ε', 'β', 'p', 'q', 'δ']) expect(symbols).toContain(symbol);
  });
});
