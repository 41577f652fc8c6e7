/**
 * onnxruntime-web behind the Runtime interface: the native WebGPU execution provider where there is a GPU, WASM otherwise.
 * Lives in a worker (the page would stutter), though nothing here needs one.
 */
import { GraphBuilder } from '../../policy/graph/builder.ts';
import { add } from '../../policy/graph/ops/elementwise.ts';
import { tensorFrom, type Runtime, type Session, type Tensor } from '../../policy/runtime.ts';
import { openGpu, type Gpu } from './gpu.ts';
import { GpuSession } from './gpuSession.ts';
import { GpuLostError, Health, turn } from './health.ts';
import { gpuBuild, loadOrt, type Ort } from './ortBuilds.ts';
import { toOrt } from './tensors.ts';

interface WebRuntimeOptions {
  /** `auto` takes WebGPU unless only a software adapter is there; a wish that can't be met falls back, and `reason` says so */
  readonly prefer: 'auto' | 'webgpu' | 'wasm';
  /** WASM threads wanted; more than 1 only where the page is cross-origin isolated. Default: up to 4. */
  readonly threads?: number;
  /** false: a device without subgroups, whatever the adapter */
  readonly subgroups?: boolean;
  /** on WASM, keep freed memory for the next run (default). Off where one runtime holds many large graphs, as in training: each keeps the memory of its own peak otherwise. */
  readonly arena?: boolean;
}

export interface WebRuntime extends Runtime {
  readonly kind: 'wasm' | 'webgpu';
  /** For people: which backend runs and why. */
  readonly reason: string;
  readonly gpu: Gpu | undefined;
  createSession(model: Uint8Array, options?: SessionOptions): Promise<Session>;
  /** A session whose inputs and outputs may lie in GPU buffers. @throws Error on WASM */
  createGpuSession(model: Uint8Array, outputs: Readonly<Record<string, 'cpu' | 'gpu-buffer'>>, options?: SessionOptions): Promise<GpuSession>;
}

interface SessionOptions {
  /** refuse a graph of which WebGPU would leave a part to the CPU */
  readonly strict?: boolean;
}

/** @throws Error when neither WebGPU nor WASM can be started */
export async function webRuntime(options: WebRuntimeOptions): Promise<WebRuntime> {
  if (options.prefer === 'wasm') return openWasm(options, 'as asked');
  const probe = await openGpu(options.subgroups ?? true);
  if ('missing' in probe) return openWasm(options, probe.missing);
  if (probe.gpu.software && options.prefer === 'auto') {
    probe.gpu.device.destroy();
    return openWasm(options, `the only WebGPU adapter is rendered in software (${probe.gpu.adapter})`);
  }
  return openWebGpu(probe.gpu);
}

async function openWebGpu(gpu: Gpu): Promise<WebRuntime> {
  const build = gpuBuild();
  const ort = await turn.run(() => loadOrt(build, 1));
  const how = build === 'jspi' ? 'JSPI' : 'Asyncify';
  const { device } = gpu;
  const health = new Health();
  void device.lost.then((info) => {
    health.fail(new GpuLostError(`The GPU was lost (${info.reason}${info.message === '' ? '' : `: ${info.message}`}). Start the model again to go on.`));
  });
  device.addEventListener('uncapturederror', (event) => {
    health.fail(new Error(`WebGPU reported an error: ${event.error.message}`));
  });
  return runtime(ort, health, {
    kind: 'webgpu',
    name: `WebGPU (native, ${how}), ${gpu.adapter}`,
    reason: `WebGPU: ${gpu.adapter}${gpu.software ? ' (software)' : ''}; ONNX Runtime with ${how}`,
    gpu,
    // The object form: a string would drop the device.
    options: { executionProviders: [{ name: 'webgpu', device }] },
    close: () => device.destroy(),
  });
}

async function openWasm(options: WebRuntimeOptions, why: string): Promise<WebRuntime> {
  const wanted = Math.max(1, Math.floor(options.threads ?? Math.min(4, navigator.hardwareConcurrency)));
  const threads = crossOriginIsolated ? wanted : 1;
  const ort = await turn.run(() => loadOrt('wasm', threads));
  // If this fails, so will the first session that somebody asks for.
  turn.run(() => wake(ort)).catch(() => undefined);
  const count = `${threads} thread${threads === 1 ? '' : 's'}`;
  const isolation = crossOriginIsolated ? '' : '; page is not cross-origin isolated';
  return runtime(ort, new Health(), {
    kind: 'wasm',
    name: `WASM, ${count}`,
    reason: `WASM, ${count}: ${why}${isolation}`,
    gpu: undefined,
    options: { executionProviders: ['wasm'], enableCpuMemArena: options.arena ?? true, enableMemPattern: options.arena ?? true },
    close: () => undefined,
  });
}

/** ONNX Runtime fetches and compiles its WebAssembly for its first session: one that computes next to nothing lets it begin while a model is still on its way. */
async function wake(ort: Ort): Promise<void> {
  const graph = new GraphBuilder();
  graph.output('y', add(graph.input('x', 'float32', [1]), 1));
  const session = await ort.InferenceSession.create(graph.serialize(), { executionProviders: ['wasm'] });
  await session.release();
}

interface Backend {
  readonly kind: 'wasm' | 'webgpu';
  readonly name: string;
  readonly reason: string;
  readonly gpu: Gpu | undefined;
  readonly options: Parameters<Ort['InferenceSession']['create']>[1];
  close(): void;
}

type OrtSession = Awaited<ReturnType<Ort['InferenceSession']['create']>>;

function runtime(ort: Ort, health: Health, backend: Backend): WebRuntime {
  const open = new Set<OrtSession>();
  const create = async (model: Uint8Array, { strict = false }: SessionOptions, more: Backend['options']): Promise<OrtSession> => {
    const extra = strict && backend.gpu !== undefined ? { session: { disable_cpu_ep_fallback: '1' } } : {};
    const session = await health.guard('creating a session', () =>
      ort.InferenceSession.create(model, { ...backend.options, graphOptimizationLevel: 'all', logSeverityLevel: 3, extra, ...more }),
    );
    open.add(session);
    return session;
  };
  const release = async (session: OrtSession): Promise<void> => {
    if (!open.delete(session)) return;
    await turn.run(() => session.release());
  };
  return {
    kind: backend.kind,
    name: backend.name,
    reason: backend.reason,
    gpu: backend.gpu,
    async createSession(model, options = {}) {
      const session = await create(model, options, {});
      return plainSession(ort, health, session, () => release(session));
    },
    async createGpuSession(model, outputs, options = {}) {
      if (backend.gpu === undefined) throw new Error('GPU buffers need WebGPU; this runtime is WASM.');
      const session = await create(model, options, { preferredOutputLocation: outputs });
      return new GpuSession(ort, health, session, () => release(session));
    },
    async dispose() {
      for (const session of [...open]) await release(session);
      backend.close();
    },
  };
}

function plainSession(ort: Ort, health: Health, session: OrtSession, release: () => Promise<void>): Session {
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    async run(feeds, fetches) {
      const given = Object.fromEntries(Object.entries(feeds).map(([name, tensor]) => [name, toOrt(ort, tensor)]));
      const results = await health.guard('running a graph', () => session.run(given, fetches ?? session.outputNames));
      return Object.fromEntries(Object.entries(results).map(([name, tensor]): [string, Tensor] => [name, tensorFrom(name, tensor)]));
    },
    release,
  };
}
