/** A training run as one file: adapter, optimizer, where it stands and its metrics. Random numbers depend on the seed and the iteration alone. */
import { z } from 'zod';
import { openSafetensors, writeSafetensors } from '../policy/files/safetensors.ts';
import type { ByteSource } from '../policy/files/source.ts';
import { messageOf } from '../policy/thrown.ts';
import type { TrainingState } from './trainer.ts';

/** Text, for a person: what was wrong and what to do. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}

/** The checkpoint is whole, but of another policy or configuration. */
export class OtherRunError extends CheckpointError {
  constructor(
    message: string,
    readonly found: CheckpointMark,
  ) {
    super(message);
  }
}

export interface CheckpointMark {
  /** fingerprint of the policy's weights */
  readonly base: string;
  /** the configuration in one canonical spelling */
  readonly config: string;
}

const number = z.number();
/** One line of a run's metrics, as files and messages hold it. */
export const iterationMetrics = z.object({
  iteration: number,
  trials: number,
  success: z.array(number),
  validShare: number,
  validNotes: number.nullable(),
  noteLength: number.nullable(),
  turns: number,
  sampledTokens: number,
  return: number,
  groups: number,
  flatGroups: number,
  sequences: number,
  tokens: number,
  entropy: number.nullable(),
  kl: number.nullable(),
  gap: number.nullable(),
  largestGap: number.nullable(),
  loss: number.nullable(),
  gradientNorm: number.nullable(),
  clipShare: number.nullable(),
  rate: number,
  steps: number,
  seconds: z.object({ rollout: number, credit: number, score: number, update: number }),
});
const header = z.object({
  version: z.literal(1),
  base: z.string(),
  config: z.string(),
  iteration: z.int().nonnegative(),
  steps: z.int().nonnegative(),
  metrics: z.array(iterationMetrics),
});

/** @returns a safetensors file: `parameters`, `m` and `v` as vectors, all else as JSON in its metadata */
export function packTraining({ iteration, steps, parameters, m, v, metrics: reports }: TrainingState, { base, config }: CheckpointMark): Uint8Array {
  const about: z.input<typeof header> = { version: 1, base, config, iteration, steps, metrics: reports.map((each) => ({ ...each, success: [...each.success] })) };
  const vector = (data: Float32Array) => ({ dims: [data.length], data });
  return writeSafetensors(new Map([['parameters', vector(parameters)], ['m', vector(m)], ['v', vector(v)]]), { fieldnotes: JSON.stringify(about) });
}

/**
 * @param expected what the run is to go on with; left out: whatever the file holds
 * @throws CheckpointError when the file is damaged, OtherRunError when it is of another policy or configuration
 */
export async function unpackTraining(from: Uint8Array | ByteSource, expected?: CheckpointMark): Promise<TrainingState & CheckpointMark> {
  const damaged = (what: string): CheckpointError => new CheckpointError(`The checkpoint is damaged (${what}); delete it to start anew.`);
  const file = await openSafetensors(from).catch((error: unknown) => {
    throw damaged(messageOf(error));
  });
  let value: unknown;
  try {
    value = JSON.parse(file.metadata.get('fieldnotes') ?? '');
  } catch {
    throw damaged('its header');
  }
  const parsed = header.safeParse(value);
  if (!parsed.success) throw damaged(parsed.error.issues[0].path.join('.') || 'its header');
  const { base, config, iteration, steps, metrics: reports } = parsed.data;
  const other = (what: string): OtherRunError => new OtherRunError(`The checkpoint ${what}, or another place for this run.`, { base, config });
  if (expected && base !== expected.base) throw other(`was trained on another policy (${base}; this one is ${expected.base}); use that policy`);
  if (expected && config !== expected.config) throw other('belongs to another configuration; use that one');
  const vector = async (name: string): Promise<Float32Array> => {
    const { data } = await file.read(name);
    if (!(data instanceof Float32Array)) throw damaged(name);
    return data;
  };
  const [parameters, m, v] = [await vector('parameters'), await vector('m'), await vector('v')];
  if (m.length !== parameters.length || v.length !== parameters.length) throw damaged('its lengths');
  return { base, config, iteration, steps, parameters, m, v, metrics: reports };
}
