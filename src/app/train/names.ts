/** Names and colours of runs: the number in its name decides the colour of a run, so that it stays the same wherever it is drawn. Pure. */
import type { Run } from './session.ts';

/** Colours of the styles `--run-0` to `--run-5`; beyond six, lines are dashed. */
const hues = 6;

function numberOf(name: string): number {
  return Number(/(\d+)$/.exec(name)?.[1] ?? 1);
}

/** "LaMer 3": the next number that no run has. */
export function nextName(kind: string, runs: readonly Pick<Run, 'name'>[]): string {
  return `${kind} ${1 + runs.reduce((most, { name }) => Math.max(most, numberOf(name)), 0)}`;
}

export function colourOf({ name }: Pick<Run, 'name'>): string {
  return `var(--run-${(numberOf(name) - 1) % hues})`;
}

/** Lines of p@1 to p@3: the more tries, the more of a line. */
export const dashes = { p1: '1.5 3', p2: '6 3', p3: undefined } as const;

export function dashOf({ name }: Pick<Run, 'name'>): string | undefined {
  return numberOf(name) > hues ? '6 3' : undefined;
}
