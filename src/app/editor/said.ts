/** What is said of a level that is being drawn: every fault, or what the rules know about it. Pure. */
import { initial, type Task } from '../../worlds/index.ts';
import { levelOf } from '../../worlds/sokoban/index.ts';
import type { Strings } from '../strings/index.ts';
import type { Truth } from '../truth/truth.ts';
import type { Checked, Fault } from './check.ts';

export interface Line {
  readonly tone: 'bad' | 'warn' | 'good' | 'plain';
  readonly text: string;
  /** what the program says of it, in English */
  readonly details?: string;
}

/**
 * @param truth undefined: being worked out; null: not known
 * @param most moves that an episode allows
 */
export function saidOf({ faults, task }: Checked, truth: Truth | null | undefined, most: number, strings: Strings): readonly Line[] {
  return task ? about(task, truth, most, strings) : faults.map((fault) => ({ tone: 'bad', text: faultInWords(fault, strings), ...(fault.kind === 'other' && { details: fault.message }) }));
}

function faultInWords(fault: Fault, { editor }: Strings): string {
  const { faults } = editor;
  switch (fault.kind) {
    case 'noPlayer':
    case 'noBox':
      return faults[fault.kind];
    case 'players':
      return faults.players(fault.count, fault.cells[0].row, fault.cells[0].column);
    case 'counts':
      return faults.counts(fault.boxes, fault.targets);
    case 'open':
      return faults.open(fault.cells[0].row, fault.cells[0].column);
    case 'outside':
      return faults.outside(fault.cells[0].row, fault.cells[0].column);
    case 'mines':
      return faults.mines(fault.count, fault.min, fault.max);
    case 'firstMine':
    case 'firstWins':
      return faults[fault.kind](fault.cells[0].row + 1, fault.cells[0].column + 1);
    case 'other':
      return faults.other;
  }
}

/** Boards that Scout has learnt on. */
const scoutKnows = { side: 8, boxes: 4 } as const;

function about(task: Task, truth: Truth | null | undefined, most: number, { editor, overlay }: Strings): Line[] {
  if (truth === undefined) return [{ tone: 'plain', text: overlay.working }];
  const { says } = editor;
  if (task.world === 'minesweeper') {
    if (truth?.world !== 'minesweeper') return [{ tone: 'plain', text: overlay.unknown }];
    const safe = truth.chances.filter((chance) => chance?.value === 0).length;
    const hidden = truth.chances.filter((chance) => chance !== null).length;
    return [
      { tone: 'good', text: says.mines(task.mines.length, hidden) },
      safe > 0 ? { tone: 'good', text: says.safe(safe) } : { tone: 'warn', text: says.guess },
    ];
  }
  const level = levelOf(task);
  const lines: Line[] = [];
  if (truth?.world !== 'sokoban' || truth.solvable === null) lines.push({ tone: 'plain', text: overlay.unknown });
  else if (initial(task).end === 'won') lines.push({ tone: 'warn', text: says.solved });
  else if (!truth.solvable) {
    const goals = new Set(level.goals);
    const lost = level.start.boxes.find((box) => !goals.has(box) && truth.dead.some(([row, column]) => row * level.width + column === box));
    lines.push({ tone: 'warn', text: lost === undefined ? says.unsolvable : says.lostBox(Math.floor(lost / level.width), lost % level.width) });
  } else if (truth.plan === null) lines.push({ tone: 'good', text: says.solvable });
  else {
    const pushes = [...truth.plan].filter((move) => move !== move.toLowerCase()).length;
    lines.push({ tone: 'good', text: says.plan(truth.plan.length, pushes) });
    if (truth.plan.length > most) lines.push({ tone: 'warn', text: says.tooLong(truth.plan.length, most) });
  }
  if (level.height > scoutKnows.side || level.width > scoutKnows.side || level.start.boxes.length > scoutKnows.boxes) lines.push({ tone: 'plain', text: says.scout(scoutKnows.side, scoutKnows.boxes) });
  return lines;
}
