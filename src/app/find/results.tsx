/** What was found in the trial on stage: how often, from one hit to the next, and the hit in its sentence. */
import { useEffect } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { shown } from '../blocks.ts';
import { Hint } from '../hint.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import type { Strings } from '../strings/index.ts';
import { excerptOf, type Hit } from './hits.ts';
import { closeFind, stepToHit } from './open.ts';
import { usePainted } from './painted.ts';
import type { Passage } from './passages.ts';
import { search, stepBy } from './state.ts';
import { useFound } from './useFound.ts';

/** Milliseconds that somebody may pause in a word. */
const pause = 150;

export function Results({ view }: { readonly view: TrialView }) {
  const strings = useStrings();
  const text = strings.find;
  const { query, pattern, hits, place } = useFound(view);
  const here = place < 0 ? null : hits[place];
  usePainted(pattern, here);
  useEffect(() => {
    const timer = setTimeout(() => search(query, hits), pause);
    stepToHit.set((step) => stepBy(query, hits, step));
    return () => {
      clearTimeout(timer);
      stepToHit.set(null);
    };
  }, [query, hits]);

  return (
    <>
      <p className="find-count" role="status">
        {pattern !== null && countInWords(hits, place, strings)}
        {here && <span className="hidden"> {whereInWords(here.passage, strings)}</span>}
      </p>
      <div className="find-presses">
        <Press icon="up" label={text.previous} keys="Shift+Enter" disabled={hits.length === 0} press={() => stepBy(query, hits, -1)} />
        <Press icon="down" label={text.next} keys="Enter" disabled={hits.length === 0} press={() => stepBy(query, hits, 1)} />
        <Press icon="close" label={text.close} keys="Escape" press={closeFind} />
      </div>
      {here && <Excerpt hit={here} />}
    </>
  );
}

interface PressProps {
  readonly icon: IconName;
  readonly label: string;
  readonly keys: string;
  readonly disabled?: boolean;
  readonly press: () => void;
}

function Press({ icon, label, keys, disabled, press }: PressProps) {
  return (
    <Hint text={`${label} (${keys.replace('Escape', 'Esc')})`}>
      <button type="button" className="button button-quiet button-icon" aria-label={label} aria-keyshortcuts={keys} disabled={disabled} onClick={press}>
        <Icon name={icon} />
      </button>
    </Hint>
  );
}

/** The text that it stands in may lie further down. */
function Excerpt({ hit }: { readonly hit: Hit }) {
  const strings = useStrings();
  const { before, found, after } = excerptOf(hit, 48);
  return (
    <p className="find-excerpt">
      <span className="find-where">{whereInWords(hit.passage, strings)}</span>{' '}
      <q>
        {shown(before)}
        <mark>{shown(found)}</mark>
        {shown(after)}
      </q>
    </p>
  );
}

function countInWords(hits: readonly Hit[], place: number, { find: text }: Strings): string {
  if (hits.length === 0) return text.none;
  return place < 0 ? text.found(hits.length) : text.of(place + 1, hits.length);
}

/** "Episode 2 · turn 3 · thought" */
function whereInWords({ at, kind, block, side }: Passage, strings: Strings): string {
  const { find: text, branches, reader } = strings;
  const what = block === null ? text.kinds[kind] : text.read(reader.blocks[block]);
  const moment = at.beat === 'remember' ? text.afterwards(at.episode + 1) : text.turn(at.episode + 1, at.turn);
  return [...(side === null ? [] : [branches.compare[side]]), moment, what].join(' · ');
}
