import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentKey, InputError, makeTask, type Task, type WorldId } from '../worlds/index.ts';
import { mineRows, parseBoard } from '../worlds/minesweeper/index.ts';
import { taskFromXsb, world as sokoban } from '../worlds/sokoban/index.ts';
import lists from './lists.json' with { type: 'json' };
import { canonical } from './splits.ts';
import { findingTask, listLength, Scan, seedAt, shape, splitOf, splits, taskAt, taskList, trainTask } from './tasks.ts';

/** Of everything that makes the tasks what they are: the level, or the mines and the first click. */
const fingerprint = (tasks: readonly Task[]): string => {
  const whole = tasks.map((task) => contentKey(task) + (task.world === 'minesweeper' ? JSON.stringify(task.first) : ''));
  return createHash('sha256').update(whole.join('\n')).digest('hex').slice(0, 16);
};

/** Contents of the fixed lists: held-out, validation to its 256th task, and after it. They may never change: reported figures and links rest on them. */
const golden: readonly (readonly [WorldId, object, string, string, string])[] = [
  ['minesweeper', {}, 'ab2b65c1ad927892', 'cdb686d6b977a602', 'a77a2b9feb82b89c'],
  ['minesweeper', { mines: 4, turns: 7 }, '1431183b53af713b', '5d7b45260fcf201d', '5817c0429f2c4629'],
  ['minesweeper', { mines: 5, turns: 12 }, '8a6609c47cea4979', 'd4a8059bdd220d89', '143de7e5b0de599e'],
  ['sokoban', {}, '655f3a27d150bb43', 'd502bf9ab59c71ee', 'ba1f7eb201836454'],
  ['sokoban', { size: 7, boxes: 3 }, 'f52005678fb049d6', '0b450aa3be7ee5e3', '3afed5e4dbabf2ec'],
  ['sokoban', { size: 8, boxes: 3 }, 'fec1b96a18d2ba04', 'fb42b7e3a8e84927', '9452aab040dd3e18'],
];

describe('fixed lists', () => {
  it.each(golden)('of %s %j hold the same different tasks for ever', (world, settings, heldout, validation, more) => {
    const lists = { heldout: taskList(world, settings, 'heldout', listLength.heldout), validation: taskList(world, settings, 'validation', listLength.validation) };
    for (const split of ['heldout', 'validation'] as const) {
      expect(new Set(lists[split].map(contentKey)).size).toBe(listLength[split]);
      expect(new Set(lists[split].map(splitOf))).toEqual(new Set([split]));
    }
    expect([lists.heldout, lists.validation.slice(0, 256), lists.validation.slice(256)].map(fingerprint)).toEqual([heldout, validation, more]);
  }, 60_000);

  it('are what a scan of the seeds finds', () => {
    const scan = new Scan('minesweeper', {}, 'test');
    for (const split of ['heldout', 'validation'] as const) {
      const seeds = Array.from({ length: listLength[split] }, (_, i) => scan.seedAt(split, i));
      expect(seeds).toEqual(lists['minesweeper size=6 mines=3'][split]);
    }
  });

  it('go on beyond their end with new contents', () => {
    const tasks = taskList('minesweeper', { mines: 5 }, 'heldout', 40, listLength.heldout - 20);
    expect(new Set(tasks.map(contentKey)).size).toBe(40);
    expect(seedAt('minesweeper', { mines: 5 }, 'heldout', 512)).toBeGreaterThan(seedAt('minesweeper', { mines: 5 }, 'heldout', 511));
  });
});

describe('splits', () => {
  it('share out contents 70 : 10 : 20 and never let a train task be of another split', () => {
    const counts = { train: 0, validation: 0, heldout: 0 };
    for (let seed = 0; seed < 3000; seed++) counts[splitOf(makeTask('minesweeper', { mines: 5 }, seed))]++;
    expect(Math.abs(counts.heldout / 3000 - 0.2)).toBeLessThan(0.03);
    expect(Math.abs(counts.validation / 3000 - 0.1)).toBeLessThan(0.02);
    for (let n = 0; n < 500; n++) expect(splitOf(trainTask('minesweeper', {}, n))).toBe('train');
    for (let n = 0; n < 30; n++) expect(splitOf(trainTask('sokoban', {}, n))).toBe('train');
  });

  it('are the same for a board turned or mirrored, so none of them leaks', () => {
    const turn = (rows: readonly string[]): string[] =>
      Array.from({ length: rows[0].length }, (_, c) => [...rows].reverse().map((row) => row[c]).join(''));
    const mirror = (rows: readonly string[]): string[] => rows.map((row) => [...row].reverse().join(''));
    for (let seed = 0; seed < 60; seed++) {
      const mines = makeTask('minesweeper', { mines: 4 }, seed);
      let board = minePicture(mines);
      let level = contentKey(makeTask('sokoban', {}, seed)).slice('sokoban '.length).split('/');
      const [expectedMines, expectedLevel] = [splitOf(mines), canonical(level)];
      for (let quarter = 0; quarter < 4; quarter++) {
        [board, level] = [turn(board), turn(level)];
        for (const picture of [board, mirror(board)]) expect(splitOf(parseBoard(picture.join('\n'), null, {}))).toBe(expectedMines);
        for (const picture of [level, mirror(level)]) {
          expect(canonical(picture)).toBe(expectedLevel);
        }
      }
    }
    expect(canonical(['ab', 'cd'])).not.toBe(canonical(['ab', 'dc']));
  });

  it('look at the level of an imported task, not at where it came from', () => {
    const task = makeTask('sokoban', {}, 4);
    const rows = task.world === 'sokoban' ? contentKey(task).slice('sokoban '.length).split('/') : [];
    const framed = ['#'.repeat(rows[0].length + 2), ...rows.map((row) => `#${row}#`), '#'.repeat(rows[0].length + 2)];
    expect(splitOf(taskFromXsb(framed.join('\n'), sokoban.parseConfig({})))).toBe(splitOf(task));
  });
});

describe('a task of a split', () => {
  it('depends on nothing but world, settings, split and index', () => {
    for (const split of splits) {
      const late = taskAt('sokoban', { size: 5, boxes: 1 }, split, 9);
      expect(taskAt('sokoban', { size: 5, boxes: 1 }, split, 9)).toEqual(late);
      expect(taskList('sokoban', { size: 5, boxes: 1 }, split, 10).at(9)).toEqual(late);
      expect(splitOf(late)).toBe(split);
    }
    expect(trainTask('minesweeper', {}, 3)).toEqual(taskAt('minesweeper', {}, 'train', 3));
  });

  it('has the same content under settings that do not change it', () => {
    const keys = [{}, { turns: 12 }, { reward: 'shaped' }, { fidelity: 'released' }, { firstClick: 'policy' }].map((settings) =>
      contentKey(taskAt('minesweeper', settings, 'heldout', 17)),
    );
    expect(new Set(keys).size).toBe(1);
    expect(shape('sokoban', { turns: 9 })).toBe(shape('sokoban', {}));
    expect(shape('sokoban', { maxSolution: 15 })).not.toBe(shape('sokoban', {}));
  });

  it('is the same when it is looked for in steps, whoever else looks or leaves in the middle', () => {
    const settings = { size: 5, boxes: 1, maxSolution: 12 };
    const scan = new Scan('sokoban', settings, 'whole');
    const expected = Array.from({ length: 12 }, (_, i) => scan.seedAt('heldout', i));
    const shared = new Scan('sokoban', settings, 'shared');
    const left = shared.findingSeed('heldout', 11);
    for (let step = 0; step < 20; step++) left.next();
    const known: number[] = [];
    const both = [shared.findingSeed('heldout', 11, (found) => known.push(found)), shared.findingSeed('heldout', 10)];
    const found = both.map((): number | undefined => undefined);
    while (found.includes(undefined)) {
      both.forEach((steps, i) => {
        const step = found[i] === undefined ? steps.next() : undefined;
        if (step?.done === true) found[i] = step.value;
      });
    }
    expect(found).toEqual([expected[11], expected[10]]);
    expect(known.at(-1)).toBe(12);
    expect(known).toEqual([...known].sort((a, b) => a - b));
    expect(Array.from({ length: 12 }, (_, i) => shared.seedAt('heldout', i))).toEqual(expected);
  });

  it('is looked for in many steps where it is hard to find, a room of a level being one', () => {
    const steps = findingTask('sokoban', { size: 7, boxes: 3, minSolution: 200, maxSolution: 200 }, 'train', 0);
    let count = 0;
    for (; count < 20 && steps.next().done !== true; count++);
    expect(count).toBe(20);
  });

  it('is refused with the reason where a setting has too few different ones', () => {
    expect(() => taskList('minesweeper', { size: 4 }, 'heldout', 512)).toThrow(InputError);
    expect(() => taskList('minesweeper', { size: 4 }, 'heldout', 512)).toThrow(/There is no heldout task \d+: only \d+ different ones/);
    expect(() => trainTask('minesweeper', { mines: 9 }, 0)).toThrow(/mines is 9/);
    expect(() => taskAt('sokoban', { boxes: 9 }, 'heldout', 0)).toThrow(/boxes is 9/);
  });
});

function minePicture(task: Task): string[] {
  if (task.world !== 'minesweeper') throw new Error('A MineSweeper task is needed.');
  return mineRows(task);
}
