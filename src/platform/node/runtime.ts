/** onnxruntime-node behind the Runtime interface. `run` blocks its thread: engines live in worker_threads. */
import * as ort from 'onnxruntime-node';
import type { Runtime, Session, Tensor } from '../../policy/runtime.ts';

/**
 * @param arena keep freed memory for the next run. Off where one process holds many large graphs (training, one graph per length): each
 *   keeps the memory of its own peak otherwise, measured at three times as much in all for the same speed.
 */
export function nodeRuntime(threads = 1, { arena = true } = {}): Runtime {
  const sessions = new Set<ort.InferenceSession>();
  return {
    name: `onnxruntime-node, CPU, ${threads} thread${threads === 1 ? '' : 's'}`,
    kind: 'node',
    async createSession(model) {
      const session = await ort.InferenceSession.create(model, {
        executionProviders: ['cpu'],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        graphOptimizationLevel: 'all',
        enableCpuMemArena: arena,
        enableMemPattern: arena,
        logSeverityLevel: 3,
      });
      sessions.add(session);
      return wrap(session, () => sessions.delete(session));
    },
    async dispose() {
      for (const session of sessions) await session.release();
      sessions.clear();
    },
  };
}

function wrap(session: ort.InferenceSession, forget: () => void): Session {
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    async run(feeds, fetches) {
      const given: Record<string, ort.Tensor> = {};
      for (const [name, tensor] of Object.entries(feeds)) given[name] = new ort.Tensor(tensor.type, tensor.data, tensor.dims);
      const results = await session.run(given, fetches ?? session.outputNames);
      return Object.fromEntries(Object.entries(results).map(([name, tensor]) => [name, unwrap(name, tensor)]));
    },
    async release() {
      forget();
      await session.release();
    },
  };
}

function unwrap(name: string, tensor: ort.Tensor): Tensor {
  const { data, dims, type } = tensor;
  if (type === 'float32' && data instanceof Float32Array) return { type, dims, data };
  if (type === 'int32' && data instanceof Int32Array) return { type, dims, data };
  if (type === 'int64' && data instanceof BigInt64Array) return { type, dims, data };
  if (type === 'uint8' && data instanceof Uint8Array) return { type, dims, data };
  if (type === 'bool' && data instanceof Uint8Array) return { type, dims, data };
  throw new Error(`Output ${name} is a ${type} tensor; the runtime interface does not know that type.`);
}
