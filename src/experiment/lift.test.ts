import { describe, expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { contentKey, makeTask, type WorldId } from '../worlds/index.ts';
import {
  liftEstimate, liftKey, liftOutcome, liftSamples, liftTrial, liftVerdict, nextPrompt, noOutcomes, otherNote, otherNotes, poolLifts, readLift, withOutcome, writeLift,
  type LiftOutcomes, type LiftQuestion,
} from './lift.ts';

const sampling = { temperature: 0.7, topP: 0.8, topK: 20 };
const worlds = ['sokoban', 'minesweeper'] as const satisfies readonly WorldId[];

/** A trial of three episodes, the first of them lost. */
function lost(world: WorldId, memory: 'reflection' | 'both' = 'reflection'): TrialRecord[] {
  const trials = playAll(
    Array.from({ length: 20 }, (_, trial) => ({ task: makeTask(world, {}, 5), config: { episodes: 3, memory }, style: 'brief' as const, seed: 9, trial })),
    teacher('random'),
  );
  const found = trials.find((records) => fold(records).episodes.length === 3);
  if (!found) throw new Error('All were won.');
  return found;
}

function ask(world: WorldId, note = 'mine (3, 4)', episode = 0, memory: 'reflection' | 'both' = 'reflection'): LiftQuestion {
  return { records: lost(world, memory), episode, note, sampling };
}

describe.each(worlds)('the trials of a lift in %s', (world) => {
  it('go on from the past as it was, for one episode, without another note', () => {
    const question = ask(world, 'mine (3, 4)', 1);
    const spec = liftTrial(question, question.note, 7);
    const [records] = playAll([spec], teacher('greedy'));
    const [before, after] = [fold(question.records), fold(records)];
    expect(after.episodes).toHaveLength(3);
    expect(after.episodes.slice(0, 1)).toEqual(before.episodes.slice(0, 1));
    expect(after.episodes[1].turns).toEqual(before.episodes[1].turns);
    expect(after.episodes[1].note).toMatchObject({ author: 'person', text: 'mine (3, 4)' });
    expect(after.episodes[2].note).toBeNull();
    expect(liftOutcome(records)).toBe(after.episodes[2].end === 'won');
    expect(liftOutcome(records.slice(0, -1))).toBeNull();
  });

  it('draw the same numbers in every arm, and others for every sample', () => {
    const question = ask(world);
    const draws = (text: string, k: number): unknown[] => {
      const seen: unknown[] = [];
      const player = teacher('greedy');
      playAll([liftTrial(question, text, k)], { ...player, respond: (request) => (seen.push(request.draw), player.respond(request)) });
      return seen;
    };
    expect(draws('', 3)[0]).toEqual(draws(question.note, 3)[0]);
    expect(draws('', 3)[0]).not.toEqual(draws('', 4)[0]);
    expect(new Set(draws(question.note, 3).map((draw) => JSON.stringify(draw))).size).toBe(draws(question.note, 3).length);
  });

  it('resume from any point with the same result', () => {
    const spec = liftTrial(ask(world), 'mine (3, 4)', 2);
    const [whole] = playAll([spec], teacher('greedy'));
    const cut = (spec.prefix?.length ?? 0) + 3;
    const [resumed] = playAll([{ ...spec, prefix: whole.slice(0, cut) }], teacher('greedy'));
    expect(resumed).toEqual(whole);
  });

  it('have notes of other boards for control', () => {
    const task = makeTask(world, {}, 5);
    const notes = Array.from({ length: 6 }, (_, index) => otherNote(task, index));
    for (const note of notes) expect(note).toMatch(/\(\d, \d\)/);
    expect(new Set(notes).size).toBeGreaterThan(3);
    expect(contentKey(task)).toBe(contentKey(makeTask(world, {}, 5)));
  });
});

describe('the samples of a lift', () => {
  const question = ask('minesweeper');

  it('take the arms in turn, and the notes of other boards in turn too', () => {
    const others = [...otherNotes(question, 2)];
    expect(others).toHaveLength(2);
    const samples = liftSamples(question, 3, others);
    expect(samples.map(({ arm, k }) => `${arm} ${k}`)).toEqual(['note 0', 'none 0', 'other 0', 'note 1', 'none 1', 'other 1', 'note 2', 'none 2', 'other 2']);
    const read = ({ spec }: (typeof samples)[number]): string => fold(spec.prefix ?? []).episodes[0].note?.text ?? '';
    expect(samples.map(read)).toEqual([question.note, '', others[0], question.note, '', others[1], question.note, '', others[0]]);
    expect(samples.map(({ spec }) => spec)).toEqual(samples.map(({ k, ...sample }) => liftTrial(question, read({ k, ...sample }), k)));
  });

  it('have no control where there is no other board', () => {
    expect(liftSamples(question, 2, []).map(({ arm }) => arm)).toEqual(['note', 'none', 'note', 'none']);
  });

  it('of several notes make one estimate, pair by pair', () => {
    const first = [0, 1].reduce((all, k) => withOutcome(withOutcome(all, 'note', k, true), 'none', k, false), noOutcomes);
    const second = withOutcome(withOutcome(withOutcome(noOutcomes, 'note', 1, false), 'none', 1, true), 'other', 0, true);
    const pooled = poolLifts([first, second], 2);
    expect(pooled).toEqual({ note: [true, true, null, false], none: [false, false, null, true], other: [null, null, true, null] });
    expect(liftEstimate(pooled)).toMatchObject({ samples: 3, lift: { value: (2 - 1) / 3 } });
    expect(liftEstimate(poolLifts([first], 2))).toEqual(liftEstimate(first));
  });
});

describe('what the policy reads', () => {
  it('names the note, or that there is none', () => {
    const question = ask('minesweeper');
    expect(nextPrompt(question, 'mine (3, 4)')).toContain(' note mine (3, 4)');
    expect(nextPrompt(question, '')).toContain(' note none');
  });

  it('decides, with task, policy and sampling, under which name a lift is kept', () => {
    const question = ask('minesweeper');
    const key = liftKey(question, 'weights');
    expect(key).toMatch(/^lift\/\w+$/);
    expect(liftKey({ ...question, records: question.records.slice(0, -3) }, 'weights')).toBe(key);
    const others = [
      liftKey(question, 'other weights'),
      liftKey({ ...question, note: 'mine (3, 5)' }, 'weights'),
      liftKey({ ...question, sampling: { ...sampling, temperature: 1 } }, 'weights'),
      liftKey({ ...question, episode: 1 }, 'weights'),
      liftKey(ask('minesweeper', 'mine (3, 4)', 0, 'both'), 'weights'),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
  });
});

describe('the estimate', () => {
  const list = (text: string): (boolean | null)[] => Array.from(text, (each) => (each === '.' ? null : each === '1'));
  const outcomes = (note: string, none: string, other = ''): LiftOutcomes => ({ note: list(note), none: list(none), other: list(other) });

  it('takes the difference over pairs that were played in both arms', () => {
    const { lift, samples, share, control } = liftEstimate(outcomes('111.1', '0001.', '.....'));
    expect(samples).toBe(3);
    expect(lift.value).toBe(1);
    expect(share.note.value).toBe(1);
    expect(share.none.value).toBe(0.25);
    expect(control).toBeNull();
  });

  it('says that a note helps or harms only where the interval leaves out 0', () => {
    expect(liftVerdict(liftEstimate(outcomes('1'.repeat(32), '0'.repeat(32))))).toBe('helps');
    expect(liftVerdict(liftEstimate(outcomes('0'.repeat(32), '1'.repeat(32))))).toBe('harms');
    expect(liftVerdict(liftEstimate(outcomes('1110', '0111')))).toBe('unclear');
    expect(liftVerdict(liftEstimate(outcomes('', '')))).toBe('unclear');
  });

  it('compares with notes of other boards', () => {
    const { control, specific } = liftEstimate(outcomes('11110000', '00000000', '11000000'));
    expect(control?.value).toBe(0.25);
    expect(specific?.value).toBe(0.25);
  });

  it('survives being kept, and refuses what it did not write', () => {
    const all = outcomes('10.', '0..', '1');
    expect(readLift(JSON.parse(JSON.stringify(writeLift({ policy: 'p', outcomes: all }))))).toEqual({ policy: 'p', outcomes: all });
    for (const bad of [null, 3, {}, { version: 2, policy: '', note: '', none: '', other: '' }, { version: 1, policy: '', note: '2', none: '', other: '' }]) {
      expect(readLift(bad)).toBeNull();
    }
  });
});
