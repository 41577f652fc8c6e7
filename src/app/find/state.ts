/** Where in the trial on stage a search stands. */
import { stageView } from '../branches/onStage.ts';
import { settle } from '../navigate.ts';
import { compare, type Moment } from '../playback/moments.ts';
import { useSetup } from '../setup.ts';
import { source } from '../source.ts';
import { hitAfter, hitFrom, type Hit } from './hits.ts';
import { asksToFind } from './open.ts';

interface Standing {
  /** what was looked for last */
  readonly query: string;
  /** place of the hit that was gone to last; -1: none */
  readonly last: number;
}

export const standing = source<Standing>({ query: '', last: -1 });

/** Whoever types on searches from where the typing began. */
let origin: Moment | null = null;

/** The moment on stage. */
function here(): Moment | null {
  const view = stageView();
  return view && settle(view, useSetup.getState().moment);
}

/** The hit that was gone to last, as long as its moment is on stage; -1: none. */
export function placeAt(hits: readonly Hit[], query: string, at: Moment): number {
  const { query: before, last } = standing.get();
  const hit = before === query ? hits.at(last) : undefined;
  return last >= 0 && hit && compare(hit.passage.at, at) === 0 ? last : -1;
}

function goTo(query: string, hits: readonly Hit[], place: number): void {
  standing.set({ query, last: place });
  if (place < 0) return;
  const { play, look } = useSetup.getState();
  play(false);
  look(hits[place].passage.at);
}

/** Another text is looked for: on to its first hit from where the search began. */
export function search(query: string, hits: readonly Hit[]): void {
  if (standing.get().query === query) return;
  origin ??= here();
  if (origin) goTo(query, hits, hitFrom(hits, origin));
}

export function stepBy(query: string, hits: readonly Hit[], step: 1 | -1): void {
  if (standing.get().query !== query) return search(query, hits);
  const at = here();
  if (at === null) return;
  goTo(query, hits, hitAfter(hits, placeAt(hits, query, at), at, step));
  origin = here();
}

asksToFind.subscribe(() => {
  if (asksToFind.get() === 0) origin = null;
});

// What is searched has left the stage.
useSetup.subscribe(({ scene, showing }) => {
  if (scene !== 'stage' || showing !== 'trial') asksToFind.set(0);
});
