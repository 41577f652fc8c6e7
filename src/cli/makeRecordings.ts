/**
 * Writes what the page shows before any model has loaded, played by Scout itself: `npm run recordings`.
 * public/recordings/opening.jsonl: one trial, lost at first and won with a note, with the alternatives at every token.
 * public/recordings/wall.json: many trials on held-out tasks, as they came, each as a link.
 * src/app/recorded.json: which setting the opening trial has, so that the page offers that very trial to be run live; the seed to begin with in
 * each world, one that Scout loses at first and wins with a note; and Scout's hash, by which the page knows who played before any model has loaded.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { encodeLink } from '../experiment/links/index.ts';
import { seedAt } from '../experiment/tasks.ts';
import { serveFile } from '../platform/node/trialWorker.ts';
import { fold, type TrialView } from '../trial/fold.ts';
import { toJsonl, type TrialRecord } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import { play } from '../trial/scheduler.ts';
import { makeTask } from '../worlds/index.ts';
import { plural } from '../worlds/plural.ts';
import { scoutPath } from './policy.ts';

const each = 32;
const settings = [
  { id: 'sokoban-6-2', world: 'sokoban', values: { size: 6, boxes: 2, turns: 7 } },
  { id: 'mines-3-7', world: 'minesweeper', values: { size: 6, mines: 3, turns: 7 } },
] as const;
/** as in Scout's measurements */
const sampling = { temperature: 0.7, topP: 0.8, topK: 20 };

const tasks = settings.flatMap(({ id, world, values }) =>
  Array.from({ length: each }, (_, index) => {
    const seed = seedAt(world, values, 'heldout', index);
    return { setting: id, seed, task: makeTask(world, values, seed) };
  }),
);
// As the page and the command line run a single trial: whoever runs one of these gets the same again.
const specs = tasks.map(({ task }): Omit<TrialSpec, 'style'> => ({ task, config: { episodes: 3, memory: 'reflection' }, seed: 1, trial: 0, sampling }));

const served = await serveFile({ file: scoutPath }, 1, each);
const trials = await play(specs.map((spec) => ({ ...spec, style: served.style })), served.engine, { inFlight: each, top: 4 });
const { hash } = served.engine;
await served.dispose();

const folder = new URL('../../public/recordings/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('wall.json', folder), `[\n${trials.map((records) => JSON.stringify(encodeLink(records, { thoughts: true }))).join(',\n')}\n]\n`);
const played = trials.map((records, index) => ({ records, ...tasks[index] })).toSorted((a, b) => interest(b.records) - interest(a.records));
const [{ records: opening, setting }] = played;
const seeds = Object.fromEntries(settings.map(({ world }) => [world, String(played.find(({ task }) => task.world === world)?.seed)]));
writeFileSync(new URL('opening.jsonl', folder), toJsonl(opening.map(short)));
writeFileSync(new URL('../app/recorded.json', import.meta.url), `${JSON.stringify({ setting, seeds, scout: hash })}\n`);
console.error(`${plural(trials.length, 'trial')}; the opening one: ${fold(opening).episodes.map(({ end }) => end).join(', ')}.`);

/** How much a first look at the page can learn from a trial. */
function interest(records: readonly TrialRecord[]): number {
  const view = fold(records);
  const turns = view.episodes.reduce((sum, episode) => sum + episode.turns.length, 0);
  const named = view.episodes.filter(({ note }) => note && /\(\d, \d\)/.test(note.text)).length;
  // won in a turn or two is mere luck to whoever looks on
  const lucky = (view.episodes.at(-1)?.turns.length ?? 0) < 3;
  return (view.won === true && view.episodes.length > 1 ? 10 : 0) + 2 * named + 3 * heeded(view) + (view.start.task.world === 'sokoban' ? 1 : 0) - (lucky ? 5 : 0) - turns / 20;
}

/** Turns after a note whose thought says that memory was used. */
function heeded(view: TrialView): number {
  return Math.min(2, view.episodes.slice(1).flatMap(({ turns }) => turns).filter(({ response }) => /^\s*\w+ (note|not|seen) /.test(response.text)).length);
}

/** Log-probs to four digits: nobody sees more. */
function short(record: TrialRecord): TrialRecord {
  if (record.type !== 'responded') return record;
  const round = (x: number): number => Math.round(x * 1e4) / 1e4;
  return {
    ...record,
    logprobs: record.logprobs.map(round),
    ...(record.alternatives && { alternatives: record.alternatives.map((place) => place.map(({ text, logprob }) => ({ text, logprob: round(logprob) }))) }),
  };
}
