/** The trials on the wall: recordings from a file, or a run of many. Kept outside React; told once a frame. */
import { apply, begin, fold, type TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { play, playText } from '../../trial/scheduler.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { InputError } from '../../worlds/index.ts';
import { status } from '../log.ts';
import { teacherOf } from '../policies.ts';
import { attempt, specOf } from '../run.ts';
import { loadScout, slots } from '../scout.ts';
import type { Choice } from '../setup.ts';
import { sampled } from '../source.ts';

export interface Wall {
  readonly kind: 'empty' | 'loading' | 'missing' | 'recorded' | 'live';
  /** how many there will be */
  readonly planned: number;
  readonly trials: readonly { readonly index: number; readonly view: TrialView; readonly records: readonly TrialRecord[] }[];
}

export const wall = sampled<Wall>({ kind: 'empty', planned: 0, trials: [] });

/** Trials of one run. */
export const many = 64;

let shown = 0;

/** Once: the recordings, a few at a time so that nothing stutters. */
export async function openWall(): Promise<void> {
  if (wall.get().kind !== 'empty') return;
  const own = ++shown;
  wall.set({ kind: 'loading', planned: 0, trials: [] });
  try {
    const [response, { decodeLink }] = await Promise.all([fetch('./recordings/wall.json'), import('../../experiment/links/index.ts')]);
    if (!response.ok) throw new Error(`${response.status}`);
    const links: unknown = await response.json();
    if (!Array.isArray(links)) throw new InputError('The recordings are no list.');
    const trials: Wall['trials'][number][] = [];
    for (const [index, link] of links.entries()) {
      const { records } = decodeLink(String(link));
      trials.push({ index, records, view: fold(records) });
      if (index % 4 === 3) await breathe();
      if (own !== shown) return;
      wall.set({ kind: 'recorded', planned: links.length, trials: [...trials] });
    }
  } catch {
    if (own === shown) wall.set({ kind: 'missing', planned: 0, trials: [] });
  }
}

/** Many trials of the chosen setting, on the chosen seed and those after it. */
export function runMany(choice: Choice): Promise<void> {
  const own = ++shown;
  return attempt(async (signal) => {
    const policy = teacherOf(choice.policy) ?? (await loadScout(signal));
    if (signal.aborted) return;
    status.set({ kind: 'many' });
    wall.set({ kind: 'live', planned: many, trials: [] });
    const specs = await tasks(choice, signal);
    const lists: TrialRecord[][] = specs.map(() => []);
    const views = new Map<number, TrialView>();
    const onRecord = (trial: number, record: TrialRecord): void => {
      const before = views.get(trial);
      const view = before ? apply(before, record) : record.type === 'trialStarted' ? begin(record) : null;
      if (!view || own !== shown) return;
      views.set(trial, view);
      lists[trial].push(record);
      wall.set({
        kind: 'live',
        planned: specs.length,
        trials: [...views].sort(([a], [b]) => a - b).map(([index, each]) => ({ index, view: each, records: lists[index] })),
      });
    };
    if ('enqueue' in policy) {
      await play(specs, policy, { inFlight: slots, signal, onRecord });
      return;
    }
    for (const [trial, spec] of specs.entries()) {
      if (signal.aborted) return;
      await playText([spec], policy, { signal, onRecord: (_, record) => onRecord(trial, record) });
      await breathe();
    }
  });
}

/** Seeds without a level are passed over. */
async function tasks(choice: Choice, signal: AbortSignal): Promise<TrialSpec[]> {
  const specs: TrialSpec[] = [];
  for (let offset = 0; specs.length < many && offset < 2 * many && !signal.aborted; offset++) {
    try {
      specs.push(specOf(choice, offset));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
    if (offset % 4 === 3) await breathe();
  }
  return specs;
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
