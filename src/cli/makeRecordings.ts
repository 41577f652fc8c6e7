/**
 * Writes what the page shows before any model has loaded, played by Scout itself: `npm run recordings`.
 * public/recordings/opening.jsonl: one trial, lost at first and won with a note, with the alternatives at every token.
 * public/recordings/wall.json: many trials on held-out tasks, as they came, packed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { taskAt } from '../experiment/tasks.ts';
import { serveFile } from '../platform/node/trialWorker.ts';
import { fold, type TrialView } from '../trial/fold.ts';
import { pack } from '../trial/pack.ts';
import { toJsonl, type TrialRecord } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import { play } from '../trial/scheduler.ts';
import { scoutPath } from './policy.ts';

const each = 32;
const settings = [
  ['sokoban', { size: 6, boxes: 2, turns: 7 }],
  ['minesweeper', { size: 6, mines: 3, turns: 7 }],
] as const;
/** as in Scout's measurements */
const sampling = { temperature: 0.7, topP: 0.8, topK: 20 };

const specs = settings.flatMap(([world, values]) =>
  Array.from({ length: each }, (_, index): Omit<TrialSpec, 'style'> => ({
    task: taskAt(world, values, 'heldout', index),
    config: { episodes: 3, memory: 'reflection' },
    seed: 1,
    trial: index,
    sampling,
  })),
);

const served = await serveFile({ file: scoutPath }, 1, each);
const trials = await play(specs.map((spec) => ({ ...spec, style: served.style })), served.engine, { inFlight: each, top: 4 });
await served.dispose();

const folder = new URL('../../public/recordings/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('wall.json', folder), `[\n${trials.map((records) => JSON.stringify(pack(records))).join(',\n')}\n]\n`);
const [opening] = trials.toSorted((a, b) => interest(b) - interest(a));
writeFileSync(new URL('opening.jsonl', folder), toJsonl(opening.map(short)));
console.error(`${trials.length} trials; the opening one: ${fold(opening).episodes.map(({ end }) => end).join(', ')}.`);

/** How much a first look at the page can learn from a trial. */
function interest(records: readonly TrialRecord[]): number {
  const view = fold(records);
  const turns = view.episodes.reduce((sum, episode) => sum + episode.turns.length, 0);
  const named = view.episodes.filter(({ note }) => note && /\(\d, \d\)/.test(note.text)).length;
  return (view.won === true && view.episodes.length > 1 ? 10 : 0) + 2 * named + 3 * heeded(view) + (view.start.task.world === 'sokoban' ? 1 : 0) - turns / 20;
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
