/** The settings of a Sokoban task. Defaults are the paper's (6×6, two boxes, seven turns of up to three moves). */
import { parseFields, SettingError, type Fields } from '../config.ts';

export interface SokobanConfig {
  /** rows and columns, border walls included */
  readonly size: number;
  readonly boxes: number;
  /** turns in an episode */
  readonly turns: number;
  /** moves that one answer may hold */
  readonly movesPerTurn: number;
  /** the shortest solution of a generated level has at least this many moves … */
  readonly minSolution: number;
  /** … and at most this many */
  readonly maxSolution: number;
  readonly reward: 'sparse' | 'shaped';
  readonly fidelity: 'ours' | 'released';
}

export const fields: Fields<SokobanConfig> = {
  size: { kind: 'int', default: 6, min: 5, max: 10, help: 'Rows and columns of a level, border walls included.' },
  boxes: { kind: 'int', default: 2, min: 1, max: 4, help: 'Boxes in a level.' },
  turns: { kind: 'int', default: 7, min: 1, max: 50, help: 'Turns in an episode.' },
  movesPerTurn: { kind: 'int', default: 3, min: 1, max: 10, help: 'Moves that one answer may hold.' },
  minSolution: { kind: 'int', default: 5, min: 1, max: 200, help: 'The shortest solution has at least this many moves.' },
  maxSolution: { kind: 'int', default: 21, min: 1, max: 200, help: 'The shortest solution has at most this many moves.' },
  reward: {
    kind: 'choice',
    default: 'sparse',
    options: ['sparse', 'shaped'],
    help: 'sparse: 10 for a win. shaped: −0.1 a move, ±1 for a box put on or taken off a goal, 10 for a win.',
  },
  fidelity: {
    kind: 'choice',
    default: 'ours',
    options: ['ours', 'released'],
    help: 'released: play as the code released with the paper does, quirks and shaped reward included.',
  },
};

/** @throws InputError naming the setting to change. `released` always has the shaped reward: the released code knows no other. */
export function parseConfig(value: unknown): SokobanConfig {
  const values = parseFields(fields, value);
  const whole = (name: keyof SokobanConfig): number => Number(values.get(name));
  const fidelity = values.get('fidelity') === 'released' ? 'released' : 'ours';
  const config: SokobanConfig = {
    size: whole('size'),
    boxes: whole('boxes'),
    turns: whole('turns'),
    movesPerTurn: whole('movesPerTurn'),
    minSolution: whole('minSolution'),
    maxSolution: whole('maxSolution'),
    reward: fidelity === 'released' || values.get('reward') === 'shaped' ? 'shaped' : 'sparse',
    fidelity,
  };
  if (config.minSolution > config.maxSolution) {
    throw new SettingError({ kind: 'above', setting: 'minSolution', value: String(config.minSolution), other: 'maxSolution', otherValue: String(config.maxSolution) });
  }
  return config;
}
