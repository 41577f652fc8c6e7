/**
 * The worker's side of training in the page: one run at a time, by the same trainer as on the command line, saved after each iteration. What is asked of it
 * meanwhile comes first (trainLooks.ts); training waits. Knows neither workers nor browsers.
 */
import { parseConfig } from '../../experiment/config.ts';
import { trainingKey, trainingTasks } from '../../experiment/training.ts';
import { training } from '../../experiment/trainingLoop.ts';
import { adapterLayout, initialAdapter, vectorOf } from '../../learning/adapterLayout.ts';
import { adamw } from '../../learning/optimizer.ts';
import { policyEngine } from '../../learning/policyEngine.ts';
import { rolloutsOn } from '../../learning/rollouts.ts';
import { freshState, type TrainingState } from '../../learning/trainer.ts';
import { unpackTraining } from '../../learning/trainingCheckpoint.ts';
import { chatOf, loadModel } from '../../policy/files/model.ts';
import { weightsHash } from '../../policy/engine/served.ts';
import { Gate, partOf } from './trainGate.ts';
import { answer, readFiles, type Asked } from './trainLooks.ts';
import { parseTrainCommand, type TrainCommand, type TrainEvent } from './trainMessages.ts';
import { pagePasses, pageSlots, type Opened, type TrainBackend } from './trainOpened.ts';
import { trainErrorOf } from './trainErrors.ts';
import { TrainError } from './trainProblem.ts';
import { RunStore } from './trainStore.ts';
import type { PlayedIteration, TrainDisk } from './trainDisk.ts';

interface TrainPort {
  post(event: TrainEvent): void;
  onMessage(listener: (message: unknown) => void): void;
}

export interface TrainServices {
  open(prefer: 'auto' | 'webgpu' | 'wasm', threads: number): Promise<TrainBackend>;
  disk(): Promise<TrainDisk>;
  /** Nobody else may train this run until what is returned has been called; null: somebody does. */
  lock(run: string): Promise<(() => void) | null>;
}

type Order<T extends TrainCommand['type']> = Extract<TrainCommand, { type: T }>;

/** Serve commands that come in at `port` for as long as the worker lives. */
export function trainHost(port: TrainPort, services: TrainServices): void {
  const gate = new Gate();
  const store = new RunStore(() => services.disk());
  const cancels = new Map<number, AbortController>();
  let opened: Promise<Opened> | null = null;
  let running: { readonly stop: AbortController; readonly over: Promise<void> } | null = null;
  let release: (() => void) | null = null;

  const open = async ({ prefer, threads, model: bytes }: Order<'open'>): Promise<Opened> => {
    const backend = await services.open(prefer, threads);
    const model = await loadModel(bytes);
    const base = weightsHash(model.weights);
    const style = model.metadata.get('fieldnotes.prompt')?.value === 'brief' ? 'brief' : 'full';
    port.post({ type: 'opened', base, kind: backend.kind, reason: backend.reason, threads: backend.threads });
    return { backend, model, base, style, format: chatOf(model), engine: null, looker: null };
  };

  const train = async (order: Order<'train'>, at: Opened, signal: AbortSignal): Promise<boolean> => {
    const config = parseConfig(order.config);
    const { model, backend, base, style, format } = at;
    const unlock = await services.lock(order.run);
    if (!unlock) throw new TrainError({ kind: 'otherTab' });
    const scope = partOf(backend.runtime);
    try {
      const layout = adapterLayout(model.config, config.adapter, config.advantage.estimator === 'ppo');
      const mark = { base, config: trainingKey(config) };
      const stored = await store.load(order.run);
      const start = async (): Promise<TrainingState> => {
        if (stored) return unpackTraining(stored.checkpoint, mark);
        return freshState(order.adapter ? vectorOf(layout, await readFiles(order.adapter, at)) : initialAdapter(layout, config.schedule.seed));
      };
      const state = await start();
      const engine = policyEngine(scope, model.weights, layout);
      const decoder = await backend.decoder(scope, model.weights, pageSlots);
      at.engine = { run: order.run, engine };
      const { beta1, beta2, eps, decay } = config.optimizer;
      const setup = {
        layout,
        engines: [gate.engine(engine)],
        rollouts: rolloutsOn(gate.decoder(decoder), base, format, layout, { style, slots: pageSlots }),
        optimizer: await adamw(scope, layout, state, { beta1, beta2, eps, decay }),
        tasks: (iteration: number) => trainingTasks(config, iteration),
        now: () => gate.now(),
        passes: pagePasses,
      };
      const saving = store.begin({ run: order.run, name: order.name, config, base, imported: order.adapter !== null, mark }, stored);
      const save = async (last: PlayedIteration | null): Promise<void> => {
        const { head, problem } = await saving.save(state, last);
        port.post({ type: 'saved', run: order.run, problem, iteration: head.iteration, kept: [...head.kept] });
      };
      port.post({ type: 'began', run: order.run, iteration: state.iteration });
      await save(null);
      const steps = training(config, state, setup, {
        validated: saving.validations.map(({ iteration }) => iteration),
        signal,
        onProgress: (phase, done, of) => port.post({ type: 'progress', phase, done, of, memory: backend.memory() }),
      });
      for (;;) {
        const next = await steps.next();
        if (next.done === true) return next.value;
        if (next.value.type === 'validated') {
          saving.validations.push(next.value.validation);
          port.post({ type: 'validated', run: order.run, validation: next.value.validation });
          await save(null);
        } else {
          const { iteration: { metrics, trials }, before } = next.value;
          port.post({ type: 'iterated', run: order.run, metrics });
          await save({ iteration: metrics.iteration, group: config.rollout.group, trials, before });
        }
      }
    } finally {
      at.engine = null;
      await scope.dispose();
      unlock();
    }
  };

  const begin = (order: Order<'train'>): void => {
    if (running) throw new TrainError({ kind: 'busy' });
    const stop = new AbortController();
    const work = async (): Promise<void> => {
      let whole = false;
      try {
        whole = await train(order, await loaded(), stop.signal);
      } catch (error) {
        fail(null, error);
      }
      running = null;
      release?.();
      release = null;
      port.post({ type: 'ended', run: order.run, whole });
    };
    running = { stop, over: work() };
  };

  const loaded = (): Promise<Opened> => opened ?? Promise.reject(new Error('No model has been opened.'));

  const look = async (asked: Asked): Promise<void> => {
    const cancel = new AbortController();
    cancels.set(asked.request, cancel);
    const go = gate.hold();
    try {
      await answer(asked, await loaded(), store, (event) => port.post(event), cancel.signal);
    } finally {
      go();
      cancels.delete(asked.request);
    }
  };

  const obey = async (command: TrainCommand): Promise<void> => {
    switch (command.type) {
      case 'open':
        opened ??= open(command);
        await opened;
        return;
      case 'train':
        return begin(command);
      case 'pause':
        if (!running || release) return;
        release = gate.hold();
        return port.post({ type: 'paused' });
      case 'resume':
        if (!release) return;
        release();
        release = null;
        return port.post({ type: 'resumed' });
      case 'stop':
        running?.stop.abort();
        release?.();
        release = null;
        return running?.over;
      case 'cancel':
        return cancels.get(command.request)?.abort();
      default:
        return look(command);
    }
  };

  const fail = (request: number | null, error: unknown): void => {
    const { problem, details } = trainErrorOf(error);
    port.post({ type: 'failed', request, problem, details });
  };

  port.onMessage((message) => {
    const command = parseTrainCommand(message);
    obey(command).catch((error: unknown) => fail('request' in command ? command.request : null, error));
  });
}
