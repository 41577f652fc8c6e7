/**
 * Counts the ways to mine one component. Groups are swept one by one; a layer maps what the open numbers still need, and the
 * mines used so far, to the number of ways to get there. Both are digits of one number: key = used + (mines + 1) · needs.
 */
import type { Arithmetic } from './arithmetic.ts';
import type { Clue, Group } from './frontier.ts';

interface Sweep<N> {
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

/** The layer behind one step: keys and ways to reach them, and the moves that lead there as (from, to, mines) triples. */
interface Layer<N> {
  readonly keys: readonly number[];
  readonly ways: readonly N[];
  readonly moves: readonly number[];
}

/**
 * @param groups cells of one component that touch the same numbers
 * @param left mines that are still to be placed on the whole board
 * @param math exact or floating: the ways are many
 */
export function sweep<N>(groups: readonly Group[], left: number, math: Arithmetic<N>): Sweep<N> {
  const steps = plan(groups, left + 1);
  const layers: Layer<N>[] = [];
  let last: Layer<N> = { keys: [0], ways: [math.one], moves: [] };
  for (const step of steps) {
    last = advance(last, step, left, math);
    layers.push(last);
  }
  // Every number is met at the end, so the last keys are the mines used.
  const ways = new Array<N>(left + 1).fill(math.zero);
  for (let i = 0; i < last.keys.length; i++) ways[last.keys[i]] = last.ways[i];

  const mined = (others: readonly N[]): N[] => {
    const result = new Array<N>(steps.length).fill(math.zero);
    let later: N[] = last.keys.map((used) => others[left - used]);
    for (let i = steps.length - 1; i >= 0; i--) {
      const { size } = steps[i];
      const { moves } = layers[i];
      const reached = i === 0 ? [math.one] : layers[i - 1].ways;
      const here = new Array<N>(reached.length).fill(math.zero);
      for (let j = 0; j < moves.length; j += 3) {
        const from = moves[j];
        const beyond = later[moves[j + 1]];
        const k = moves[j + 2];
        here[from] = math.add(here[from], math.multiply(math.choose(size, k), beyond));
        if (k > 0) result[i] = math.add(result[i], math.multiply(reached[from], math.multiply(math.choose(size - 1, k - 1), beyond)));
      }
      later = here;
    }
    return result;
  };
  return { ways, mined };
}

function advance<N>(layer: Layer<N>, step: Step, left: number, math: Arithmetic<N>): Layer<N> {
  const { size, digits, perMine } = step;
  const keys: number[] = [];
  const ways: N[] = [];
  const moves: number[] = [];
  const indices = layer.keys.length > 4 ? new Map<number, number>() : undefined;
  for (let from = 0; from < layer.keys.length; from++) {
    const key = layer.keys[from] + step.opens;
    // The fewest mines leave no more than later cells can hold; the most are what every number still needs.
    let low = 0;
    let high = Math.min(size, left - (key % (left + 1)));
    for (let i = 0; i < digits.length; i++) {
      const { stride, radix, roomAfter } = digits[i];
      const need = Math.floor(key / stride) % radix;
      if (need < high) high = need;
      if (need - roomAfter > low) low = need - roomAfter;
    }
    for (let k = low; k <= high; k++) {
      const next = key + k * perMine;
      const more = math.multiply(layer.ways[from], math.choose(size, k));
      let to = indices === undefined ? keys.indexOf(next) : (indices.get(next) ?? -1);
      if (to < 0) {
        to = keys.push(next) - 1;
        ways.push(more);
        indices?.set(next, to);
      } else {
        ways[to] = math.add(ways[to], more);
      }
      moves.push(from, to, k);
    }
  }
  return { keys, ways, moves };
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
