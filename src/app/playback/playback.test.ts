import { describe, expect, it } from 'vitest';
import { fold } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { upTo } from './cut.ts';
import { eventsOf, together } from './events.ts';
import { beats, compare, duration, momentOfBeat, momentsOf, nextMoment, previousMoment } from './moments.ts';

const spec = { config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 2, trial: 0 } as const;
const task = makeTask('minesweeper', { mines: 5, turns: 12 }, 11);
const [records] = playAll([{ ...spec, task }], teacher('random'));
const view = fold(records);

describe('The moments of a trial', () => {
  it('come in order, at either speed, and every turn has them', () => {
    for (const slow of [false, true]) {
      const moments = momentsOf(view, slow);
      for (let i = 1; i < moments.length; i++) expect(compare(moments[i - 1], moments[i])).toBeLessThan(0);
      const turns = view.episodes.reduce((sum, { turns: played }) => sum + played.length, 0);
      const notes = view.episodes.filter(({ note }) => note).length;
      expect(moments).toHaveLength(turns * (slow ? 4 : 2) + notes);
    }
  });

  it('lead from the start to the end and back, one by one', () => {
    const forwards = [];
    for (let at = nextMoment(view, { episode: 0, turn: 0, beat: null }, true); at; at = nextMoment(view, at, true)) forwards.push(at);
    expect(forwards).toEqual(momentsOf(view, true));
    const backwards = [];
    for (let at = previousMoment(view, { episode: 9, turn: 0, beat: null }, true); at; at = previousMoment(view, at, true)) backwards.push(at);
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('from a settled board go on with the next turn, not with the one just played', () => {
    expect(nextMoment(view, { episode: 0, turn: 1, beat: null }, true)).toEqual(
      view.episodes[0].turns.length > 1 ? { episode: 0, turn: 1, beat: 'observe' } : { episode: 0, turn: 1, beat: 'remember' },
    );
  });

  it('are those of one turn and its note, whichever beat of it is on stage', () => {
    for (const at of momentsOf(view, true)) {
      if (at.beat !== null) expect(momentOfBeat(view, at, at.beat)).toEqual(at);
      const underWay = at.beat === 'observe' || at.beat === 'think';
      if (at.beat === 'remember') continue;
      const turn = underWay ? at.turn : at.turn - 1;
      expect(beats.slice(0, 4).map((beat) => momentOfBeat(view, at, beat))).toEqual([
        { episode: at.episode, turn, beat: 'observe' },
        { episode: at.episode, turn, beat: 'think' },
        { episode: at.episode, turn: turn + 1, beat: 'act' },
        { episode: at.episode, turn: turn + 1, beat: 'reward' },
      ]);
    }
    const { turns, note } = view.episodes[0];
    const end = { episode: 0, turn: turns.length, beat: 'remember' };
    expect(momentOfBeat(view, { episode: 0, turn: 0, beat: null }, 'remember')).toEqual(note ? end : null);
    expect(momentOfBeat(view, { episode: 0, turn: 0, beat: null }, 'observe')).toEqual({ episode: 0, turn: 0, beat: 'observe' });
  });

  it('last long enough to read, and not for ever', () => {
    for (const moment of momentsOf(view, true)) {
      expect(duration(view, moment, true)).toBeGreaterThanOrEqual(400);
      expect(duration(view, moment, true)).toBeLessThan(20_000);
    }
  });
});

describe('A trial as far as it was seen', () => {
  it('grows from nothing to the whole', () => {
    let before = 0;
    for (const moment of momentsOf(view, true)) {
      const seen = upTo(view, moment);
      const size = JSON.stringify(seen.episodes).length;
      expect(size).toBeGreaterThanOrEqual(before);
      before = size;
    }
    expect(upTo(view, null)).toBe(view);
    expect(upTo(view, { episode: 2, turn: 99, beat: null })).toBe(view);
  });

  it('holds back the outcome until its turn was played, and the note until it was remembered', () => {
    const { turns } = view.episodes[0];
    expect(upTo(view, { episode: 0, turn: turns.length - 1, beat: 'think' }).episodes[0].end).toBeNull();
    const ended = upTo(view, { episode: 0, turn: turns.length, beat: 'act' });
    expect([ended.episodes[0].end, ended.episodes[0].note, ended.won]).toEqual([view.episodes[0].end, null, null]);
    expect(upTo(view, { episode: 0, turn: turns.length, beat: 'remember' }).episodes[0].note).toBe(view.episodes[0].note);
  });
});

describe('Events', () => {
  it('mark each ending and each note at its turn', () => {
    const events = eventsOf(view);
    for (const [episode, { end, turns, note }] of view.episodes.entries()) {
      expect(events).toContainEqual({ kind: end, episode, turn: turns.length });
      expect(events.some((event) => event.kind === 'note' && event.episode === episode)).toBe(Boolean(note && note.text !== ''));
    }
  });

  it('of one moment share a mark', () => {
    const events = eventsOf(view);
    const marks = together(events);
    expect(marks.flatMap((mark) => mark.events)).toEqual(events);
    expect(new Set(marks.map(({ place }) => `${place.episode},${place.turn}`)).size).toBe(marks.length);
    expect(marks.length).toBeLessThan(events.length);
  });

  it('mark a loss that repeats an earlier one', () => {
    // No memory and no chance: the same player falls in the same way every time.
    const stuck = { hash: 'fake', respond: () => ({ text: `<action>(${mine.row}, ${mine.col})</action>`, tokens: [], finish: 'stop' as const }) };
    const [mine] = task.world === 'minesweeper' ? task.mines : [];
    const lost = fold(playAll([{ ...spec, task }], stuck)[0]);
    expect(eventsOf(lost).filter(({ kind }) => kind === 'repeated')).toEqual([
      { kind: 'repeated', episode: 1, turn: 1 },
      { kind: 'repeated', episode: 2, turn: 1 },
    ]);
  });
});
