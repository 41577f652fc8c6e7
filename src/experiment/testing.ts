/** A model too small to know anything that reads and writes as Scout does, for tests of whatever works with one. */
import { flatLayout, initialParameters, weightsOf } from '../learning/flat.ts';
import { writeModel } from '../policy/files/model.ts';
import type { ModelConfig, Weights } from '../policy/model/config.ts';
import { scoutTokenizer } from './scout/model.ts';
import { chatTemplate } from './scout/vocabulary.ts';

export const tinyNet: ModelConfig = {
  architecture: 'qwen3', hidden: 32, layers: 1, heads: 2, kvHeads: 1, headDim: 16, intermediate: 32,
  vocabulary: scoutTokenizer().tokens.length, context: 1024, tied: true, ropeTheta: 1e4, rmsEps: 1e-6,
};

/** Another seed, another model. */
export function tinyWeights(seed = 1): Weights {
  const layout = flatLayout(tinyNet);
  return weightsOf(layout, initialParameters(layout, seed));
}

export function tinyFile({ seed = 1, template = chatTemplate }: { readonly seed?: number; readonly template?: string } = {}): Uint8Array {
  const extra = new Map([['fieldnotes.prompt', { type: 'string', value: 'brief' }]] as const);
  return writeModel({ name: 'tiny', weights: tinyWeights(seed), tokenizer: scoutTokenizer(), chatTemplate: template, type: 'F32', extra });
}
