/** The field in which somebody types what to find in the trial on stage. What is found comes beside it: see results.tsx. */
import { lazy, Suspense, useEffect, useRef, type KeyboardEvent } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { asksToFind, closeFind, sought, stepToHit } from './open.ts';
import './find.css';

const Results = lazy(() => import('./results.tsx').then(({ Results }) => ({ default: Results })));
const Marks = lazy(() => import('./marks.tsx').then(({ Marks }) => ({ default: Marks })));

interface FindProps {
  /** what may be told of the trial on stage */
  readonly view: TrialView;
}

export function FindBar({ view }: FindProps) {
  const strings = useStrings();
  const asks = useSource(asksToFind);
  if (asks === 0) return null;
  return (
    <div className="find" role="search" aria-label={strings.find.open} onKeyDown={onEscape}>
      <Field asks={asks} />
      <Suspense fallback={null}>
        <Results view={view} />
      </Suspense>
    </div>
  );
}

/** On the track of the scrubber. */
export function FindMarks({ view }: FindProps) {
  if (useSource(asksToFind) === 0) return null;
  return (
    <Suspense fallback={null}>
      <Marks view={view} />
    </Suspense>
  );
}

function Field({ asks }: { readonly asks: number }) {
  const strings = useStrings();
  const query = useSource(sought);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asks]);
  return (
    <label className="find-field">
      <Icon name="search" />
      <span className="hidden">{strings.find.open}</span>
      <input
        ref={field}
        type="search"
        className="control"
        placeholder={strings.find.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => sought.set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) stepToHit.get()?.(event.shiftKey ? -1 : 1);
        }}
      />
    </label>
  );
}

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  closeFind();
}
