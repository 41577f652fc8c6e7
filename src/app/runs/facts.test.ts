import { describe, expect, it } from 'vitest';
import type { RunHead, TrialHead } from '../../platform/web/runHeads.ts';
import { tables } from '../strings/index.ts';
import { factsOf, found, playedOf, resultOf } from './facts.ts';

const trial = (changed: Partial<TrialHead> = {}): TrialHead => ({ id: 't', name: '', parent: null, shared: 0, count: 9, won: true, gone: false, ...changed });
const head = (changed: Partial<RunHead> = {}): RunHead => ({
  id: 'r', name: 'Sokoban 6×6', origin: 'played', created: Date.UTC(2026, 4, 1, 12), changed: 0, deleted: null, world: 'sokoban', notes: 'locked box',
  played: { policies: ['teacher:greedy skill 1', 'person'], memories: ['reflection'], seeds: [1] }, trials: [trial()], ...changed,
});
const { en, ja } = tables;

describe('A run in the list', () => {
  it('is won where one of its trials is, open where one can still be, else lost; trials that were taken out do not count', () => {
    expect(resultOf(head(), en)).toEqual({ end: 'won', words: 'won' });
    expect(resultOf(head({ trials: [trial(), trial({ won: false }), trial({ gone: true })] }), en)).toEqual({ end: 'won', words: 'won 1/2' });
    expect(resultOf(head({ trials: [trial({ won: false }), trial({ won: null })] }), en)).toEqual({ end: 'turns', words: 'not finished' });
    expect(resultOf(head({ trials: [trial({ won: false }), trial({ won: null, gone: true })] }), en)).toEqual({ end: 'dead', words: 'not won' });
  });

  it('says when it was made, where it came from, its branches, and whether it is on stage', () => {
    const [when, ...rest] = factsOf(head(), false, 'en', en);
    expect(when).toMatch(/2026/);
    expect(rest).toEqual([]);
    const family = head({ origin: 'link', trials: [trial(), trial({ parent: 't' }), trial({ gone: true })] });
    expect(factsOf(family, true, 'en', en).slice(1)).toEqual(['from a link', '2 branches', 'on stage']);
    expect(factsOf(head({ trials: [trial(), trial()] }), false, 'en', en).slice(1)).toEqual(['2 trials']);
  });

  it('says who played, with which memory, and with which seeds', () => {
    expect(playedOf(head(), en)).toEqual(['a scripted teacher (Greedy)', 'a person', 'memory: notes', 'sampling seed 1']);
    expect(playedOf(head({ played: { policies: [], memories: ['none', 'both'], seeds: [1, 5] } }), en)).toEqual(['memory: none', 'memory: notes and history', 'sampling seeds 1, 5']);
    expect(playedOf(head({ played: undefined }), en)).toEqual([]);
  });

  it('is found by all of that, in the language of the page, together with its name and notes', () => {
    const heads = [head(), head({ id: 'other', played: { policies: ['0123456789abcdef'], memories: ['none'], seeds: [14, 4] } })];
    const ids = (query: string, strings = en): string[] => found(heads, query, strings).map(({ id }) => id);
    expect(ids('greedy')).toEqual(['r']);
    expect(ids('seed 4')).toEqual(['other']);
    expect(ids('memory none sokoban')).toEqual(['other']);
    expect(ids('seed 1')).toEqual(['r']);
    expect(ids('LOCKED person')).toEqual(['r']);
    expect(ids('')).toEqual(['r', 'other']);
    expect(ids('seed 7')).toEqual([]);
    expect(ids('シード', ja)).toEqual(['r', 'other']);
  });
});
