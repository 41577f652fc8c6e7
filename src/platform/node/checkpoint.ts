/** A training run on disk: parameters, moments and where it stood, written whole or not at all. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openSafetensors, writeSafetensors } from '../../policy/files/safetensors.ts';
import { messageOf } from '../../policy/thrown.ts';
import { writeWhole } from './writeWhole.ts';

const state = z.object({ version: z.literal(1), recipe: z.string(), step: z.int().nonnegative(), tokens: z.number(), seconds: z.number() });
type RunState = z.infer<typeof state>;

export interface Checkpoint {
  readonly state: RunState;
  readonly parameters: Float32Array;
  readonly m: Float32Array;
  readonly v: Float32Array;
}

const fileIn = (folder: string): string => join(folder, 'checkpoint.safetensors');

export function saveCheckpoint(folder: string, { state, parameters, m, v }: Checkpoint): void {
  mkdirSync(folder, { recursive: true });
  const vector = (data: Float32Array) => ({ dims: [data.length], data });
  writeWhole(fileIn(folder), writeSafetensors(new Map([['parameters', vector(parameters)], ['m', vector(m)], ['v', vector(v)]]), { state: JSON.stringify(state) }));
}

/** @returns null when the folder has none. @throws Error naming the file and saying what to do with a damaged one or one of another recipe */
export async function loadCheckpoint(folder: string, recipe: string, length: number): Promise<Checkpoint | null> {
  const path = fileIn(folder);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const damaged = (what: string): Error => new Error(`${path} is damaged (${what}); delete it to start anew.`);
  const checkpoint = await unpack(bytes).catch((error: unknown) => {
    throw damaged(messageOf(error).replace(/\.$/, ''));
  });
  const found = checkpoint.state.recipe;
  if (found !== recipe) throw new Error(`${path} belongs to another recipe (${found}, this one is ${recipe}); give another --dir or delete it.`);
  for (const name of vectors) {
    if (checkpoint[name].length !== length) throw damaged(`${name} has ${checkpoint[name].length} values; ${length} are needed`);
  }
  return checkpoint;
}

const vectors = ['parameters', 'm', 'v'] as const;

/** @throws Error saying what is wrong */
async function unpack(bytes: Uint8Array): Promise<Checkpoint> {
  const file = await openSafetensors(bytes);
  const vector = async (name: (typeof vectors)[number]): Promise<Float32Array> => {
    const { data } = await file.read(name);
    if (data instanceof Float32Array) return data;
    throw new Error(`${name} holds whole numbers`);
  };
  return { state: stateOf(file.metadata.get('state')), parameters: await vector('parameters'), m: await vector('m'), v: await vector('v') };
}

function stateOf(text: string | undefined): RunState {
  try {
    return state.parse(JSON.parse(text ?? ''));
  } catch {
    throw new Error('it does not say where the run stood');
  }
}
