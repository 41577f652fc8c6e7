/** A training run on disk: parameters, moments and where it stood, written whole or not at all. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openSafetensors, writeSafetensors } from '../../policy/files/safetensors.ts';
import { writeWhole } from './writeWhole.ts';

const state = z.object({ version: z.literal(1), recipe: z.string(), step: z.int().nonnegative(), tokens: z.number(), seconds: z.number() });
export type RunState = z.infer<typeof state>;

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

/** @returns null when the folder has none. @throws Error saying what to do with a damaged one or one of another recipe */
export async function loadCheckpoint(folder: string, recipe: string, length: number): Promise<Checkpoint | null> {
  if (!existsSync(fileIn(folder))) return null;
  const file = await openSafetensors(readFileSync(fileIn(folder)));
  const found = state.parse(JSON.parse(file.metadata.get('state') ?? '{}'));
  if (found.recipe !== recipe) throw new Error(`${fileIn(folder)} belongs to another recipe (${found.recipe}, this one is ${recipe}); give another --dir or delete it.`);
  const vector = async (name: string): Promise<Float32Array> => {
    const { data } = await file.read(name);
    if (!(data instanceof Float32Array) || data.length !== length) throw new Error(`${fileIn(folder)} is damaged (${name}); delete it to start anew.`);
    return data;
  };
  return { state: found, parameters: await vector('parameters'), m: await vector('m'), v: await vector('v') };
}
