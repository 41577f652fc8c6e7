/** The state of a trial after any prefix of its records. Scrubbing, branching and resuming are this fold over another prefix. */
import type { Message } from '../policy/contract.ts';
import { initial, InputError, replay, type End, type State } from '../worlds/index.ts';
import type { MemoryMode, PastEpisode, Scene } from './contract.ts';
import type { Acted, ReflectionWritten, Responded, TrialRecord, TrialStarted } from './records.ts';

export interface TurnView {
  readonly response: Responded;
  readonly acted: Acted;
}

/** What the policy has read and written since the context began. */
interface Context {
  readonly messages: readonly Message[];
  readonly ids: readonly number[];
  /** of the last response; ids of another template can't be continued */
  readonly template: string;
}

export interface EpisodeView {
  /** what it was given of the earlier ones */
  readonly memory: MemoryMode;
  /** one more than turns: the initial state first */
  readonly states: readonly State[];
  readonly turns: readonly TurnView[];
  readonly end: End | null;
  readonly reflection: Responded | null;
  readonly note: ReflectionWritten | null;
}

export interface TrialView {
  readonly start: TrialStarted;
  /** as it stands by now: a branch may have changed it on the way */
  readonly memory: MemoryMode;
  readonly seed: number;
  readonly episodes: readonly EpisodeView[];
  /** context of the current episode; null before its first response */
  readonly context: Context | null;
  /** a response that has not been acted on yet */
  readonly pending: Responded | null;
  /** null while the trial runs */
  readonly won: boolean | null;
}

/** @throws InputError when the records do not follow one another as a trial does. */
export function fold(records: readonly TrialRecord[]): TrialView {
  const [first, ...rest] = records;
  if (first === undefined || first.type !== 'trialStarted') {
    throw new InputError(`A trial begins with trialStarted; this list begins with ${first?.type ?? 'nothing'}.`);
  }
  return rest.reduce(apply, begin(first));
}

export function begin(start: TrialStarted): TrialView {
  return { start, memory: start.config.memory, seed: start.seed, episodes: [], context: null, pending: null, won: null };
}

/** One more record. @throws InputError when it can't come next. */
export function apply(view: TrialView, record: TrialRecord): TrialView {
  const episode = view.episodes.at(-1);
  const refuse = (): InputError => new InputError(`The record ${record.type} can't come here; the list of records is damaged.`);
  if (view.won !== null) throw refuse();
  switch (record.type) {
    case 'trialStarted':
      throw refuse();
    case 'episodeStarted': {
      if (record.episode !== view.episodes.length || episode?.end === null || view.pending) throw refuse();
      const memory = record.memory ?? view.memory;
      const fresh = { memory, states: [initial(view.start.task)], turns: [], end: null, reflection: null, note: null };
      return { ...view, memory, episodes: [...view.episodes, fresh], context: null };
    }
    case 'responded':
      if (!episode || view.pending || (record.purpose === 'play') !== (episode.end === null) || episode.note) throw refuse();
      return { ...view, seed: record.seed ?? view.seed, context: grow(view.context, record), pending: record };
    case 'acted': {
      if (!episode || view.pending?.purpose !== 'play') throw refuse();
      // ended as it was recorded: a replay shows what happened, and costs no proof that a level is lost
      const state = { ...replay(episode.states[episode.states.length - 1], record.actions).state, end: record.end };
      const turn = { response: view.pending, acted: record };
      return {
        ...replaceLast(view, { ...episode, states: [...episode.states, state], turns: [...episode.turns, turn] }),
        pending: null,
      };
    }
    case 'episodeEnded':
      if (!episode || view.pending || episode.end !== null) throw refuse();
      return replaceLast(view, { ...episode, end: record.end });
    case 'reflectionWritten':
      if (!episode || episode.end === null || episode.note) throw refuse();
      return { ...replaceLast(view, { ...episode, reflection: view.pending, note: record }), pending: null };
    case 'trialEnded':
      if (view.pending || episode?.end === null) throw refuse();
      return { ...view, won: record.won };
  }
}

/** The structured side of the next request. */
export function sceneOf(view: TrialView): Scene {
  const { task } = view.start;
  const current = view.episodes.at(-1);
  const past = view.episodes.slice(0, -1).map(
    ({ states, turns, end, note }): PastEpisode => ({
      states,
      actions: turns.map((turn) => turn.acted.actions),
      end: end ?? 'turns',
      note: note && note.text !== '' ? note.text : null,
    }),
  );
  return {
    task,
    memory: view.memory,
    past,
    states: current?.states ?? [],
    actions: current?.turns.map((turn) => turn.acted.actions) ?? [],
    end: current?.end ?? null,
  };
}

/** Sum of the rewards of an episode. */
export function episodeReward(episode: EpisodeView): number {
  return episode.turns.reduce((sum, turn) => sum + turn.acted.reward, 0);
}

function grow(context: Context | null, record: Responded): Context {
  const base = record.prompt.fresh ? null : context;
  return {
    messages: [...(base?.messages ?? []), ...record.prompt.messages, { role: 'assistant', content: record.text }],
    ids: [...(base?.ids ?? []), ...record.prompt.ids, ...record.ids],
    template: record.template,
  };
}

function replaceLast(view: TrialView, episode: EpisodeView): TrialView {
  return { ...view, episodes: [...view.episodes.slice(0, -1), episode] };
}
