/** onnxruntime-node behind the Runtime interface. `run` blocks its thread: engines live in worker_threads. */
import * as ort from 'onnxruntime-node';
import { tensorFrom, type Runtime, type Session } from '../../policy/runtime.ts';

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
      return Object.fromEntries(Object.entries(results).map(([name, tensor]) => [name, tensorFrom(name, tensor)]));
    },
    async release() {
      forget();
      await session.release();
    },
  };
}
