/** A training run in a folder: the checkpoint, written whole or not at all, and what people and other programs read. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Validation } from '../../experiment/trainingLoop.ts';
import { adapterOf, type AdapterLayout } from '../../learning/adapterLayout.ts';
import type { TrainingState } from '../../learning/trainer.ts';
import { packTraining, unpackTraining, type CheckpointMark } from '../../learning/trainingCheckpoint.ts';
import { writeAdapter } from '../../policy/files/adapter.ts';
import { fileSource } from './fileSource.ts';
import { readJsonLines } from './jsonLines.ts';
import { writeWhole } from './writeWhole.ts';

const checkpointIn = (folder: string): string => join(folder, 'checkpoint.safetensors');

/** @returns null when the folder has none @throws CheckpointError when it is damaged or of another run */
export async function loadTraining(folder: string, mark: CheckpointMark): Promise<TrainingState | null> {
  if (!existsSync(checkpointIn(folder))) return null;
  // in pieces: with a wide adapter of a large model it is longer than what can be read at once
  await using source = await fileSource(checkpointIn(folder));
  return await unpackTraining(source, mark);
}

const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** One line of `validation.jsonl`, as far as anyone here asks. `evaluation`: how it was measured; a line without is of an earlier version. */
type SavedValidation = Pick<Validation, 'iteration' | 'success'> & { readonly evaluation?: unknown };

/** `checkpoint.safetensors`, `metrics.jsonl`, and the adapter in PEFT's format under `adapter/`. @param base what the adapter sits on, for people */
export function saveTraining(folder: string, state: TrainingState, mark: CheckpointMark, layout: AdapterLayout, base: string): void {
  mkdirSync(join(folder, 'adapter'), { recursive: true });
  const files = writeAdapter(adapterOf(layout, state.parameters), layout.config, { name: base, hash: mark.base });
  writeWhole(join(folder, 'adapter', 'adapter_config.json'), files.config);
  writeWhole(join(folder, 'adapter', 'adapter_model.safetensors'), files.tensors);
  writeWhole(join(folder, 'metrics.jsonl'), lines(state.metrics.map((metrics) => ({ version: 1, ...metrics }))));
  // last, so that what it stands for is there
  writeWhole(checkpointIn(folder), packTraining(state, mark));
}

/** Validations up to an iteration; later ones belong to work that was lost, and all of them where the checkpoint is gone. @throws Error for a damaged file */
export function loadValidations(folder: string, iteration: number): SavedValidation[] {
  const path = join(folder, 'validation.jsonl');
  if (!existsSync(path) || !existsSync(checkpointIn(folder))) return [];
  return readJsonLines(path).filter((value): value is SavedValidation => isValidation(value) && value.iteration <= iteration);
}

export function saveValidations(folder: string, validations: readonly SavedValidation[]): void {
  writeWhole(join(folder, 'validation.jsonl'), lines(validations.map((each) => ({ version: 1, ...each }))));
}

function isValidation(value: unknown): value is SavedValidation {
  return typeof value === 'object' && value !== null && 'iteration' in value && typeof value.iteration === 'number' && 'success' in value && Array.isArray(value.success);
}
