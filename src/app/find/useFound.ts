/** What is looked for and where it is found, in one trial or in two that stand side by side. */
import { useMemo } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { useBeside } from '../branches/parts.tsx';
import { useHere } from '../playback/here.ts';
import { hidden } from '../share/hidden.ts';
import { useSource } from '../source.ts';
import { hitsOf, patternOf, type Hit } from './hits.ts';
import { sought } from './open.ts';
import { besidesOf, passagesOf, type Passage } from './passages.ts';
import { placeAt, standing } from './state.ts';

interface Found {
  readonly query: string;
  /** null: nothing is looked for */
  readonly pattern: RegExp | null;
  readonly hits: readonly Hit[];
  /** the place of the hit on stage; -1: none */
  readonly place: number;
}

export function useFound(view: TrialView): Found {
  const query = useSource(sought);
  useSource(standing);
  const passages = usePassages(view);
  const pattern = useMemo(() => patternOf(query), [query]);
  const hits = useMemo(() => hitsOf(passages, pattern), [passages, pattern]);
  const at = useHere(view);
  return { query, pattern, hits, place: placeAt(hits, query, at) };
}

/** Without what a link leaves out. */
function usePassages(view: TrialView): readonly Passage[] {
  const beside = useBeside();
  const away = useSource(hidden);
  const [left, right] = [beside?.left.view, beside?.right.view];
  return useMemo(() => {
    const all = left && right ? besidesOf(left, right) : passagesOf(view);
    return all.filter(({ kind }) => (kind === 'read' ? !away.includes('reader') : kind === 'note' || !away.includes('thoughts')));
  }, [view, left, right, away]);
}
