import { describe, expect, it } from 'vitest';
import { someTasks, strength } from '../bench.ts';
import type { Scene } from '../contract.ts';
import { fold } from '../fold.ts';
import { legal, makeTask, type WorldId } from '../../worlds/index.ts';
import { random } from '../../worlds/random.ts';
import { locks, levelOf, pushesOf, rowColumn, tableOf, taskFromXsb, world as sokobanWorld, type SokobanState } from '../../worlds/sokoban/index.ts';
import { playAll } from '../scheduler.ts';
import { styleWords } from '../brief/words.ts';
import { minesweeper } from './minesweeper.ts';
import { readMineNote } from './minesweeperNotes.ts';
import { population, recipes, sampleTeacher } from './population.ts';
import { madePushes, readSokobanNote } from './sokobanNotes.ts';
import { noteQualities, styles, styleWord, type Mix } from './style.ts';
import { teacher } from './teacher.ts';

const worlds = ['sokoban', 'minesweeper'] as const;

function trials(world: WorldId, settings: Record<string, number>, count: number, player = teacher('greedy'), memory: 'none' | 'reflection' | 'both' = 'reflection') {
  return playAll(
    someTasks(world, settings, count).map((task, trial) => ({ task, config: { episodes: 3, memory }, style: 'brief', seed: 2, trial })),
    player,
  ).map((records) => fold(records));
}

describe.each(worlds)('teachers of %s', (world) => {
  it('speak so that the world reads every answer, and begin with the word of their style', () => {
    for (const style of styles) {
      for (const view of trials(world, {}, 10, teacher(style), 'both')) {
        for (const turn of view.episodes.flatMap((episode) => episode.turns)) {
          expect(turn.acted.valid).toBe(true);
          expect(turn.response.text).toMatch(new RegExp(`^ ${styleWords[style]}[ <]`));
        }
      }
    }
  });

  it('act the same on the same request', () => {
    expect(trials(world, {}, 6, population(world))).toEqual(trials(world, {}, 6, population(world)));
  });

  it('spread from chance to near-perfect', () => {
    const tasks = someTasks(world, {}, 60);
    const p1 = Object.fromEntries(styles.map((style) => [style, strength(tasks, teacher(style)).wonWithin[0]]));
    expect(p1['random']).toBeLessThan(0.3);
    expect(p1['greedy']).toBeLessThan(0.5);
    expect(p1['probing']).toBeLessThan(0.5);
    expect(p1['cautious']).toBeGreaterThan(Math.max(p1['greedy'], p1['probing'], p1['random']));
    expect(p1['perfect']).toBeGreaterThan(p1['cautious']);
    expect(p1['perfect']).toBeGreaterThan(0.75);
    const slipping = strength(tasks, teacher('perfect', { skill: 0.5 })).wonWithin[0];
    expect(slipping).toBeLessThan(p1['perfect'] - 0.1);
  });

  it('win more when good notes are followed, and no more when they are ignored', () => {
    const tasks = someTasks(world, world === 'sokoban' ? {} : { mines: 5, turns: 12 }, 60);
    const p3 = (options: Partial<Mix>): number => strength(tasks, teacher('probing', options), 'reflection', 3).wonWithin[2];
    const without = strength(tasks, teacher('probing'), 'none', 3).wonWithin[2];
    expect(p3({ follow: true, note: 'informative' })).toBeGreaterThan(without + 0.1);
    expect(p3({ follow: false, note: 'informative' })).toBe(without);
    expect(p3({ follow: true, note: 'empty' })).toBe(without);
    expect(p3({ follow: true, note: 'vague' })).toBe(without);
  });

  it('never use what memory does not show', () => {
    const tasks = someTasks(world, {}, 20);
    expect(strength(tasks, teacher('greedy', { note: 'informative' }), 'none', 3)).toEqual(strength(tasks, teacher('greedy', { note: 'empty', follow: false }), 'none', 3));
  });
});

describe('MineSweeper notes', () => {
  const settings = { mines: 5, turns: 12 };

  it('name the fatal cell and numbers that were seen, and nothing else', () => {
    let named = 0;
    for (const { episodes } of trials('minesweeper', settings, 20)) {
      for (const { states, end, note } of episodes) {
        const last = states[states.length - 1];
        if (!note || last.world !== 'minesweeper') continue;
        const items = readMineNote(note.text);
        for (const { what, row, column } of items) {
          // A mine that nobody stepped on is named where the board proves it.
          if (what === '*' && end !== 'dead') expect(last.task.mines).toContainEqual({ row, col: column });
          else expect(last.board[(row - 1) * 6 + column - 1]).toBe(what);
        }
        if (end === 'dead') expect(items[0].what).toBe('*');
        named += items.length - 1;
      }
    }
    expect(named).toBeGreaterThan(20);
  });

  it('keep a follower off every named mine', () => {
    let checked = 0;
    for (const style of styles) {
      for (const { episodes } of trials('minesweeper', settings, 12, teacher(style, { skill: 0.8 }))) {
        const mines = new Set<string>();
        for (const { turns, note } of episodes) {
          for (const { acted } of turns) expect(mines.has(acted.actions[0])).toBe(false);
          checked += mines.size;
          for (const { what, row, column } of readMineNote(note?.text ?? '')) if (what === '*') mines.add(`${row},${column}`);
        }
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  it('are mistrusted where the board contradicts them', () => {
    const task = makeTask('minesweeper', settings, 12);
    const scene = (note: string): Scene => {
      const [view] = trials('minesweeper', settings, 1);
      const { states } = view.episodes[0];
      const [start] = playAll([{ task, config: { episodes: 1, memory: 'none' }, style: 'brief', seed: 1, trial: 0 }], teacher('greedy')).map((records) => fold(records).episodes[0].states[0]);
      return { task, memory: 'reflection', past: [{ states, actions: [], end: 'dead', note }], states: [start], actions: [], end: null };
    };
    const mix: Mix = { style: 'cautious', skill: 1, note: 'empty', follow: true };
    const choose = (note: string) => minesweeper.choose(scene(note), mix, random(1));
    // row 2 of this board begins with three hidden cells and shows 2 1 1
    expect(choose('blank (1, 1)').thought).toBe(' note (1, 1) blank');
    expect(choose('blank (1, 1) mine (2, 4)').thought).not.toContain('note');
    expect(choose('1 (2, 4) blank (1, 1)')).toEqual(choose(''));
    expect(choose('mine (1, 1) mine (1, 2) mine (1, 3) mine (2, 1) mine (2, 2) mine (2, 3)')).toEqual(choose(''));
    expect(choose('3 (9, 9) blank (0, 1)')).toEqual(choose(''));
  });
});

describe('Sokoban notes', () => {
  it('name the push that locked a box', () => {
    let named = 0;
    for (const { episodes } of trials('sokoban', {}, 20)) {
      for (const { states, turns, end, note } of episodes) {
        if (!note || end !== 'dead') continue;
        const made = madePushes({ states, actions: turns.map((turn) => turn.acted.actions) });
        const { avoid, first } = readSokobanNote(note.text);
        expect(avoid).toEqual([made[made.length - 1]]);
        expect(first.length).toBeLessThanOrEqual(2);
        // advice and warning are never about the same place
        for (const { row, column } of first) expect([row, column]).not.toEqual([avoid[0].row, avoid[0].column]);
        named++;
        if (first.length > 0) continue;
        // Nothing is advised only where no other push of the start is of use.
        const [start] = states;
        if (start.world !== 'sokoban') continue;
        const level = levelOf(start.task);
        const useful = pushesOf(level, level.start).filter((push) => {
          const [row, column] = rowColumn(level, push.box);
          const warned = row === avoid[0].row && column === avoid[0].column;
          const tried = row === made[0].row && column === made[0].column && push.direction === made[0].direction;
          return !warned && !tried && tableOf(level)?.plan(push.after) !== null;
        });
        expect(useful).toEqual([]);
      }
    }
    expect(named).toBeGreaterThan(10);
  });

  it('keep a follower from repeating that push', () => {
    let checked = 0;
    for (const style of styles) {
      for (const { episodes } of trials('sokoban', {}, 12, teacher(style, { skill: 0.8 }))) {
        const avoid: string[] = [];
        for (const { states, turns, note } of episodes) {
          const made = madePushes({ states, actions: turns.map((turn) => turn.acted.actions) }).map((push) => JSON.stringify(push));
          for (const push of made) expect(avoid).not.toContain(push);
          checked += avoid.length;
          const read = readSokobanNote(note?.text ?? '');
          avoid.push(...read.avoid.map((push) => JSON.stringify(push)));
        }
      }
    }
    expect(checked).toBeGreaterThan(10);
  });

  it('are mistrusted when they begin with a box that is not there', () => {
    const task = taskFromXsb(['#######', '#     #', '#@$  .#', '#######'].join('\n'), sokobanWorld.parseConfig({}));
    const say = (note: string): string => {
      const player = teacher('greedy');
      let heard = '';
      playAll([{ task, config: { episodes: 2, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }], {
        hash: 'x',
        respond: (request) => {
          if (request.purpose === 'reflect') return { text: `<remark>${note}</remark>`, tokens: [], finish: 'stop' };
          if (request.draw.episode === 0) return { text: '', tokens: [], finish: 'stop' };
          const response = player.respond(request);
          if (heard === '') heard = response.text;
          return response;
        },
      });
      return heard;
    };
    expect(say('first box (2, 2) right')).toMatch(/^ quick note box \(2, 2\) right</);
    expect(say('first box (1, 4) left')).toMatch(/^ quick box \(2, 2\) right target \(2, 5\)</);
  });

  it('come from pushes that really lock', () => {
    for (const { episodes } of trials('sokoban', {}, 10)) {
      for (const { states, turns, end } of episodes) {
        if (end !== 'dead') continue;
        const state = states[states.length - 2];
        if (state.world !== 'sokoban') continue;
        const { actions } = turns[turns.length - 1].acted;
        const [last] = actions.slice(-1);
        const before = actions.slice(0, -1).reduce<SokobanState>((s, action) => {
          const next = sokobanWorld.step({ ...s, turn: 0 }, { valid: true, actions: [sokobanWorld.parseAction(action) ?? 'still'] });
          return next.state;
        }, state);
        expect(legal(before)).toContain(last);
        const direction = sokobanWorld.parseAction(last);
        if (direction && direction !== 'still') expect(locks(levelOf(before.task), before, direction)).toBe(true);
      }
    }
  });
});

describe('the mixture', () => {
  it('draws styles and notes by their weights', () => {
    const dice = random(5);
    const drawn = Array.from({ length: 4000 }, () => sampleTeacher(dice, 'minesweeper'));
    const share = (test: (mix: Mix) => boolean): number => drawn.filter(test).length / drawn.length;
    const total = (weights: Record<string, number>): number => Object.values(weights).reduce((a, b) => a + b);
    const { first, notes, follow } = recipes.minesweeper;
    for (const style of styles) expect(share((mix) => mix.style === style)).toBeCloseTo(first[style] / total(first), 1);
    for (const note of noteQualities) expect(share((mix) => mix.note === note)).toBeCloseTo(notes[note] / total(notes), 1);
    expect(share((mix) => mix.follow)).toBeCloseTo(follow, 1);
  });

  it('leaves room: wins 25 to 45 % of first episodes at the paper\'s settings', () => {
    for (const world of worlds) {
      const p1 = strength(someTasks(world, {}, 200), population(world)).wonWithin[0];
      expect(p1).toBeGreaterThan(0.25);
      expect(p1).toBeLessThan(0.45);
    }
  });

  it('has one word for each style', () => {
    expect(new Set(styles.map(styleWord)).size).toBe(styles.length);
  });
});
