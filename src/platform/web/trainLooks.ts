/** What may be asked of the worker that trains: a look into its last iteration, adapters compared on the same tasks, files. */
import { parseConfig, withValues } from '../../experiment/config.ts';
import { validationTrials } from '../../experiment/training.ts';
import { adapterLayout, adapterOf } from '../../learning/adapterLayout.ts';
import { responseLogProbs } from '../../learning/inspect.ts';
import { policyEngine } from '../../learning/policyEngine.ts';
import { playOn } from '../../learning/rollouts.ts';
import { actAtOnce } from '../../learning/trainer.ts';
import { modelHash } from '../../policy/engine/served.ts';
import { readAdapter, writeAdapter } from '../../policy/files/adapter.ts';
import { mergedGguf } from '../../policy/files/merge.ts';
import { text } from '../../policy/files/metadata.ts';
import type { Adapter } from '../../policy/model/config.ts';
import { fold } from '../../trial/fold.ts';
import { partOf } from './trainGate.ts';
import type { AdapterInput, AdapterPlace, TrainCommand, TrainEvent } from './trainMessages.ts';
import { pagePasses, pageSlots, type LastIteration, type Opened } from './trainOpened.ts';
import type { RunStore } from './trainStore.ts';

export type Asked = Extract<TrainCommand, { type: 'rows' | 'trial' | 'play' | 'file' | 'check' }>;

export async function answer(asked: Asked, opened: Opened, store: RunStore, post: (event: TrainEvent) => void, signal: AbortSignal): Promise<void> {
  const { request } = asked;
  switch (asked.type) {
    case 'rows': {
      const { run, group, iteration } = lastOf(opened);
      const rows = iteration.rows.map(({ group, trial, episode, phase, reward, valid, anchor }) => ({ group, trial, episode, phase, reward, valid, anchor }));
      const wonIn = iteration.trials.map((records) => fold(records).episodes.findIndex(({ end }) => end === 'won') + 1);
      return post({ type: 'rows', request, run, iteration: iteration.metrics.iteration, group, rows, wonIn });
    }
    case 'trial': {
      const last = lastOf(opened);
      const records = last.iteration.trials[asked.trial];
      if (!records) throw new Error(`The last iteration has no trial ${asked.trial}.`);
      const [before, after] = await logProbs(last, asked.trial, opened);
      return post({ type: 'trial', request, records: [...records], before, after });
    }
    case 'play': {
      const config = withValues(parseConfig(asked.config), [['evaluation.tasks', asked.from + asked.tasks]]);
      const trials = validationTrials(config, opened.style).slice(asked.from);
      const force = config.trial.thought === 'none' ? actAtOnce : '';
      opened.looker ??= opened.backend.decoder(partOf(opened.backend.runtime), opened.model.weights, pageSlots);
      const decoder = await opened.looker;
      for (const [arm, { adapter, memory }] of asked.arms.entries()) {
        if (signal.aborted) break;
        const specs = trials.map((spec) => ({ ...spec, config: { ...spec.config, memory } }));
        const worn = adapter ? (await adapterAt(adapter, opened, store)).adapter : undefined;
        const onTrial = (trial: number, records: readonly unknown[]): void => post({ type: 'played', request, arm, trial, records: [...records] });
        await playOn(decoder, opened.base, opened.format, worn, { trials: specs, force, signal, onDone: () => undefined, onTrial }, pageSlots);
      }
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

function lastOf({ last }: Opened): LastIteration {
  if (!last) throw new Error('No iteration has been trained since the page was opened.');
  return last;
}

async function logProbs({ iteration, before, after, layout }: LastIteration, trial: number, { engine, backend, model }: Opened): Promise<[number[], number[]]> {
  const scope = partOf(backend.runtime);
  try {
    // graphs of the run are ready while it trains; after it, they are made anew
    const own = engine?.layout === layout ? engine.engine : policyEngine(scope, model.weights, layout);
    const of = (parameters: Float32Array): Promise<number[]> => responseLogProbs(iteration.trials[trial], parameters, own, model.config.context, pagePasses);
    return [await of(before), await of(after)];
  } finally {
    await scope.dispose();
  }
}

async function adapterAt({ run, iteration }: AdapterPlace, { model }: Opened, store: RunStore): Promise<{ readonly adapter: Adapter; readonly name: string }> {
  const { parameters, head } = await store.adapter(run, iteration);
  const layout = adapterLayout(model.config, head.config.adapter, head.config.advantage.estimator === 'ppo');
  if (layout.length !== parameters.length) throw new Error('The adapter is of another shape than this model needs.');
  return { adapter: adapterOf(layout, parameters), name: `${head.name}, iteration ${iteration}` };
}

/** An adapter from files. @throws ModelFileError, also for one that was trained on another base */
export function readFiles({ config, tensors }: AdapterInput, { model, base }: Pick<Opened, 'model' | 'base'>): Promise<Adapter> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(config);
  } catch {
    throw new Error('adapter_config.json is not JSON.');
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
