/** A decoder put through its paces; the same on every runtime. */
import type { Decoder } from '../src/policy/model/config.ts';
import { f32, type Tensor } from '../src/policy/runtime.ts';
import type { Step } from './harness/protocol.ts';

/** @returns for each step its tensors: logits, or log-probs of each sequence, or none */
export async function take(decoder: Decoder, steps: readonly Step[]): Promise<Tensor[][]> {
  const results: Tensor[][] = [];
  for (const step of steps) results.push(await one(decoder, step));
  return results;
}

async function one(decoder: Decoder, step: Step): Promise<Tensor[]> {
  switch (step.do) {
    case 'forward':
      return [f32(await decoder.forward(step.rows), [step.rows.length, decoder.config.vocabulary])];
    case 'truncate':
      decoder.truncate(step.slot, step.length);
      return [];
    case 'copy':
      decoder.copy(step.from, step.to, step.length);
      return [];
    case 'score':
      return (await decoder.score(step.sequences)).map((scores) => f32(scores, [scores.length]));
  }
}
