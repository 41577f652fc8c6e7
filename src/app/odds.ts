/**
 * The policy's own probabilities of what it could have answered: P(answer | the thought it had) at temperature 1, exact. They come from
 * a model that is loaded; whoever loads one says so with `oddsFrom.set`.
 */
import { useEffect, useState } from 'react';
import type { ChatFormat } from '../policy/contract.ts';
import type { ContinuationScorer } from '../policy/engine/continuations.ts';
import { oddsOf, questionAt, type Odds } from '../trial/answers.ts';
import type { TrialView } from '../trial/fold.ts';
import type { Responded } from '../trial/records.ts';
import type { Scored } from '../trial/tempered.ts';
import type { Moment, Place } from './playback/moments.ts';
import { source, useSource } from './source.ts';

export type { Odds } from '../trial/answers.ts';

export interface PolicyOdds extends Odds {
  /** hash of the policy whose odds they are: it may not be the one that played */
  readonly policy: string;
  readonly scored: Scored;
}

/** @param place the odds are those of the turn that follows it; null where none does */
type OddsFrom = (view: TrialView, place: Place) => Promise<PolicyOdds | null>;

/** null: no model is loaded */
export const oddsFrom = source<OddsFrom | null>(null);

/** One question after the other; each is asked once. Another adapter is another model. */
export function askModel(model: ContinuationScorer & { readonly format: ChatFormat; readonly hash: string }): OddsFrom {
  const { hash: policy } = model;
  const known = new WeakMap<Responded, Promise<PolicyOdds | null>>();
  let queue: Promise<unknown> = Promise.resolve();
  return (view, { episode, turn }) => {
    const item = view.episodes.at(episode);
    const response = item?.turns.at(turn)?.response;
    if (item === undefined || response === undefined) return Promise.resolve(null);
    const before = known.get(response);
    if (before) return before;
    const answer = queue.then(async () => {
      const question = questionAt(item, turn, view.start.style, model.format);
      if (question === null || question.answers.length === 0) return null;
      const { answers, prefix, continuations } = question;
      const scores = await model.scoreContinuations(prefix, continuations);
      return { ...oddsOf(answers, scores), policy, scored: { continuations, scores } };
    });
    queue = answer.catch(() => undefined);
    known.set(response, answer);
    return answer;
  };
}

/** The moment just before the turn that is being thought about or shown; a settled board looks ahead. */
export function askedAt({ episode, turn, beat }: Moment): Place {
  return { episode, turn: beat === 'act' || beat === 'reward' ? turn - 1 : turn };
}

/** Long enough not to ask for every turn that somebody scrubs past. */
const patience = 150;

/** undefined: being worked out; null: there are none. */
export function useOdds(view: TrialView | null, place: Place): PolicyOdds | null | undefined {
  const ask = useSource(oddsFrom);
  const [found, setFound] = useState<{ readonly key: Responded; readonly ask: OddsFrom; readonly odds: PolicyOdds | null } | null>(null);
  const { episode, turn } = place;
  const key = view?.episodes.at(episode)?.turns.at(turn)?.response;
  useEffect(() => {
    if (ask === null || view === null || key === undefined) return;
    let wanted = true;
    const timer = setTimeout(() => {
      ask(view, { episode, turn }).then(
        (odds) => wanted && setFound({ key, ask, odds }),
        () => wanted && setFound({ key, ask, odds: null }),
      );
    }, patience);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [ask, view, episode, turn, key]);
  if (ask === null || key === undefined) return null;
  return found?.key === key && found.ask === ask ? found.odds : undefined;
}
