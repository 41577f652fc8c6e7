/** Small nets with random weights: what is compared is one runtime with another, so no trained values are needed. */
import { weightShapes, projectionShape } from '../src/policy/model/index.ts';
import { projections, type Adapter, type ModelConfig, type Weights } from '../src/policy/model/config.ts';

const common = { hidden: 64, layers: 2, heads: 4, kvHeads: 2, intermediate: 160, vocabulary: 512, context: 256, ropeTheta: 1e6, rmsEps: 1e-6 };

export const configs: readonly ModelConfig[] = [
  { ...common, architecture: 'qwen3', headDim: 32, tied: true },
  { ...common, architecture: 'qwen2', headDim: 16, tied: false },
];

/** Roughly normal, the same everywhere for a seed. */
export function randomFloats(count: number, seed: number, scale: number): Float32Array {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Float32Array.from({ length: count }, () => (next() + next() + next() + next() - 2) * 1.7 * scale);
}

export function randomIds(count: number, seed: number, below: number): Int32Array {
  return Int32Array.from(randomFloats(count, seed, 1), (value) => Math.abs(Math.floor(value * 1e5)) % below);
}

export function randomWeights(config: ModelConfig, seed = 1): Weights {
  const tensors = new Map<string, { dims: readonly number[]; data: Float32Array }>();
  for (const [name, dims] of weightShapes(config)) {
    const data = randomFloats(dims.reduce((a, b) => a * b, 1), seed + tensors.size, name.endsWith('bias') ? 0.3 : 0.15);
    tensors.set(name, { dims, data: name.includes('norm') ? data.map((value) => 1 + value) : data });
  }
  return { config, tensors };
}

export function randomAdapter(config: ModelConfig, seed = 50): Adapter {
  const rank = 4;
  const tensors = new Map<string, { a: Float32Array; b: Float32Array }>();
  for (let layer = 0; layer < config.layers; layer++) {
    for (const projection of projections) {
      const [out, into] = projectionShape(config, projection);
      const each = seed + 2 * tensors.size;
      tensors.set(`${layer}.${projection}`, { a: randomFloats(rank * into, each, 0.1), b: randomFloats(out * rank, each + 1, 0.1) });
    }
  }
  return { rank, scale: 2, targets: projections, tensors };
}
