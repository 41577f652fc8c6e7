/**
 * Who sits in which KV slot. A slot keeps its tokens after its request has ended, so that the next turn of the same trial continues
 * there; a request that has a beginning in common with any slot gets a copy of that beginning.
 */
import type { Decoder } from '../model/config.ts';

/** Number of leading tokens that both have, up to `limit`. */
function sharedPrefix(a: readonly number[], b: readonly number[], limit = Infinity): number {
  const end = Math.min(a.length, b.length, limit);
  let i = 0;
  while (i < end && a[i] === b[i]) i++;
  return i;
}

/** Anything that wants a slot: its tokens, of which at least the last must be computed anew to get logits. */
interface Tenant {
  readonly context: readonly number[];
}

export class Slots {
  /** What the decoder holds of a slot is the beginning of these. */
  private readonly tokens: (readonly number[])[];
  private readonly tenants: (Tenant | null)[];
  /** When a slot was last left; empty and long-left slots are given away first. */
  private readonly left: number[];
  private clock = 0;

  constructor(
    private readonly decoder: Decoder,
    /** shortest beginning that is worth a copy from another slot, in tokens */
    private readonly worthCopying: number,
  ) {
    this.tokens = Array.from({ length: decoder.slots }, () => []);
    this.tenants = this.tokens.map(() => null);
    this.left = this.tokens.map(() => 0);
  }

  get free(): number {
    return this.tenants.filter((tenant) => tenant === null).length;
  }

  leave(slot: number): void {
    this.tenants[slot] = null;
    this.left[slot] = ++this.clock;
  }

  /**
   * Give a slot to each of `tenants` (no more than are free), in order; those whose beginning someone else is just computing wait.
   * @returns tenant, slot and number of tokens that need not be computed
   */
  settle<T extends Tenant>(tenants: readonly T[]): { readonly tenant: T; readonly slot: number; readonly reused: number }[] {
    const settled: { tenant: T; slot: number; reused: number }[] = [];
    const homes = this.homes(tenants);
    for (const [tenant, slot] of homes) {
      if (!this.isBeingComputed(tenant)) settled.push({ tenant, slot, reused: this.move(tenant, slot, slot) });
    }
    for (const tenant of tenants) {
      if (homes.has(tenant) || this.isBeingComputed(tenant)) continue;
      const slot = this.leastValuable(new Set(homes.values()));
      const source = this.bestSource(tenant, slot);
      settled.push({ tenant, slot, reused: this.move(tenant, slot, source) });
    }
    return settled;
  }

  /**
   * A free slot for tokens that nobody waits for, with as much of them as `from` (or else any slot) holds; to be given back with `leave`.
   * @returns null when none is free
   */
  lend(tenant: Tenant, from?: number): number | null {
    if (this.free === 0) return null;
    // what others may soon go on from stays where it is
    const slot = this.leastValuable(new Set());
    this.move(tenant, slot, from ?? this.bestSource(tenant, slot));
    return slot;
  }

  /** Tenants that continue what a free slot holds (at least half of it), the longest continuation first. */
  private homes<T extends Tenant>(tenants: readonly T[]): Map<T, number> {
    const pairs: { tenant: T; slot: number; shared: number }[] = [];
    for (const tenant of tenants) {
      for (const [slot, owner] of this.tenants.entries()) {
        if (owner !== null) continue;
        const shared = this.shared(tenant, slot);
        if (shared > 0 && shared * 2 >= this.decoder.held(slot)) pairs.push({ tenant, slot, shared });
      }
    }
    pairs.sort((a, b) => b.shared - a.shared);
    const homes = new Map<T, number>();
    const taken = new Set<number>();
    for (const { tenant, slot } of pairs) {
      if (homes.has(tenant) || taken.has(slot)) continue;
      homes.set(tenant, slot);
      taken.add(slot);
    }
    return homes;
  }

  private isBeingComputed(tenant: Tenant): boolean {
    let soon = 0;
    for (const owner of this.tenants) if (owner) soon = Math.max(soon, this.usable(tenant, owner.context, Infinity));
    if (soon < this.worthCopying) return false;
    const now = Math.max(...this.tokens.map((_, slot) => this.shared(tenant, slot)));
    return soon - now >= this.worthCopying;
  }

  private leastValuable(reserved: ReadonlySet<number>): number {
    let best = -1;
    for (const [slot, owner] of this.tenants.entries()) {
      if (owner !== null || reserved.has(slot)) continue;
      if (best < 0 || this.rank(slot) < this.rank(best)) best = slot;
    }
    if (best < 0) throw new Error('More requests than free slots.');
    return best;
  }

  private rank(slot: number): number {
    return this.decoder.held(slot) === 0 ? 0 : this.left[slot];
  }

  private bestSource(tenant: Tenant, slot: number): number {
    let best = slot;
    for (const other of this.tokens.keys()) {
      const gain = this.shared(tenant, other) - this.shared(tenant, best);
      if (gain > 0 && this.shared(tenant, other) >= this.worthCopying) best = other;
    }
    return best;
  }

  private move(tenant: Tenant, slot: number, source: number): number {
    const reused = this.shared(tenant, source);
    if (source === slot) this.decoder.truncate(slot, reused);
    else this.decoder.copy(source, slot, reused);
    this.tokens[slot] = tenant.context;
    this.tenants[slot] = tenant;
    return reused;
  }

  private shared(tenant: Tenant, slot: number): number {
    return this.usable(tenant, this.tokens[slot], this.decoder.held(slot));
  }

  private usable(tenant: Tenant, tokens: readonly number[], held: number): number {
    return sharedPrefix(tenant.context, tokens, Math.min(held, tenant.context.length - 1));
  }
}
