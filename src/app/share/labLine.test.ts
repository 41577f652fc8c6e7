import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fold, type TrialView } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { contentKey, makeTask, type Task } from '../../worlds/index.ts';
import { parseBoard } from '../../worlds/minesweeper/index.ts';
import { taskFromXsb, world as sokoban } from '../../worlds/sokoban/index.ts';
import { taskKey } from '../settings.ts';
import { labLine } from './labLine.ts';

const tasks: readonly (readonly [string, Task, number])[] = [
  ['the paper’s Sokoban', makeTask('sokoban', {}, 15), 15],
  ['a larger Sokoban', makeTask('sokoban', { size: 7, boxes: 3 }, 7), 7],
  ['the paper’s MineSweeper', makeTask('minesweeper', {}, 4), 4],
  ['a longer MineSweeper', makeTask('minesweeper', { mines: 5, turns: 12 }, 11), 11],
];

function played(task: Task, changed: Partial<TrialView['start']> = {}): TrialView {
  const spec = { task, config: { episodes: 2, memory: 'both' as const }, style: 'brief' as const, seed: 3, trial: 0 };
  const view = fold(playAll([spec], teacher('greedy'))[0]);
  return { ...view, start: { ...view.start, ...changed } };
}

const flag = (line: string, name: string): string | undefined => new RegExp(`--${name} (\\S+)`).exec(line)?.[1];
const settingsIn = (line: string): Record<string, string> => Object.fromEntries([...line.matchAll(/--set (\w+)=(\S+)/g)].map(([, key, value]) => [key, value]));

describe('The command that plays a trial again', () => {
  it.each(tasks)('names the task by its seed: %s', (_, task, seed) => {
    const made = labLine(played(task), seed);
    expect(made?.level).toBeNull();
    const line = made?.line ?? '';
    expect(line).toMatch(/^npm run lab -- trial --world \w+ /);
    expect(taskKey(makeTask(task.world, settingsIn(line), Number(flag(line, 'seed'))))).toBe(taskKey(task));
    expect([flag(line, 'policy'), flag(line, 'episodes'), flag(line, 'memory'), flag(line, 'sample-seed')]).toEqual(['teacher:greedy', '2', 'both', '3']);
  });

  it.each(tasks)('brings the level along where no seed is known: %s', (_, task) => {
    const { line, level } = labLine(played(task), null) ?? { line: '', level: '' };
    const text = level ?? '';
    expect(flag(line, 'level')).toBe('level.txt');
    const settings = settingsIn(line);
    const first = flag(line, 'first')?.split(',').map(Number);
    const again = task.world === 'sokoban' ? taskFromXsb(text, sokoban.parseConfig(settings)) : parseBoard(text, first ? { row: first[0], col: first[1] } : null, settings);
    expect(contentKey(again)).toBe(contentKey(task));
    expect(taskKey(again)).toBe(taskKey(task));
  });

  it('says the sampling where it is not the command line’s own', () => {
    const sampling = { temperature: 1, topP: 0.8, topK: 0 };
    const line = labLine(played(tasks[0][1], { sampling }), 15)?.line ?? '';
    expect([flag(line, 'temperature'), flag(line, 'top-p'), flag(line, 'top-k')]).toEqual(['1', undefined, '0']);
  });

  it('says nothing that the command line does not know', () => {
    const known = ['policy.ts', 'taskFlags.ts'].map((name) => readFileSync(new URL(`../../cli/${name}`, import.meta.url), 'utf8')).join('\n');
    const lines = tasks.flatMap(([, task, seed]) => [seed, null].map((each) => labLine(played(task, { sampling: { temperature: 0, topP: 0.5, topK: 1 } }), each)?.line ?? ''));
    const flags = new Set(lines.flatMap((line) => [...line.matchAll(/--[a-z][\w-]*/g)].map(([name]) => name)));
    expect(flags.size).toBeGreaterThan(9);
    expect([...flags].filter((name) => !known.includes(`'${name} `))).toEqual([]);
  });

  it('is not there for what a person plays', () => {
    const view = played(tasks[2][1]);
    const own = view.episodes.map((episode) => ({ ...episode, turns: episode.turns.map((turn) => ({ ...turn, response: { ...turn.response, policy: 'person' } })) }));
    expect(labLine({ ...view, episodes: own }, 4)).toBeNull();
  });
});
