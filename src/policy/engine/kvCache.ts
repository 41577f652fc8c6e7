/**
 * Keys and values of past tokens in plain arrays, laid out as the decode graph reads them: per layer one array for K and one for V,
 * [rows, kvHeads, capacity, headDim]. Slots that are stepped together lie side by side, so that a pass reads the cache in place;
 * rows trade places when they do not, and all are laid out anew when one outgrows the capacity.
 */
import type { ModelConfig } from '../model/config.ts';
import { f32, floats, type Tensor } from '../runtime.ts';

/** Capacities grow in small steps, because attention is paid for the whole capacity: 64 tokens, later an eighth. */
export function capacityFor(tokens: number): number {
  let step = 64;
  while (step * 16 <= tokens) step *= 2;
  return Math.ceil(tokens / step) * step;
}

/** A part of the cache that a pass reads: `past` feeds, and for each slot asked for its row in them. */
interface Window {
  readonly feeds: Record<string, Tensor>;
  readonly rows: readonly number[];
  /** rows of the feeds; those of other slots are to be given past_length 0 */
  readonly batch: number;
}

export class KvCache {
  private readonly lengths: number[];
  /** row of each slot, and slot of each row */
  private readonly rowOf: number[];
  private readonly slotAt: number[];
  private capacity = 0;
  private keys: Float32Array[];
  private values: Float32Array[];
  private scratch = new Float32Array(0);

  constructor(
    private readonly config: ModelConfig,
    readonly slots: number,
  ) {
    this.lengths = new Array<number>(slots).fill(0);
    this.rowOf = Array.from({ length: slots }, (_, slot) => slot);
    this.slotAt = [...this.rowOf];
    this.keys = Array.from({ length: config.layers }, () => new Float32Array(0));
    this.values = [...this.keys];
  }

  held(slot: number): number {
    return this.lengths[slot];
  }

  truncate(slot: number, length: number): void {
    if (length > this.lengths[slot]) throw new Error(`Slot ${slot} holds ${this.lengths[slot]} tokens; it can not be cut to ${length}.`);
    this.lengths[slot] = length;
  }

  /** As new, slots in their first order, so that what comes does not depend on what was; the memory stays. */
  clear(): void {
    this.lengths.fill(0);
    for (let slot = 0; slot < this.slots; slot++) this.rowOf[slot] = this.slotAt[slot] = slot;
    this.capacity = 0;
  }

  copy(from: number, to: number, length: number): void {
    if (length > this.lengths[from]) throw new Error(`Slot ${from} holds ${this.lengths[from]} tokens; ${length} can not be copied.`);
    const { kvHeads, headDim } = this.config;
    if (from !== to && length > 0) {
      for (const array of [...this.keys, ...this.values]) {
        for (let head = 0; head < kvHeads; head++) {
          const source = this.offset(this.rowOf[from], head, 0);
          array.copyWithin(this.offset(this.rowOf[to], head, 0), source, source + length * headDim);
        }
      }
    }
    this.lengths[to] = length;
  }

  /** @param again the same slots will be stepped again soon, so it pays to move them together */
  window(slots: readonly number[], again: boolean): Window {
    if (slots.every((slot) => this.lengths[slot] === 0)) return this.nothing(slots.length);
    this.shrink();
    let span = this.span(slots);
    if (span.count > Math.max(slots.length * 1.25, slots.length + 1)) {
      if (!again) return this.gathered(slots);
      this.gatherInFront(slots);
      span = this.span(slots);
    }
    const { first, count } = span;
    const size = this.rowSize();
    const part = (array: Float32Array): Tensor => this.tensor(array.subarray(first * size, (first + count) * size), count, this.capacity);
    return { feeds: this.feeds((layer) => [part(this.keys[layer]), part(this.values[layer])]), rows: slots.map((slot) => this.rowOf[slot] - first), batch: count };
  }

  /**
   * Write the first `count` new positions of row `row` of the graph's new_k.L and new_v.L [batch, kvHeads, tokens, headDim].
   * @param outputs of one pass; `appended` says for each slot which row and how many tokens are its own
   */
  append(outputs: Readonly<Record<string, Tensor>>, tokens: number, appended: readonly { readonly slot: number; readonly row: number; readonly count: number }[]): void {
    this.reserve(Math.max(...appended.map(({ slot, count }) => this.lengths[slot] + count)));
    const { kvHeads, headDim, layers } = this.config;
    for (let layer = 0; layer < layers; layer++) {
      for (const [name, array] of [[`new_k.${layer}`, this.keys[layer]], [`new_v.${layer}`, this.values[layer]]] as const) {
        const data = floats(outputs[name], name);
        for (const { slot, row, count } of appended) {
          for (let head = 0; head < kvHeads; head++) {
            const source = (row * kvHeads + head) * tokens * headDim;
            copyPiece(data, source, count * headDim, array, this.offset(this.rowOf[slot], head, this.lengths[slot]));
          }
        }
      }
    }
    for (const { slot, count } of appended) this.lengths[slot] += count;
  }

  private rowSize(): number {
    return this.config.kvHeads * this.capacity * this.config.headDim;
  }

  private offset(row: number, head: number, position: number): number {
    return ((row * this.config.kvHeads + head) * this.capacity + position) * this.config.headDim;
  }

  private tensor(data: Float32Array, batch: number, capacity: number): Tensor {
    return f32(data, [batch, this.config.kvHeads, capacity, this.config.headDim]);
  }

  private feeds(of: (layer: number) => readonly [k: Tensor, v: Tensor]): Record<string, Tensor> {
    const feeds: Record<string, Tensor> = {};
    for (let layer = 0; layer < this.config.layers; layer++) [feeds[`past_k.${layer}`], feeds[`past_v.${layer}`]] = of(layer);
    return feeds;
  }

  private nothing(batch: number): Window {
    const empty = this.tensor(new Float32Array(0), batch, 0);
    return { feeds: this.feeds(() => [empty, empty]), rows: Array.from({ length: batch }, (_, row) => row), batch };
  }

  /** A copy of just these slots, as short as they are. */
  private gathered(slots: readonly number[]): Window {
    const { kvHeads, headDim, layers } = this.config;
    const capacity = capacityFor(Math.max(...slots.map((slot) => this.lengths[slot])));
    const size = slots.length * kvHeads * capacity * headDim;
    if (this.scratch.length < size * layers * 2) this.scratch = new Float32Array(size * layers * 2);
    let used = 0;
    const copyOf = (array: Float32Array): Tensor => {
      const target = this.scratch.subarray(used, (used += size));
      for (const [row, slot] of slots.entries()) {
        for (let head = 0; head < kvHeads; head++) {
          const source = this.offset(this.rowOf[slot], head, 0);
          target.set(array.subarray(source, source + this.lengths[slot] * headDim), (row * kvHeads + head) * capacity * headDim);
        }
      }
      return this.tensor(target, slots.length, capacity);
    };
    return {
      feeds: this.feeds((layer) => [copyOf(this.keys[layer]), copyOf(this.values[layer])]),
      rows: Array.from(slots.keys()),
      batch: slots.length,
    };
  }

  private span(slots: readonly number[]): { readonly first: number; readonly count: number } {
    const rows = slots.map((slot) => this.rowOf[slot]);
    const first = Math.min(...rows);
    return { first, count: Math.max(...rows) - first + 1 };
  }

  private gatherInFront(slots: readonly number[]): void {
    const wanted = new Set(slots);
    let vacant = 0;
    for (const slot of slots) {
      if (this.rowOf[slot] < slots.length) continue;
      while (wanted.has(this.slotAt[vacant])) vacant++;
      this.swap(this.rowOf[slot], vacant);
    }
  }

  private swap(a: number, b: number): void {
    const size = this.rowSize();
    for (const array of [...this.keys, ...this.values]) {
      const kept = array.slice(a * size, (a + 1) * size);
      array.copyWithin(a * size, b * size, (b + 1) * size);
      array.set(kept, b * size);
    }
    [this.slotAt[a], this.slotAt[b]] = [this.slotAt[b], this.slotAt[a]];
    this.rowOf[this.slotAt[a]] = a;
    this.rowOf[this.slotAt[b]] = b;
  }

  private reserve(tokens: number): void {
    if (tokens > this.capacity) this.layOut(capacityFor(tokens));
  }

  /** A conversation that was long and is gone should not cost the others for ever. */
  private shrink(): void {
    const needed = capacityFor(Math.max(...this.lengths) + 1);
    if (needed * 2 <= this.capacity) this.layOut(needed);
  }

  /** Within the arrays where there is room: fresh memory costs more than moving what is there. */
  private layOut(capacity: number): void {
    const { kvHeads, headDim, layers } = this.config;
    const size = this.slots * kvHeads * capacity * headDim;
    for (let layer = 0; layer < layers; layer++) {
      this.keys[layer] = this.moved(this.keys[layer], capacity, size);
      this.values[layer] = this.moved(this.values[layer], capacity, size);
    }
    this.capacity = capacity;
  }

  private moved(array: Float32Array, capacity: number, size: number): Float32Array {
    const { kvHeads, headDim } = this.config;
    const enough = array.length >= size;
    const target = enough ? array : new Float32Array(Math.max(size, Math.min(array.length * 2, this.slots * kvHeads * this.config.context * headDim)));
    const parts = this.slots * kvHeads;
    for (let i = 0; i < parts; i++) {
      // Backwards when parts move up, so that none is overwritten before it has moved.
      const part = capacity > this.capacity ? parts - 1 - i : i;
      const from = part * this.capacity * headDim;
      const end = from + Math.min(this.lengths[this.slotAt[Math.floor(part / kvHeads)]], capacity) * headDim;
      if (enough) target.copyWithin(part * capacity * headDim, from, end);
      else target.set(array.subarray(from, end), part * capacity * headDim);
    }
    return target;
  }
}

/** Small pieces are faster by hand. */
function copyPiece(source: Float32Array, from: number, length: number, target: Float32Array, to: number): void {
  if (length > 256) target.set(source.subarray(from, from + length), to);
  else for (let i = 0; i < length; i++) target[to + i] = source[from + i];
}
