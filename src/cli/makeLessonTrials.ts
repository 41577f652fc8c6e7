/**
 * Writes the trials that the lessons speak of, played by Scout itself on held-out tasks, as links: src/app/lessons/trials.json.
 * Run it after every new Scout, with the recordings. `repeat`: three episodes without memory, lost to the same mine again and again;
 * `note`: a Sokoban trial lost at first and won with a note; `explore`: a MineSweeper trial whose note led to a win.
 */
import { writeFileSync } from 'node:fs';
import { encodeLink } from '../experiment/links/index.ts';
import { seedAt } from '../experiment/tasks.ts';
import { serveFile } from '../platform/node/trialWorker.ts';
import { fold, type TrialView } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { play } from '../trial/scheduler.ts';
import { makeTask, rows, type WorldId } from '../worlds/index.ts';
import { scoutPath } from './policy.ts';

/** as in Scout's measurements */
const sampling = { temperature: 0.7, topP: 0.8, topK: 20 };
const sokoban = { size: 6, boxes: 2, turns: 7 };
const minesweeper = { size: 6, mines: 3, turns: 7 };

interface Wanted {
  readonly world: WorldId;
  readonly settings: Readonly<Record<string, number>>;
  readonly memory: 'none' | 'reflection';
  readonly tasks: number;
  /** how much the lesson can make of it */
  readonly worth: (view: TrialView) => number;
}

const named = (view: TrialView): number => view.episodes.filter(({ note }) => note && /\(\d, \d\)/.test(note.text)).length;
const heeded = (view: TrialView, episode: number): number =>
  view.episodes.at(episode)?.turns.filter(({ response }) => /^\s*\w+ (note|not|seen) /.test(response.text)).length ?? 0;
const length = (view: TrialView): number => view.episodes.reduce((sum, { turns }) => sum + turns.length, 0);

const lessons: Readonly<Record<'repeat' | 'note' | 'explore', Wanted>> = {
  repeat: {
    world: 'minesweeper',
    settings: minesweeper,
    memory: 'none',
    tasks: 96,
    worth: (view) => {
      if (view.won !== false || view.episodes.some(({ end }) => end !== 'dead')) return -Infinity;
      const fatal = view.episodes.map(({ states }) => rows(states[states.length - 1]).join('').indexOf('*'));
      // lost to the same mine, or not worth telling
      return 10 * Math.max(...fatal.map((cell) => fatal.filter((other) => other === cell).length)) + length(view) / 10;
    },
  },
  note: {
    world: 'sokoban',
    settings: sokoban,
    memory: 'reflection',
    tasks: 32,
    worth: (view) => (view.won === true && view.episodes.length > 1 ? 5 * named(view) + heeded(view, view.episodes.length - 1) - view.episodes.length : -Infinity),
  },
  explore: {
    world: 'minesweeper',
    settings: { ...minesweeper, mines: 4 },
    memory: 'reflection',
    tasks: 96,
    worth: (view) => {
      const note = view.episodes[0].note?.text ?? '';
      const said = note.match(/(?:blank|[1-8]) \(/g)?.length ?? 0;
      const fits = view.won === true && view.episodes.length > 1 && /mine \(/.test(note) && said > 0;
      return fits ? said + 2 * Math.min(3, heeded(view, 1)) + view.episodes[0].turns.length - 2 * view.episodes.length : -Infinity;
    },
  },
};

const served = await serveFile({ file: scoutPath }, 1, 32);
const links: Record<string, string> = {};
for (const [name, { world, settings, memory, tasks, worth }] of Object.entries(lessons)) {
  const specs = Array.from({ length: tasks }, (_, index) => ({
    task: makeTask(world, settings, seedAt(world, settings, 'heldout', index)),
    config: { episodes: 3, memory },
    style: served.style,
    seed: 1,
    trial: 0,
    sampling,
  }));
  const trials = await play(specs, served.engine, { inFlight: 32 });
  const best = trials.reduce((a, b) => (worth(fold(b)) > worth(fold(a)) ? b : a));
  if (worth(fold(best)) === -Infinity) throw new Error(`No trial fits the lesson ${name}; try more tasks.`);
  links[name] = encodeLink(best, { thoughts: true });
  console.error(`${name} (${worth(fold(best))}): ${summary(best)}`);
}
await served.dispose();
writeFileSync(new URL('../app/lessons/trials.json', import.meta.url), `${JSON.stringify(links, null, 2)}\n`);

function summary(records: readonly TrialRecord[]): string {
  const { episodes } = fold(records);
  return episodes.map(({ end, turns, note }) => `${end} after ${turns.length}${note ? ` “${note.text}”` : ''}`).join('; ');
}
