/** All that the page and the worker that trains say to one another. Everything is parsed by whoever receives it. */
import { z } from 'zod';
import { liftArms } from '../../experiment/lift.ts';
import { iterationMetrics } from '../../learning/trainingCheckpoint.ts';
import { trainProblem } from './trainProblem.ts';

const count = z.int().nonnegative();
const request = count;
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'bytes are needed');
const run = z.string().min(1).max(100);
/** adapter_config.json as text, and adapter_model.safetensors */
const adapterFiles = z.object({ config: z.string().max(1e6), tensors: bytes });

/** A run's adapter after an iteration. */
const place = z.object({ run, iteration: count });
/** null: the policy without an adapter */
const worn = place.nullable();
/** A note to measure: the trial that it stands in, the episode (from 0) that it follows, what it says, and how the policy is to be drawn. */
const question = z.object({
  records: z.array(z.unknown()),
  episode: count,
  note: z.string().min(1),
  sampling: z.object({ temperature: z.number(), topP: z.number(), topK: z.number() }),
});

const command = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), prefer: z.enum(['auto', 'webgpu', 'wasm']), threads: z.int().min(1).max(16), model: bytes }),
  /** Begin a run, or go on with one that the store knows. `config` is an experiment's; `adapter` is what a new run begins with. */
  z.object({ type: z.literal('train'), run, name: z.string().max(200), config: z.unknown(), adapter: adapterFiles.nullable() }),
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('stop') }),
  /** What was played in a run's last iteration, turn by turn. */
  z.object({ type: z.literal('rows'), request, run }),
  /** One trial of that iteration, with the log-probs of each response before and after the update. */
  z.object({ type: z.literal('trial'), request, place, trial: count }),
  /** Tasks of the validation list, from one index on, by each arm with the same uniforms. */
  z.object({ type: z.literal('play'), request, config: z.unknown(), arms: z.array(worn).min(1).max(64), from: count, tasks: z.int().min(1).max(256) }),
  /** What notes are worth to the policy with an adapter: so many samples of each arm of each lift. */
  z.object({ type: z.literal('lift'), request, config: z.unknown(), adapter: worn, questions: z.array(question).min(1).max(256), samples: z.int().min(1).max(128) }),
  z.object({ type: z.literal('cancel'), request }),
  z.object({ type: z.literal('file'), request, place, kind: z.enum(['adapter', 'gguf']) }),
  /** Is this an adapter for the model? What its settings are. */
  z.object({ type: z.literal('check'), request, adapter: adapterFiles }),
]);

const row = z.object({
  group: count,
  trial: count,
  episode: count,
  phase: z.enum(['play', 'reflect']),
  reward: z.number(),
  valid: z.boolean(),
  anchor: z.string(),
});

const validation = z.object({
  iteration: count,
  success: z.array(z.number()),
  intervals: z.array(z.tuple([z.number(), z.number()])),
  invalidTurns: z.number(),
  validNotes: z.number().nullable(),
  emptyNotes: z.number().nullable(),
});

const phases = ['rollout', 'score', 'update', 'validate'] as const;

/** Of each response in order, as `responseLogProbs` gives them. */
const logProbs = z.object({ whole: z.array(z.number()), action: z.array(z.number()) });

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), base: z.string(), kind: z.enum(['wasm', 'webgpu']), reason: z.string(), threads: z.int() }),
  /** @param request null: of the run, or of the worker itself */
  z.object({ type: z.literal('failed'), request: request.nullable(), problem: trainProblem, details: z.string().nullable() }),
  /** `iteration`: where it stands */
  z.object({ type: z.literal('began'), run, iteration: count }),
  z.object({ type: z.literal('progress'), phase: z.enum(phases), done: count, of: count, memory: z.number().nullable() }),
  z.object({ type: z.literal('iterated'), run, metrics: iterationMetrics }),
  z.object({ type: z.literal('validated'), run, validation }),
  /** what keeps the run from being saved (null: saved), and after which iterations its adapter was kept */
  z.object({ type: z.literal('saved'), run, problem: z.enum(['full', 'forbidden', 'blocked', 'newer', 'lost', 'failed']).nullable(), iteration: count, kept: z.array(count) }),
  z.object({ type: z.literal('paused') }),
  z.object({ type: z.literal('resumed') }),
  z.object({ type: z.literal('ended'), run, whole: z.boolean() }),
  /** `group` trials to a task; rows of trials in order; of each trial the episode that was won, from 1 (0: none) */
  z.object({ type: z.literal('rows'), request, iteration: count, group: z.int(), rows: z.array(row), wonIn: z.array(count) }),
  z.object({ type: z.literal('trial'), request, records: z.array(z.unknown()), before: logProbs, after: logProbs }),
  z.object({ type: z.literal('played'), request, arm: count, trial: count, records: z.array(z.unknown()) }),
  /** `question`, `sample`: from 0 */
  z.object({ type: z.literal('sampled'), request, question: count, arm: z.enum(liftArms), sample: count, won: z.boolean() }),
  z.object({ type: z.literal('done'), request }),
  z.object({ type: z.literal('files'), request, files: z.array(z.object({ name: z.string(), bytes })) }),
  z.object({ type: z.literal('checked'), request, rank: z.int(), alpha: z.number(), targets: z.array(z.string()) }),
]);

type Frozen<T> = T extends Uint8Array ? T : T extends [infer A, infer B] ? readonly [Frozen<A>, Frozen<B>] : T extends readonly (infer U)[] ? readonly Frozen<U>[] : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
export type TrainCommand = Frozen<z.infer<typeof command>>;
export type TrainEvent = Frozen<z.infer<typeof event>>;
export type AdapterPlace = Frozen<z.infer<typeof place>>;
export type AdapterInput = Frozen<z.infer<typeof adapterFiles>>;

/** @throws ZodError */
export function parseTrainCommand(message: unknown): TrainCommand {
  return command.parse(message);
}

/** @throws ZodError */
export function parseTrainEvent(message: unknown): TrainEvent {
  return event.parse(message);
}

/** What the store keeps of a run's curves; null: it can't be read. */
export const reports = z.object({ metrics: z.array(iterationMetrics), validations: z.array(validation) });
