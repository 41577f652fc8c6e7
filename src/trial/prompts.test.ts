import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { taskFromXsb, world as sokoban } from '../worlds/sokoban/index.ts';
import { memoryModes, type MemoryMode, type Player, type PromptStyle, type TrialRequest } from './contract.ts';
import { remembered } from './memory.ts';
import { playAll } from './scheduler.ts';

const level = taskFromXsb(['######', '#  ###', '#@$ .#', '# $ .#', '######'].join('\n'), sokoban.parseConfig({ turns: 3 }));
const field = makeTask('minesweeper', { mines: 5, turns: 7 }, 12);

/** The requests of a trial whose player answers from a script. */
function ask(task: typeof level | typeof field, style: PromptStyle, memory: MemoryMode, answers: readonly string[]): TrialRequest[] {
  const asked: TrialRequest[] = [];
  const player: Player = {
    hash: 'script',
    respond: (request) => {
      asked.push(request);
      return { text: answers[asked.length - 1] ?? '', tokens: [], finish: 'stop' };
    },
  };
  playAll([{ task, config: { episodes: 2, memory }, style, seed: 1, trial: 0 }], player);
  return asked;
}

const last = (request: TrialRequest): string => request.messages[request.messages.length - 1].content;

const pushes = ['<action>right</action>', 'what?', '<action>down, left</action>', '<remark>push the lower box first</remark>'];
const clicks = ['<action>(1, 2)</action>', '<action>(4, 1)</action>', '<remark>mine (4, 1)</remark>'];

describe.each(['brief', 'full'] as const)('the %s style', (style) => {
  it('words a first turn, a later turn, an invalid one and the reflection', () => {
    const asked = ask(level, style, 'reflection', pushes);
    expect(asked.slice(0, 4).map(last)).toMatchSnapshot('sokoban');
    expect(ask(field, style, 'reflection', clicks).slice(0, 3).map(last)).toMatchSnapshot('minesweeper');
  });

  it.each(memoryModes)('opens the second episode under memory %s', (memory) => {
    const notes = memory === 'reflection' || memory === 'both';
    const second = ask(level, style, memory, notes ? pushes : pushes.slice(0, 3))[notes ? 4 : 3];
    expect(second.messages.length).toBe(1);
    expect(last(second)).toMatchSnapshot('sokoban');
    expect(last(ask(field, style, memory, notes ? clicks : clicks.slice(0, 2))[notes ? 3 : 2])).toMatchSnapshot('minesweeper');
  });

  it('asks the same in the first episode whatever the memory mode', () => {
    const first = memoryModes.map((memory) => ask(field, style, memory, clicks)[0].messages);
    for (const messages of first) expect(messages).toEqual(first[0]);
  });

  it('tells the settings that are played', () => {
    const many = makeTask('minesweeper', { mines: 4, turns: 9, size: 5 }, 3);
    const text = last(ask(many, style, 'none', [])[0]);
    expect(text).toContain('4 mines');
    expect(text).toContain('9 turns');
  });
});

describe('memory', () => {
  it('lets through what its mode says, oldest first', () => {
    const scene = ask(field, 'brief', 'both', clicks)[3].scene;
    const shown = memoryModes.map((memory) => remembered({ ...scene, memory }).map((item) => [item.episode, item.end, item.note, item.history?.actions]));
    const actions = [['1,2'], ['4,1']];
    expect(shown).toEqual([
      [],
      [[0, 'dead', 'mine (4, 1)', undefined]],
      [[0, 'dead', undefined, actions]],
      [[0, 'dead', 'mine (4, 1)', actions]],
    ]);
  });
});
