import { describe, expect, it } from 'vitest';
import { taskFromXsb, world } from '../worlds/sokoban/index.ts';
import { fold, sceneOf } from './fold.ts';
import { prompts } from './prompts.ts';
import { playAll } from './scheduler.ts';
import { teacher } from './teachers/teacher.ts';
import type { PromptStyle } from './contract.ts';

const config = world.parseConfig({});

function play(level: string, style: PromptStyle = 'brief') {
  const spec = { task: taskFromXsb(level, config), config: { episodes: 3, memory: 'reflection' as const }, style, seed: 1, trial: 0 };
  return fold(playAll([spec], teacher('perfect', { skill: 1 }))[0]);
}

describe('an imported level', () => {
  it('is described to the policy as what it is, not as what the settings would make', () => {
    for (const [level, boxes] of [['#####\n#@$.#\n#####', 1], ['#######\n#@$.  #\n# $.  #\n# $.  #\n#######', 3]] as const) {
      const view = play(level);
      const scene = { ...sceneOf(view), states: [view.episodes[0].states[0]], actions: [], end: null };
      expect(prompts.brief.opening(scene)).toContain(` all ${boxes} boxes `);
      expect(prompts.full.opening(scene)).toContain(boxes === 1 ? 'push the box onto the target' : `push all ${boxes} boxes`);
    }
  });

  it('that is solved from the start is won without asking anybody', () => {
    const view = play('#####\n#*@ #\n#####');
    expect(view.won).toBe(true);
    expect(view.episodes[0].turns).toHaveLength(0);
  });
});
