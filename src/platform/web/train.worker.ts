/** The worker that trains in the page; started by trainClient.ts. */
import './jitless.ts';
import { wasmBytes } from './trainMemory.ts';
import { CpuDecoder } from '../../policy/engine/cpuDecoder.ts';
import { GqaDecoder } from './gqaDecoder.ts';
import { webRuntime, type WebRuntime } from './runtime.ts';
import { attentionError, tolerance } from './serveOnGpu.ts';
import { TrainDisk } from './trainDisk.ts';
import { lockTraining } from './trainLock.ts';
import { trainHost } from './trainHost.ts';
import { TrainError } from './trainProblem.ts';
import type { TrainBackend } from './trainOpened.ts';

/** Many graphs, one per length: with the arena each would keep the memory of its own peak. */
const lean = { arena: false } as const;

async function open(prefer: 'auto' | 'webgpu' | 'wasm', threads: number): Promise<TrainBackend> {
  const runtime = await webRuntime({ prefer, threads, ...lean });
  return runtime.kind === 'wasm' ? onWasm(runtime, threads) : onGpu(runtime, threads);
}

function onWasm(runtime: WebRuntime, threads: number): TrainBackend {
  return {
    kind: 'wasm',
    reason: runtime.reason,
    threads: crossOriginIsolated ? threads : 1,
    runtime,
    decoder: (part, weights, slots) => CpuDecoder.create(part, weights, { slots }),
    memory: wasmBytes,
  };
}

/** The attention kernel is tried on the model's own sizes when the first decoder is made: here the sizes are not known yet. */
function onGpu(runtime: WebRuntime, threads: number): TrainBackend {
  return {
    kind: 'webgpu',
    reason: runtime.reason,
    threads,
    runtime,
    async decoder(_, weights, slots) {
      const error = await attentionError(runtime, weights.config);
      if (error > tolerance) throw new TrainError({ kind: 'gpuWrong' }, `Attention on this GPU is wrong by ${error.toPrecision(2)}.`);
      return GqaDecoder.create(runtime, weights, { slots });
    },
    memory: wasmBytes,
  };
}

trainHost(
  {
    post: (event) => self.postMessage(event),
    onMessage: (listener) => self.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
  },
  { open, lock: lockTraining, disk: () => TrainDisk.open() },
);
