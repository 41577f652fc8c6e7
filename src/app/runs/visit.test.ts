import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lesson } from '../lessons/schema.ts';

const lesson: Lesson = { version: 1, title: 'Corner', steps: [{ text: 'One.' }, { text: 'Two.', show: { episode: 0, turn: 1, overlay: 'truth' } }, { text: 'Three.' }] };
const entry: { state: unknown; readonly replaceState: (state: unknown) => void } = { state: null, replaceState: (state) => void (entry.state = structuredClone(state)) };
const root = { dataset: {} };

beforeEach(() => {
  entry.state = null;
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('history', entry);
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('location', { hash: '#v1.AAAA' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function page() {
  const [lessons, hiding, visits, setup] = await Promise.all([import('../lessons/state.ts'), import('../share/hidden.ts'), import('./visit.ts'), import('../setup.ts')]);
  return { ...lessons, ...hiding, ...visits, useSetup: setup.useSetup };
}

describe('A reload of a page that a lesson link has opened', () => {
  it('finds the step and the controls that are left out', async () => {
    const before = await page();
    before.keepVisit();
    before.hide(['setup', 'wall']);
    before.begin(lesson, null);
    before.go(1);
    vi.resetModules();

    const after = await page();
    const found = after.visit();
    expect(found).toEqual({ hidden: ['setup', 'wall'], step: 1 });
    after.useSetup.setState({ moment: { episode: 0, turn: 0, beat: null } });
    after.comeBack(lesson, found?.step ?? 0);
    expect(after.reading.get()).toEqual({ lesson, id: null, step: 1 });
    expect(after.useSetup.getState()).toMatchObject({ overlay: 'truth', scene: 'stage', moment: { episode: 0, turn: 0 } });
  });

  it('does not bring back a lesson that was left, nor controls that were left out and are back', async () => {
    const { keepVisit, hide, begin, go, leave, visit } = await page();
    keepVisit();
    hide(['setup']);
    begin(lesson, null);
    go(2);
    leave();
    hide([]);
    expect(visit()).toEqual({ hidden: [], step: null });
  });

  it('stays within the lesson, whatever was kept', async () => {
    const { comeBack, reading } = await page();
    comeBack(lesson, 99);
    expect(reading.get()?.step).toBe(2);
  });
});

it('Nothing is kept where no link is open, of lessons that come with the page, or by other hands', async () => {
  const { keepVisit, begin, visit } = await page();
  keepVisit();
  begin(lesson, 'note');
  expect(visit()).toEqual({ hidden: [], step: null });
  entry.state = null;
  vi.stubGlobal('location', { hash: '' });
  begin({ ...lesson }, null);
  expect(entry.state).toBeNull();
  for (const state of [null, 3, {}, { hidden: ['a'], step: -1 }, { hidden: 'a', step: 1 }]) {
    entry.state = state;
    expect(visit()).toBeNull();
  }
});
