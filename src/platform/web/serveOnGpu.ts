/** A model on WebGPU, where this machine's attention kernel proves right; some are not, and give wrong log-probs without a word. */
import type { ChatFormat } from '../../policy/contract.ts';
import { buildAttentionCheck } from '../../policy/engine/gqaGraph.ts';
import type { LoadOptions } from '../../policy/engine/protocol.ts';
import { served, type Served } from '../../policy/engine/served.ts';
import type { ModelConfig, Weights } from '../../policy/model/config.ts';
import { f32, floats, i32 } from '../../policy/runtime.ts';
import { messageOf } from '../../policy/thrown.ts';
import { GqaDecoder } from './gqaDecoder.ts';
import { webRuntime, type WebRuntime } from './runtime.ts';

/** Tokens of the check: the known fault begins at 32. */
const checkTokens = 80;
/** Right kernels differ from the opened form by 1e-6, wrong ones by some tenths. */
export const tolerance = 1e-3;

/**
 * @param runtime on WebGPU; disposed of when it is refused
 * @returns the engine and what it runs on, or in words why WebGPU is not used
 */
export async function serveOnGpu(
  runtime: WebRuntime,
  weights: Weights,
  format: ChatFormat,
  { slots, adapter }: LoadOptions,
): Promise<{ readonly served: Served; readonly reason: string } | { readonly refused: string }> {
  let used = runtime;
  let note = '';
  try {
    let error = await attentionError(used, weights.config);
    if (error > tolerance && used.gpu?.subgroups === true) {
      await used.dispose();
      used = await webRuntime({ prefer: 'webgpu', subgroups: false });
      if (used.kind !== 'webgpu') return { refused: used.reason };
      error = await attentionError(used, weights.config);
      note = '; without subgroups, with which its attention is wrong';
    }
    if (error > tolerance) {
      await used.dispose();
      return { refused: `attention on ${used.gpu?.adapter ?? 'this GPU'} is wrong by ${error.toPrecision(2)}, so WebGPU is not used` };
    }
    const decoder = await GqaDecoder.create(used, weights, { slots, adapter });
    return { served: served(used, decoder, weights, format, adapter), reason: used.reason + note };
  } catch (error) {
    await used.dispose().catch(() => undefined);
    return { refused: `WebGPU could not run the model (${messageOf(error)})` };
  }
}

/** Largest difference between the attention kernel and attention in plain operators, of outputs around 1. */
export async function attentionError(runtime: WebRuntime, config: ModelConfig): Promise<number> {
  const { heads, kvHeads, headDim } = config;
  const session = await runtime.createSession(buildAttentionCheck(config, checkTokens));
  const wave = (width: number, step: number) =>
    f32(Float32Array.from({ length: checkTokens * width }, (_, i) => 2 * Math.sin(step * i * i)), [1, checkTokens, width]);
  const cache = f32(new Float32Array(kvHeads * checkTokens * headDim), [1, kvHeads, checkTokens, headDim]);
  const outputs = await session.run({
    q: wave(heads * headDim, 0.7),
    k: wave(kvHeads * headDim, 1.1),
    v: wave(kvHeads * headDim, 1.3),
    past_k: cache,
    past_v: cache,
    last: i32(Int32Array.of(checkTokens - 1), [1]),
    total: i32(Int32Array.of(checkTokens), [1]),
  });
  await session.release();
  const [kernel, opened] = [floats(outputs['kernel'], 'kernel'), floats(outputs['opened'], 'opened')];
  const worst = kernel.reduce((most, value, i) => Math.max(most, Math.abs(value - opened[i])), 0);
  return Number.isNaN(worst) ? Infinity : worst;
}
