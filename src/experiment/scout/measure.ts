/**
 * What Scout's card reports, as data: the settings, the arms, and what is counted. `lab measure` plays them. All on held-out tasks, but for
 * the choice of the best style, which is made on validation tasks.
 */
import type { Sampling } from '../../policy/contract.ts';
import type { MemoryMode } from '../../trial/contract.ts';
import { withNote } from '../../trial/branch.ts';
import { fold, sceneOf, type TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { madePushes } from '../../trial/teachers/sokobanNotes.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import type { WorldId } from '../../worlds/index.ts';
import { bootstrap, type Cell, type Interval } from '../statistics.ts';

export interface Setting {
  readonly name: string;
  readonly world: WorldId;
  readonly settings: Readonly<Record<string, number>>;
  readonly memory: readonly MemoryMode[];
  /** true: the paper's */
  readonly paper: boolean;
}

export const sampling: Sampling = { temperature: 0.7, topP: 0.8, topK: 20 };

export const settings: readonly Setting[] = [
  { name: 'Sokoban 6×6, 2 boxes', world: 'sokoban', settings: {}, memory: ['none', 'reflection', 'history', 'both'], paper: true },
  { name: 'MineSweeper 3 mines, 7 turns', world: 'minesweeper', settings: {}, memory: ['none', 'reflection', 'history', 'both'], paper: true },
  { name: 'Sokoban 7×7, 3 boxes', world: 'sokoban', settings: { size: 7, boxes: 3 }, memory: ['none', 'reflection'], paper: false },
  { name: 'MineSweeper 5 mines, 12 turns', world: 'minesweeper', settings: { mines: 5, turns: 12 }, memory: ['none', 'reflection'], paper: false },
  { name: 'MineSweeper 4 mines, 7 turns', world: 'minesweeper', settings: { mines: 4, turns: 7 }, memory: ['none', 'reflection'], paper: false },
];

/** Where the worth of a note is measured: the same first episode, the second one under different notes. */
export const noteSettings: readonly Setting[] = settings.filter((s) => !s.paper && s.memory.includes('reflection') && s.settings['mines'] !== 4);

/** What one second episode did. */
interface NoteOutcome {
  readonly won: boolean;
  /** did again what ended the first episode: stepped on that mine, made that push; null where the first was not ended by one */
  readonly repeated: boolean | null;
}

/** Trials whose first episode was lost and has a note place: those that the arms compare. */
export function lostFirst(records: readonly TrialRecord[]): boolean {
  return fold(records).episodes[0]?.end !== 'won' && records.some((record) => record.type === 'reflectionWritten');
}

/** The note of the first episode. */
export function firstNote(records: readonly TrialRecord[]): string {
  const note = records.find((record) => record.type === 'reflectionWritten');
  return note?.text ?? '';
}

/** The note that an informative teacher writes about the policy's first episode. */
export function teacherNote(records: readonly TrialRecord[]): string {
  const at = records.findIndex((record) => record.type === 'episodeEnded');
  const view = fold(records.slice(0, at + 1));
  const { seed, trial } = view.start;
  const draw = { seed, trial, episode: 0, turn: view.episodes[0].turns.length };
  const { text } = teacher('perfect', { note: 'informative' }).respond({ purpose: 'reflect', draw, prompt: [], messages: [], maxTokens: 34, scene: sceneOf(view) });
  return text.replace(/^<remark>|<\/remark>$/g, '').trim();
}

/** The records up to the second episode under another note. */
export function underNote(records: readonly TrialRecord[], text: string): TrialRecord[] {
  return withNote(records, 0, text);
}

export function noteOutcome(records: readonly TrialRecord[]): NoteOutcome {
  const view = fold(records);
  return { won: view.episodes[1]?.end === 'won', repeated: repeated(view) };
}

function repeated(view: TrialView): boolean | null {
  const [first, second] = view.episodes;
  if (first.end !== 'dead' || !second) return null;
  if (view.start.task.world === 'minesweeper') {
    const fatal = first.turns.at(-1)?.acted.actions[0];
    return second.turns.some((turn) => turn.acted.actions[0] === fatal);
  }
  const [a, b] = [first, second].map((episode) => madePushes({ states: episode.states, actions: episode.turns.map((turn) => turn.acted.actions) }));
  const locking = a.at(-1);
  return locking !== undefined && b.some((push) => push.row === locking.row && push.column === locking.column && push.direction === locking.direction);
}

/** One pair of second episodes, of the same trial. */
export interface NotePair {
  readonly task: number;
  readonly repeat: number;
  readonly a: NoteOutcome;
  readonly b: NoteOutcome;
}

/** Rate of repeating in arm a over that in arm b. */
export function repeatRatio(pairs: readonly NotePair[]): { readonly a: number; readonly b: number; readonly trials: number; readonly ratio: Interval } {
  const counted = pairs.filter((pair) => pair.a.repeated !== null && pair.b.repeated !== null);
  const cells = grid(counted, (pair) => [Number(pair.a.repeated), Number(pair.b.repeated)]);
  const rate = (of: (pair: NotePair) => boolean | null): number => counted.filter((pair) => of(pair)).length / counted.length;
  return { a: rate((p) => p.a.repeated), b: rate((p) => p.b.repeated), trials: counted.length, ratio: bootstrap(cells, ([a, b]) => a / b) };
}

/** Difference of the second episode's success between the arms. */
export function winGain(pairs: readonly NotePair[]): Interval {
  return bootstrap(grid(pairs, (pair) => [Number(pair.a.won), Number(pair.b.won), 1]), ([a, b, n]) => (a - b) / n);
}

/** [tasks][repeats] with zeros where a task has no pair for a repeat. */
function grid(pairs: readonly NotePair[], cell: (pair: NotePair) => Cell): Cell[][] {
  const repeats = Math.max(0, ...pairs.map((pair) => pair.repeat + 1));
  const tasks = new Map<number, Cell[]>();
  const width = pairs.length > 0 ? cell(pairs[0]).length : 0;
  for (const pair of pairs) {
    const row = tasks.get(pair.task) ?? Array.from({ length: repeats }, (): Cell => new Array<number>(width).fill(0));
    row[pair.repeat] = cell(pair);
    tasks.set(pair.task, row);
  }
  return [...tasks.values()];
}
