/**
 * Counts the ways to mine one component. Groups are swept one by one; a layer maps what the open numbers still need, and the
 * mines used so far, to the number of ways to get there. Both are digits of one number: key = used + (mines + 1) · needs.
 */
import type { Arithmetic } from './arithmetic.ts';
import type { Clue, Group } from './frontier.ts';

export interface Sweep<N> {
  /** ways[m]: placements of exactly m mines in the component */
  readonly ways: readonly N[];
  /**
   * For each group, the placements of the whole board in which one given cell of it is a mine.
   * @param others others[m]: ways to place m mines everywhere else; all `left` mines must be placed
   */
  mined(others: readonly N[]): N[];
}

interface Digit {
  readonly stride: number;
  readonly radix: number;
  /** cells of later groups that touch the same number */
  readonly roomAfter: number;
}

interface Step {
  readonly size: number;
  /** added to a key: needs of the numbers that this group is the first to touch */
  readonly opens: number;
  /** added to a key per mine put into this group */
  readonly perMine: number;
  readonly digits: readonly Digit[];
}

export function sweep<N>(groups: readonly Group[], left: number, math: Arithmetic<N>): Sweep<N> {
  const steps = plan(groups, left + 1);
  const layers: Map<number, N>[] = [new Map([[0, math.one]])];
  for (const step of steps) {
    const next = new Map<number, N>();
    for (const [before, ways] of layers[layers.length - 1]) {
      const key = before + step.opens;
      const [low, high] = range(step, key, left);
      for (let k = low; k <= high; k++) {
        const after = key + k * step.perMine;
        const more = math.multiply(ways, math.choose(step.size, k));
        const known = next.get(after);
        next.set(after, known === undefined ? more : math.add(known, more));
      }
    }
    layers.push(next);
  }
  // Every number is met at the end, so the last keys are the mines used.
  const last = layers[steps.length];
  const ways = Array.from({ length: left + 1 }, (_, m) => last.get(m) ?? math.zero);

  const mined = (others: readonly N[]): N[] => {
    const result = new Array<N>(steps.length).fill(math.zero);
    let later = new Map<number, N>();
    for (const used of last.keys()) later.set(used, others[left - used]);
    for (let i = steps.length - 1; i >= 0; i--) {
      const step = steps[i];
      const here = new Map<number, N>();
      for (const [before, reached] of layers[i]) {
        const key = before + step.opens;
        const [low, high] = range(step, key, left);
        let rest = math.zero;
        let withCell = math.zero;
        for (let k = low; k <= high; k++) {
          const beyond = later.get(key + k * step.perMine) ?? math.zero;
          rest = math.add(rest, math.multiply(math.choose(step.size, k), beyond));
          if (k > 0) withCell = math.add(withCell, math.multiply(math.choose(step.size - 1, k - 1), beyond));
        }
        here.set(before, rest);
        result[i] = math.add(result[i], math.multiply(reached, withCell));
      }
      later = here;
    }
    return result;
  };
  return { ways, mined };
}

/** Fewest and most mines that a group can take; the fewest leave no more than later cells can hold. */
function range(step: Step, key: number, left: number): readonly [number, number] {
  let low = 0;
  let high = Math.min(step.size, left - (key % (left + 1)));
  for (const digit of step.digits) {
    const need = Math.floor(key / digit.stride) % digit.radix;
    if (need < high) high = need;
    if (need - digit.roomAfter > low) low = need - digit.roomAfter;
  }
  return [low, high];
}

interface Slot {
  readonly index: number;
  room: number;
}

/** Gives every number a digit while it is open; a digit is used again once its number is met. */
function plan(groups: readonly Group[], base: number): Step[] {
  const slots = new Map<Clue, Slot>();
  const radices: number[] = [];
  const idle: number[] = [];
  const draft = groups.map(({ cells, clues }) => {
    const opened: Clue[] = [];
    const touched = clues.map((clue) => {
      let slot = slots.get(clue);
      if (slot === undefined) {
        const index = idle.pop() ?? radices.push(1) - 1;
        radices[index] = Math.max(radices[index], clue.need + 1);
        let room = 0;
        for (const group of clue.groups) room += group.cells.length;
        slot = { index, room };
        slots.set(clue, slot);
        opened.push(clue);
      }
      slot.room -= cells.length;
      return { index: slot.index, roomAfter: slot.room };
    });
    for (const slot of touched) if (slot.roomAfter === 0) idle.push(slot.index);
    return { size: cells.length, touched, opened };
  });

  const strides: number[] = [];
  let stride = base;
  for (const radix of radices) {
    strides.push(stride);
    stride *= radix;
  }
  if (stride > Number.MAX_SAFE_INTEGER) throw new Error('More numbers are open at once than a key can hold.');
  return draft.map(({ size, touched, opened }) => {
    let opens = 0;
    for (const clue of opened) opens += clue.need * strides[slots.get(clue)?.index ?? 0];
    let perMine = 1;
    for (const { index } of touched) perMine -= strides[index];
    return {
      size,
      opens,
      perMine,
      digits: touched.map(({ index, roomAfter }) => ({ stride: strides[index], radix: radices[index], roomAfter })),
    };
  });
}
