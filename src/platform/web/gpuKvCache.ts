/** Keys and values on the GPU: per layer one buffer for each, [slots, kvHeads, capacity, headDim], slot by slot. */
import type { ModelConfig } from '../../policy/model/config.ts';
import { gpuBuffer, type GpuTensor } from './gpuSession.ts';

export class GpuKvCache {
  private buffers: readonly GPUBuffer[] = [];
  private size = 0;

  /** @param capacity tokens to begin with; it grows */
  constructor(
    private readonly device: GPUDevice,
    private readonly config: ModelConfig,
    readonly slots: number,
    capacity: number,
  ) {
    this.size = capacity;
    this.buffers = this.allocate();
  }

  get capacity(): number {
    return this.size;
  }

  /** The cache of the first `batch` slots, as a graph's inputs (`past`) or outputs (`present`): both are the same buffers. */
  tensors(name: 'past' | 'present', batch: number): Record<string, GpuTensor> {
    const { layers, kvHeads, headDim } = this.config;
    const dims = [batch, kvHeads, this.size, headDim];
    const tensor = (index: number): GpuTensor => ({ type: 'float32', dims, buffer: this.buffers[index] });
    const all = Array.from({ length: layers }, (_, layer) => [
      [`${name}_k.${layer}`, tensor(2 * layer)] as const,
      [`${name}_v.${layer}`, tensor(2 * layer + 1)] as const,
    ]);
    return Object.fromEntries(all.flat());
  }

  /** Copy tokens [from, to) of a slot to the same positions of a slot of another cache. */
  copyTo(target: GpuKvCache, slot: number, targetSlot: number, from: number, to: number): void {
    if (from >= to) return;
    const encoder = this.device.createCommandEncoder();
    this.encodeCopy(encoder, target.buffers, target.size, slot, targetSlot, from, to);
    this.device.queue.submit([encoder.finish()]);
  }

  /** Make room. @param held number of tokens of each slot that must survive */
  grow(capacity: number, held: readonly number[]): void {
    const [old, oldSize] = [this.buffers, this.size];
    this.size = capacity;
    const fresh = this.allocate();
    this.size = oldSize;
    const encoder = this.device.createCommandEncoder();
    held.forEach((count, slot) => this.encodeCopy(encoder, fresh, capacity, slot, slot, 0, count));
    this.device.queue.submit([encoder.finish()]);
    this.size = capacity;
    this.buffers = fresh;
    for (const buffer of old) buffer.destroy();
  }

  destroy(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }

  private allocate(): readonly GPUBuffer[] {
    const { layers, kvHeads, headDim } = this.config;
    const bytes = this.slots * kvHeads * this.size * headDim * 4;
    const limit = this.device.limits.maxStorageBufferBindingSize;
    if (bytes > limit) {
      throw new Error(
        `A cache of ${this.slots} slots of ${this.size} tokens takes ${bytes} bytes a layer; this GPU binds ${limit} at most. Use fewer slots or shorter contexts.`,
      );
    }
    return Array.from({ length: 2 * layers }, () => gpuBuffer(this.device, bytes));
  }

  /** A token's row of a head is one piece; so are neighbouring tokens, and nothing else. */
  private encodeCopy(
    encoder: GPUCommandEncoder,
    target: readonly GPUBuffer[],
    targetSize: number,
    slot: number,
    targetSlot: number,
    from: number,
    to: number,
  ): void {
    if (from >= to) return;
    const { kvHeads, headDim } = this.config;
    const at = (whichSlot: number, head: number, size: number): number => ((whichSlot * kvHeads + head) * size + from) * headDim * 4;
    this.buffers.forEach((buffer, index) => {
      for (let head = 0; head < kvHeads; head++) {
        encoder.copyBufferToBuffer(buffer, at(slot, head, this.size), target[index], at(targetSlot, head, targetSize), (to - from) * headDim * 4);
      }
    });
  }
}
