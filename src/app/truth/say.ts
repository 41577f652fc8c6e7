/** What the rules know, and what that makes of an action, in words for people. Pure. */
import type { Strings } from '../strings/index.ts';
import type { Truth, Verdict } from './truth.ts';

export function truthInWords(truth: Truth, strings: Strings): string {
  if (truth.world === 'sokoban') {
    if (truth.solvable === false) return strings.overlay.lost;
    if (truth.plan === '') return strings.overlay.solved;
    return truth.plan === null ? strings.overlay.unknown : strings.overlay.plan(truth.plan.length);
  }
  const hidden = truth.chances.filter((chance) => chance !== null);
  const safe = hidden.filter(({ value }) => value === 0).length;
  const mines = hidden.filter(({ value }) => value === 1).length;
  return hidden.length === 0 ? strings.overlay.solved : strings.overlay.certain(safe, mines);
}

export function verdictInWords(verdict: Verdict, strings: Strings): string {
  const text = strings.overlay.verdict;
  switch (verdict.kind) {
    case 'erred':
    case 'guessed':
    case 'worse':
      return text[verdict.kind](verdict.chance, verdict.best);
    case 'straight':
      return text.straight(verdict.left);
    case 'detour':
      return text.detour(verdict.extra, verdict.left);
    case 'lost':
      return text.lost(verdict.needed);
    case 'safe':
    case 'won':
    case 'wasted':
    case 'lostBefore':
      return text[verdict.kind];
  }
}

/** undefined: neither */
export function toneOf({ kind }: Verdict): 'good' | 'bad' | undefined {
  if (kind === 'safe' || kind === 'won' || kind === 'straight') return 'good';
  return kind === 'erred' || kind === 'lost' || kind === 'worse' || kind === 'wasted' ? 'bad' : undefined;
}
