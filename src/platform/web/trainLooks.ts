/** What may be asked of the worker that trains: a look into its last iteration, adapters compared on the same tasks, files. */
import { parseConfig, withValues, type ExperimentConfig } from '../../experiment/config.ts';
import { liftOutcome, liftSamples, otherNotes, type LiftQuestion } from '../../experiment/lift.ts';
import { validationTrials } from '../../experiment/training.ts';
import { adapterLayout, adapterOf, type AdapterLayout } from '../../learning/adapterLayout.ts';
import { responseLogProbs, type ResponseLogProbs } from '../../learning/inspect.ts';
import { policyEngine } from '../../learning/policyEngine.ts';
import { playOn } from '../../learning/rollouts.ts';
import { rowsOf } from '../../learning/rows.ts';
import { actAtOnce } from '../../learning/trainer.ts';
import { modelHash } from '../../policy/engine/served.ts';
import { readAdapter, writeAdapter } from '../../policy/files/adapter.ts';
import { mergedGguf } from '../../policy/files/merge.ts';
import { text } from '../../policy/files/metadata.ts';
import type { Adapter } from '../../policy/model/config.ts';
import { fold } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import type { TrainHead } from './trainDisk.ts';
import { partOf } from './trainGate.ts';
import type { AdapterInput, AdapterPlace, TrainCommand, TrainEvent } from './trainMessages.ts';
import { pagePasses, pageSlots, type Opened } from './trainOpened.ts';
import { TrainError } from './trainProblem.ts';
import type { RunStore } from './trainStore.ts';

export type Asked = Extract<TrainCommand, { type: 'rows' | 'trial' | 'play' | 'lift' | 'file' | 'check' }>;

export async function answer(asked: Asked, opened: Opened, store: RunStore, post: (event: TrainEvent) => void, signal: AbortSignal): Promise<void> {
  const { request } = asked;
  const playWith = async (worn: AdapterPlace | null, config: ExperimentConfig, trials: readonly TrialSpec[], onTrial: (trial: number, records: readonly TrialRecord[]) => void): Promise<void> => {
    const force = config.trial.thought === 'none' ? actAtOnce : '';
    opened.looker ??= opened.backend.decoder(partOf(opened.backend.runtime), opened.model.weights, pageSlots);
    const adapter = worn ? (await adapterAt(worn, opened, store)).adapter : undefined;
    await playOn(await opened.looker, opened.base, opened.format, adapter, { trials, force, signal, onDone: () => undefined, onTrial }, pageSlots);
  };
  switch (asked.type) {
    case 'rows': {
      const { iteration, group, trials } = (await store.last(asked.run)).played;
      const rows = trials.flatMap((records, i) => rowsOf(records, Math.floor(i / group), i % group)).map(({ response: _, ...row }) => row);
      const wonIn = trials.map((records) => fold(records).episodes.findIndex(({ end }) => end === 'won') + 1);
      return post({ type: 'rows', request, iteration, group, rows, wonIn });
    }
    case 'trial': {
      const { run, iteration } = asked.place;
      const { played, after, head } = await store.last(run);
      const records = played.trials.at(asked.trial);
      if (played.iteration !== iteration || !records) throw new TrainError({ kind: 'goneOn', iteration });
      const layout = layoutOf(head, played.before, opened);
      const [first, then] = await logProbs(records, [played.before, after], run, layout, opened);
      return post({ type: 'trial', request, records: [...records], before: first, after: then });
    }
    case 'play': {
      const config = withValues(parseConfig(asked.config), [['evaluation.tasks', asked.from + asked.tasks]]);
      const trials = validationTrials(config, opened.style).slice(asked.from);
      for (const [arm, worn] of asked.arms.entries()) {
        if (signal.aborted) break;
        await playWith(worn, config, trials, (trial, records) => post({ type: 'played', request, arm, trial, records: [...records] }));
      }
      return post({ type: 'done', request });
    }
    case 'lift': {
      const samples = asked.questions.flatMap((each, question) => {
        const found: LiftQuestion = { ...each, records: each.records.map(parseRecord) };
        return liftSamples(found, asked.samples, [...otherNotes(found, asked.samples)]).map((sample) => ({ ...sample, question }));
      });
      await playWith(asked.adapter, parseConfig(asked.config), samples.map(({ spec }) => spec), (index, records) => {
        const { question, arm, k } = samples[index];
        const won = liftOutcome(records);
        if (won !== null) post({ type: 'sampled', request, question, arm, sample: k, won });
      });
      return post({ type: 'done', request });
    }
    case 'file': {
      const { adapter, name } = await adapterAt(asked.place, opened, store);
      return post({ type: 'files', request, files: asked.kind === 'adapter' ? adapterFiles(adapter, opened) : [mergedFile(adapter, name, opened)] });
    }
    case 'check': {
      const { rank, scale, targets } = await readFiles(asked.adapter, opened);
      return post({ type: 'checked', request, rank, alpha: scale * rank, targets: [...targets] });
    }
  }
}

async function logProbs(records: readonly TrialRecord[], vectors: readonly Float32Array[], run: string, layout: AdapterLayout, { engine, backend, model, format }: Opened): Promise<ResponseLogProbs[]> {
  const scope = partOf(backend.runtime);
  try {
    // graphs of the run are ready while it trains; after it, they are made anew
    const own = engine?.run === run ? engine.engine : policyEngine(scope, model.weights, layout);
    const found: ResponseLogProbs[] = [];
    for (const parameters of vectors) found.push(await responseLogProbs(records, parameters, own, model.config.context, format, pagePasses));
    return found;
  } finally {
    await scope.dispose();
  }
}

/** How a run's parameters are laid out. @throws TrainError when the run is of another model than the one that is loaded */
function layoutOf(head: TrainHead, parameters: Float32Array, { model, base }: Opened): AdapterLayout {
  if (head.base !== base) throw new TrainError({ kind: 'otherModel', run: head.name });
  const layout = adapterLayout(model.config, head.config.adapter, head.config.advantage.estimator === 'ppo');
  if (layout.length !== parameters.length) throw new TrainError({ kind: 'otherModel', run: head.name });
  return layout;
}

async function adapterAt({ run, iteration }: AdapterPlace, opened: Opened, store: RunStore): Promise<{ readonly adapter: Adapter; readonly name: string }> {
  const { parameters, head } = await store.adapter(run, iteration);
  return { adapter: adapterOf(layoutOf(head, parameters, opened), parameters), name: `${head.name}, iteration ${iteration}` };
}

/** An adapter from files. @throws TrainError when the .json is none, ModelFileError, also for one that was trained on another base */
export function readFiles({ config, tensors }: AdapterInput, { model, base }: Pick<Opened, 'model' | 'base'>): Promise<Adapter> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(config);
  } catch {
    throw new TrainError({ kind: 'adapterCut' });
  }
  return readAdapter({ config: parsed, tensors }, model.config, base);
}

function nameOf({ model }: Opened): string {
  return text(model.metadata, 'general.name') ?? 'model';
}

function adapterFiles(adapter: Adapter, opened: Opened): { name: string; bytes: Uint8Array }[] {
  const files = writeAdapter(adapter, opened.model.config, { name: nameOf(opened), hash: opened.base });
  return [
    { name: 'adapter_config.json', bytes: new TextEncoder().encode(files.config) },
    { name: 'adapter_model.safetensors', bytes: files.tensors },
  ];
}

/** Half precision: eight bits would round away a part of what was learnt. */
function mergedFile(adapter: Adapter, name: string, { model, base }: Opened): { name: string; bytes: Uint8Array } {
  return { name: 'model.gguf', bytes: mergedGguf(model, adapter, { type: 'F16', adapter: name, base, policy: modelHash(base, adapter) }) };
}
