/** What a person can do with the trial on stage: play its task, take over, let the policy play it, guess. */
import type { ReactNode } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { person } from '../../trial/runner.ts';
import { useGuess } from '../guess/guess.ts';
import { Icon } from '../icons.tsx';
import { live, status } from '../log.ts';
import { here, useAt } from '../playback/here.ts';
import { choiceInWords } from '../policies.ts';
import { useStrings } from '../preferences.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { seat } from './hand.ts';
import { playerOf } from './results.ts';
import { playAgain, takeOver } from './turns.ts';

interface HandToolsProps {
  readonly view: TrialView;
  /** more to do from here */
  readonly children?: ReactNode;
}

export function HandTools({ view, children }: HandToolsProps) {
  const strings = useStrings();
  const text = strings.hand;
  const seated = useSource(seat) !== null;
  const running = useSource(live);
  const { kind } = useSource(status);
  const guessing = useGuess((guess) => guess.on);
  const toggle = useGuess((guess) => guess.toggle);
  const policy = useSetup((setup) => setup.policy);
  const open = useAt(view, ({ episode, turn }) => turn < view.episodes[episode].turns.length || view.episodes[episode].end === null);
  if (seated || guessing) return null;
  const busy = kind === 'loading' || kind === 'many' || (kind === 'running' && !running);
  const mine = playerOf(view) === person;
  const rival = policy === person ? 'scout' : policy;
  return (
    <div className="hand-tools" role="group" aria-label={text.tools}>
      {children}
      <button type="button" className={`button button-quiet button-small${mine ? ' plays-chosen' : ''}`} disabled={busy || running} onClick={() => void playAgain(view, mine ? rival : person)}>
        <Icon name={mine ? 'play' : 'hand'} />
        {mine ? text.letPlay(choiceInWords(rival, strings)) : text.playYourself}
      </button>
      <button type="button" className="button button-quiet button-small take-over" disabled={busy || !open} title={text.takeOverHelp} onClick={() => void takeOver(here(view))}>
        <Icon name="hand" />
        {text.takeOver}
      </button>
      <button type="button" className="button button-quiet button-small" aria-keyshortcuts="Q" title={strings.guess.help} onClick={toggle}>
        <Icon name="help" />
        {strings.guess.toggle}
      </button>
    </div>
  );
}
