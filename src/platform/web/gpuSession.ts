/** A session that takes and leaves tensors in GPU buffers of ours, so that the KV cache never visits the CPU. */
import type { Tensor as OrtTensor } from 'onnxruntime-web/wasm';
import { tensorFrom, type Tensor } from '../../policy/runtime.ts';
import type { Health } from './health.ts';
import type { Ort } from './ortBuilds.ts';
import { toOrt } from './tensors.ts';

export interface GpuTensor {
  readonly type: 'float32' | 'int32' | 'uint8';
  readonly dims: readonly number[];
  readonly buffer: GPUBuffer;
}

type OrtSession = Awaited<ReturnType<Ort['InferenceSession']['create']>>;

export class GpuSession {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];

  constructor(
    private readonly ort: Ort,
    private readonly health: Health,
    private readonly session: OrtSession,
    readonly release: () => Promise<void>,
  ) {
    this.inputs = session.inputNames;
    this.outputs = session.outputNames;
  }

  /**
   * @param feeds all inputs
   * @param into outputs that are written to buffers of ours
   * @param wanted outputs that are returned; they must have been declared `cpu`
   */
  async run(
    feeds: Readonly<Record<string, Tensor | GpuTensor>>,
    into: Readonly<Record<string, GpuTensor>>,
    wanted: readonly string[],
  ): Promise<Record<string, Tensor>> {
    const given: Record<string, OrtTensor> = {};
    for (const [name, tensor] of Object.entries(feeds)) given[name] = 'buffer' in tensor ? this.wrap(tensor) : toOrt(this.ort, tensor);
    const fetches: Record<string, OrtTensor | null> = {};
    for (const [name, tensor] of Object.entries(into)) fetches[name] = this.wrap(tensor);
    for (const name of wanted) fetches[name] = null;
    const results = await this.health.guard('running a graph on the GPU', () => this.session.run(given, fetches));
    return Object.fromEntries(wanted.map((name) => [name, tensorFrom(name, results[name])]));
  }

  private wrap(tensor: GpuTensor): OrtTensor {
    return this.ort.Tensor.fromGpuBuffer(tensor.buffer, { dataType: tensor.type, dims: tensor.dims });
  }
}

/** Storage that graphs may read and write and that may be copied. Sizes are rounded up to 16 bytes, as ONNX Runtime's are. */
export function gpuBuffer(device: GPUDevice, bytes: number): GPUBuffer {
  return device.createBuffer({
    size: Math.max(16, Math.ceil(bytes / 16) * 16),
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
}
