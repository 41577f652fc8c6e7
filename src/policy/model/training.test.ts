/** Tolerances: what a float32 implementation can honestly reach against float64 (logits and log-probs 1e-4, losses 2e-5, gradients 1e-4 of their norm). */
import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { mul, sub } from '../graph/ops/elementwise.ts';
import { reduceSum } from '../graph/ops/reduce.ts';
import { f32, floats, i32, type Tensor } from '../runtime.ts';
import { projections } from './config.ts';
import { farthest, norm, relative, tiny, type Tiny } from './fixtures/tiny.ts';
import { adapterFeeds, buildTrainingGraph, outputGradients, scoringGraph, weightFeeds } from './index.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());
const length = 48;

/** Both sequences, right-padded; every next-token target with a weight. */
function batch({ expected }: Tiny, weigh: (sequence: number, at: number) => number): Record<string, Tensor> {
  const ids = new Int32Array(2 * length).fill(3);
  const rows: number[] = [];
  const targets: number[] = [];
  const weights: number[] = [];
  expected.sequences.forEach((sequence, s) => {
    ids.set(sequence, s * length);
    for (let t = 0; t + 1 < sequence.length; t++) {
      rows.push(s * length + t);
      targets.push(sequence[t + 1]);
      weights.push(weigh(s, t));
    }
  });
  const n = rows.length;
  return {
    ids: i32(ids, [2, length]),
    rows: i32(Int32Array.from(rows), [n]),
    targets: i32(Int32Array.from(targets), [n]),
    weights: f32(Float32Array.from(weights), [n]),
  };
}

describe.each(['qwen2-tiny', 'qwen3-tiny'] as const)('%s', async (name) => {
  const net = await tiny(name);
  const { config, expected, tensors, weights, adapter } = net;
  const mean = batch(net, () => 1 / 61);

  it.each([128, 16, 20])('gives the loss, log-probs and all gradients of PyTorch (attention blocks of %i)', async (block) => {
    const session = await runtime.createSession(buildTrainingGraph(config, { length, train: 'full', block }));
    const result = await session.run({ ...mean, ...weightFeeds(weights) });
    expect(floats(result.loss)[0]).toBeCloseTo(expected.meanCrossEntropy, 4);
    expect(farthest(floats(result.logp), expected.logp.flat())).toBeLessThan(1e-4);
    expect(farthest(floats(result.entropy), expected.entropy.flat())).toBeLessThan(1e-4);
    expect(session.outputs.filter((output) => output.startsWith('grad.'))).toHaveLength(Object.keys(expected.gradNorm).length);
    for (const [parameter, value] of Object.entries(expected.gradNorm)) {
      const grad = result[`grad.${parameter}`];
      expect(grad.dims, parameter).toEqual(weights.tensors.get(parameter)?.dims);
      expect(Math.abs(norm(floats(grad)) / value - 1), parameter).toBeLessThan(1e-4);
      const whole = tensors.get(`grad/${parameter}`);
      if (whole) expect(relative(floats(grad), whole.data), parameter).toBeLessThan(1e-4);
    }
  });

  it.each(['inputs', 'stored'] as const)('gives the LoRA gradients of PEFT (weights: %s)', async (where) => {
    const { mask, loss, gradNorm } = expected.lora;
    const count = mask.flat().reduce((a, b) => a + b, 0);
    const model = buildTrainingGraph(config, {
      length,
      train: 'lora',
      adapter: projections,
      rank: adapter.rank,
      block: 16,
      weights: where === 'inputs' ? 'inputs' : weights,
    });
    const session = await runtime.createSession(model);
    const result = await session.run({
      ...batch(net, (s, t) => mask[s][t] / count),
      ...(where === 'inputs' && weightFeeds(weights)),
      ...adapterFeeds(config, projections, adapter),
    });
    expect(floats(result.loss)[0]).toBeCloseTo(loss, 4);
    let squares = 0;
    for (const [key, { data }] of tensors) {
      if (!key.startsWith('lora_grad/')) continue;
      const grad = floats(result[`grad.${key.slice('lora_grad/'.length)}`], key);
      expect(relative(grad, data), key).toBeLessThan(1e-4);
      squares += norm(grad) ** 2;
    }
    expect(Math.sqrt(squares) / gradNorm).toBeCloseTo(1, 4);
  });

  it('weighs each target: padding, targets of weight 0 and their order change nothing', async () => {
    const session = await runtime.createSession(buildTrainingGraph(config, { length, train: 'full' }));
    const doubled = batch(net, () => 1 / 61);
    const extra = 5;
    const grow = (tensor: Tensor): Int32Array => Int32Array.from([...Array.from({ length: extra }, (_, i) => i * 9), ...Array.from(tensor.data, Number)]);
    const n = doubled.rows.data.length + extra;
    const feeds = {
      ids: doubled.ids,
      rows: i32(grow(doubled.rows), [n]),
      targets: i32(grow(doubled.targets), [n]),
      weights: f32(Float32Array.from([0, 0, 0, 0, 0, ...floats(doubled.weights)]), [n]),
    };
    const result = await session.run({ ...feeds, ...weightFeeds(weights) });
    expect(floats(result.loss)[0]).toBeCloseTo(expected.meanCrossEntropy, 4);
    const embed = 'model.embed_tokens.weight';
    expect(norm(floats(result[`grad.${embed}`])) / expected.gradNorm[embed]).toBeCloseTo(1, 4);
  });

  it('takes another objective on top: cross-entropy minus an entropy bonus', async () => {
    const { graph, logp, entropy, trainable } = scoringGraph(config, { length, train: 'full' });
    const each = graph.input('weights', 'float32', ['R']);
    const loss = reduceSum(mul(each, sub(mul(entropy, -0.5), logp)));
    graph.output('loss', loss);
    outputGradients(graph, loss, trainable);
    const session = await runtime.createSession(graph.serialize());
    const feeds = { ...mean, ...weightFeeds(weights) };
    const result = await session.run(feeds);
    const expectedLoss = expected.meanCrossEntropy - (0.5 * expected.entropy.flat().reduce((a, b) => a + b, 0)) / 61;
    expect(floats(result.loss)[0]).toBeCloseTo(expectedLoss, 4);
    // one step of 0.01 along the direction of a gradient changes the loss by 0.01 times its norm
    const name = 'model.layers.0.mlp.up_proj.weight';
    const grad = floats(result[`grad.${name}`]);
    const scale = 0.01 / norm(grad);
    const moved = async (sign: number): Promise<number> => {
      const data = floats(feeds[name]).map((value, i) => value + sign * scale * grad[i]);
      return floats((await session.run({ ...feeds, [name]: f32(data, feeds[name].dims) }, ['loss'])).loss)[0];
    };
    expect(((await moved(1)) - (await moved(-1))) / (0.02 * norm(grad))).toBeCloseTo(1, 2);
  });
});

describe('a training graph', async () => {
  const { config, weights } = await tiny('qwen3-tiny');

  it('refuses options that contradict one another', () => {
    expect(() => buildTrainingGraph(config, { length: 0, train: 'none' })).toThrow(/length 0 is not between 1 and/);
    expect(() => buildTrainingGraph(config, { length: 8, train: 'full', weights })).toThrow(/needs them as inputs/);
    expect(() => buildTrainingGraph(config, { length: 8, train: 'lora' })).toThrow(/at least one projection/);
    expect(() => buildTrainingGraph(config, { length: 8, train: 'lora', adapter: ['q_proj'] })).toThrow(/rank of the adapter is undefined/);
    expect(() => buildTrainingGraph({ ...config, heads: 3 }, { length: 8, train: 'none' })).toThrow(/3 heads can't share 2/);
  });

  it('names a weight that is missing or has another shape', () => {
    const less = new Map(weights.tensors);
    less.delete('model.norm.weight');
    expect(() => buildTrainingGraph(config, { length: 8, train: 'none', weights: { config, tensors: less } })).toThrow(/lack the tensor "model.norm.weight"/);
    less.set('model.norm.weight', { dims: [3], data: new Float32Array(3) });
    expect(() => buildTrainingGraph(config, { length: 8, train: 'none', weights: { config, tensors: less } })).toThrow(/is \[3\]; the config asks for \[64\]/);
  });
});
