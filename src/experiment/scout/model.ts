/** Scout as a model file: its shape, its tokenizer and chat template, and what its metadata says of it. */
import { initialParameters, weightsOf, type FlatLayout } from '../../learning/flat.ts';
import { chatOf, writeModel } from '../../policy/files/model.ts';
import { createTokenizer, type TokenizerData } from '../../policy/files/tokenizer.ts';
import type { Chat } from '../../policy/files/chat.ts';
import type { ModelConfig, Weights } from '../../policy/model/config.ts';
import { chatTemplate, scoutVocabulary } from './vocabulary.ts';

export function scoutTokenizer(): TokenizerData {
  const vocabulary = scoutVocabulary();
  const idOf = (text: string): number => vocabulary.findIndex((token) => token.text === text);
  return {
    tokens: vocabulary.map((token) => token.text),
    kinds: vocabulary.map((token) => token.type),
    merges: [],
    bos: null,
    eos: idOf('<|end|>'),
    eot: null,
    pad: idOf('<|pad|>'),
    addBos: false,
  };
}

export function scoutChat(): Chat {
  return chatOf({ tokenizer: createTokenizer(scoutTokenizer()), chatTemplate });
}

/** Few wide heads, because attention dominates training at these lengths, and one of keys and values, because reading those bounds generation. */
export function scoutConfig(): ModelConfig {
  return {
    architecture: 'qwen3',
    hidden: 160,
    layers: 5,
    heads: 2,
    kvHeads: 1,
    headDim: 64,
    intermediate: 384,
    vocabulary: scoutVocabulary().length,
    context: 4096,
    tied: true,
    ropeTheta: 1e4,
    rmsEps: 1e-6,
  };
}

/**
 * Where training begins: at random, but the embedding of a cell is the sum of those of its row and its column token. Boards are learnt
 * sooner so, because what is seen at one cell tells something of its whole row and column.
 */
export function scoutBeginning(layout: FlatLayout, seed: number): Float32Array {
  const parameters = initialParameters(layout, seed);
  const embeddings = weightsOf(layout, parameters).tensors.get('model.embed_tokens.weight');
  if (!embeddings) throw new Error('The model has no embeddings.');
  const { hidden } = layout.config;
  const texts = scoutVocabulary().map((token) => token.text);
  const row = (text: string): Float32Array => embeddings.data.subarray(texts.indexOf(text) * hidden, (texts.indexOf(text) + 1) * hidden);
  for (const text of texts) {
    const [, r, c] = /^ \((\d+), (\d+)\)$/.exec(text) ?? [];
    if (r === undefined) continue;
    const [first, second] = [row(` (${r},`), row(` ${c})`)];
    row(text).set(first.map((value, i) => value + second[i]));
  }
  return parameters;
}

/** The file that ships: matrices in 8 bits. The prompt style travels with the model, so that a page knows how to speak to it. */
export function scoutFile(weights: Weights): Uint8Array {
  return writeModel({ name: 'Scout', weights, tokenizer: scoutTokenizer(), chatTemplate, type: 'Q8_0', extra: new Map([['fieldnotes.prompt', { type: 'string', value: 'brief' }]]) });
}
