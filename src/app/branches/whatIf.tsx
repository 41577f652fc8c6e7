/** Ask what if at a turn: another action, another thought, another memory or other dice; the policy plays the rest as a branch. */
import { useEffect, useRef } from 'react';
import type { EpisodeView, TrialView } from '../../trial/fold.ts';
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import type { Place } from '../playback/moments.ts';
import { ActionForm } from './actionForm.tsx';
import { closeWhatIf } from './openWhatIf.ts';
import { MemoryForm } from './memoryForm.tsx';
import { SamplingForm } from './samplingForm.tsx';
import { useBranching, whatIfKinds } from './store.ts';
import { ThoughtForm } from './thoughtForm.tsx';
import './whatIf.css';

export interface FormProps {
  readonly view: TrialView;
  readonly episode: EpisodeView;
  readonly place: Place;
}

export function WhatIf({ view, place }: { readonly view: TrialView; readonly place: Place }) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  const kind = useBranching((state) => state.kind);
  const box = useRef<HTMLElement>(null);
  const episode = view.episodes.at(place.episode);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
    // Under the board it may be below the edge of the window; all of it is to be seen, not just what has the focus.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (episode === undefined) return null;
  const form = { view, episode, place };
  const key = `${view.start.task.world} ${place.episode},${place.turn}`;
  return (
    <section
      ref={box}
      className="what-if"
      aria-labelledby="what-if-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeWhatIf();
      }}
    >
      <div className="what-if-head">
        <h3 id="what-if-title">{text.title(place.episode + 1, place.turn + 1)}</h3>
        <button type="button" className="button button-quiet button-icon" aria-label={text.close} onClick={closeWhatIf}>
          <Icon name="close" />
        </button>
      </div>
      <fieldset className="switch">
        <legend className="hidden">{text.kind}</legend>
        {whatIfKinds.map((each) => (
          <label key={each} data-kind={each}>
            <input type="radio" name="what-if-kind" checked={each === kind} onChange={() => useBranching.setState({ kind: each })} />
            {text.kinds[each]}
          </label>
        ))}
      </fieldset>
      {kind === 'action' && <ActionForm key={key} {...form} />}
      {kind === 'thought' && <ThoughtForm key={key} {...form} />}
      {kind === 'memory' && <MemoryForm key={key} {...form} />}
      {kind === 'sampling' && <SamplingForm key={key} {...form} />}
    </section>
  );
}

/** The button that all four end with. */
export function Go({ disabled, onGo }: { readonly disabled: boolean; readonly onGo: () => Promise<void> }) {
  const strings = useStrings();
  return (
    <div className="what-if-go">
      <button
        type="button"
        className="button button-main wide"
        disabled={disabled}
        onClick={() => {
          useBranching.setState({ whatIf: null });
          void onGo();
        }}
      >
        <Icon name="branch" />
        {strings.branches.whatIf.go}
      </button>
      <p className="help">{strings.branches.whatIf.sample}</p>
    </div>
  );
}
