import './testing.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { serveFile } from '../platform/node/trialWorker.ts';
import { fold } from '../trial/fold.ts';
import { play } from '../trial/scheduler.ts';
import { worldIds } from '../worlds/index.ts';
import recorded from './recorded.json' with { type: 'json' };
import { specOf } from './run.ts';
import { settingsOf } from './settings.ts';
import { useSetup } from './setup.ts';

const scout = fileURLToPath(new URL('../../models/scout/scout.gguf', import.meta.url));
const atFirst = useSetup.getState();
const { chooseWorld, choose } = atFirst;

afterEach(() => useSetup.setState(atFirst));

describe('Who chooses another world', () => {
  it('gets its first setting with the seed that the page begins with there, and comes back to the one before', () => {
    for (const world of ['minesweeper', 'sokoban', 'minesweeper'] as const) {
      chooseWorld(world);
      expect(useSetup.getState()).toMatchObject({ setting: settingsOf(world)[0].id, seed: recorded.seeds[world] });
    }
    choose({ setting: 'mines-5-12' });
    chooseWorld('sokoban');
    expect(useSetup.getState().seed).toBe(recorded.seeds.sokoban);
  });

  it('keeps a seed of their own', () => {
    choose({ seed: '7' });
    chooseWorld('minesweeper');
    expect(useSetup.getState().seed).toBe('7');
    chooseWorld('sokoban');
    expect(useSetup.getState().seed).toBe('7');
  });
});

describe.skipIf(!existsSync(scout))('Whoever opens the page, chooses a world and runs it as it is', () => {
  it.each(worldIds)('sees Scout lose the first episode, write a note and win a later one: %s', async (world) => {
    chooseWorld(world);
    const served = await serveFile({ file: scout }, 1, 1);
    const [records] = await play([specOf(useSetup.getState())], served.engine);
    await served.dispose();
    const { won, episodes } = fold(records);
    const [first, ...later] = episodes.map(({ end }) => end);
    // A new Scout plays them otherwise; `npm run recordings` finds seeds for it.
    expect({ won, lost: first !== 'won', later: later.at(-1) }).toEqual({ won: true, lost: true, later: 'won' });
    expect(episodes[0].note?.text).not.toBe('');
  });
});
