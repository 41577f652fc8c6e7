/**
 * A trial with everything left out that its rules bring back: boards, rewards and prompts. What stays is the task, the settings, what was
 * done and what was noted. Two ways: from records, and back to records that fold like any others.
 */
import { errorOf } from '../../policy/thrown.ts';
import { prompts } from '../../trial/prompts.ts';
import { personActs } from '../../trial/branch.ts';
import type { MemoryMode } from '../../trial/contract.ts';
import { apply, begin, fold, sceneOf, type TrialView } from '../../trial/fold.ts';
import type { Responded, TrialRecord, TrialStarted } from '../../trial/records.ts';
import { InputError, replay, rows, type End, type PlayedTurn, type State, type Task } from '../../worlds/index.ts';
import { LinkError } from './error.ts';

export interface ScriptTurn {
  readonly policy: string;
  /** canonical text; none where the answer could not be read */
  readonly actions: readonly string[];
  /** the whole answer, thought included; null: left out */
  readonly text: string | null;
  /** another sampling seed from here on; null: as before */
  readonly seed: number | null;
}

export interface ScriptNote {
  readonly author: 'policy' | 'person';
  readonly text: string;
  readonly valid: boolean;
  readonly shortened: boolean;
}

export interface ScriptEpisode {
  /** another memory mode from here on; null: as before */
  readonly memory: MemoryMode | null;
  readonly turns: readonly ScriptTurn[];
  /** null while it is being played */
  readonly end: End | null;
  /** the policy was asked for a note; text and seed as in a turn */
  readonly reflection: Omit<ScriptTurn, 'actions'> | null;
  readonly note: ScriptNote | null;
}

export interface Script {
  readonly start: TrialStarted;
  readonly episodes: readonly ScriptEpisode[];
  readonly ended: boolean;
}

/** An answer that nothing has come of yet is left out, and so is what an earlier link has left out. @throws InputError when the records are damaged */
export function toScript(records: readonly TrialRecord[], thoughts: boolean): Script {
  const { start, episodes, won } = fold(records);
  let drawnWith = start.seed;
  const said = ({ policy, text, left, seed = drawnWith }: Responded): Omit<ScriptTurn, 'actions'> => {
    const changed = seed !== drawnWith;
    drawnWith = seed;
    return { policy, text: thoughts && left === undefined ? text : null, seed: changed ? seed : null };
  };
  return {
    start,
    ended: won !== null,
    episodes: episodes.map(({ memory, states, turns, end, reflection, note }, index) => ({
      memory: memory === (episodes[index - 1]?.memory ?? start.config.memory) ? null : memory,
      turns: turns.map(({ response, acted }) => ({ ...said(response), actions: acted.actions })),
      end: end ?? states[states.length - 1].end,
      reflection: reflection && said(reflection),
      note: note && { author: note.author, text: note.text, valid: note.valid, shortened: note.shortened },
    })),
  };
}

/**
 * The records of a script. Prompts are those of today's wording; answers that were left out stand as their actions or their note alone.
 * @throws LinkError when its moves do not lead where it says
 */
export function toRecords({ start, episodes, ended }: Script): TrialRecord[] {
  const records: TrialRecord[] = [start];
  let view = begin(start);
  const add = (record: TrialRecord): void => {
    records.push(record);
    view = apply(view, record);
  };
  for (const [index, episode] of episodes.entries()) {
    const before = episodes.at(index - 1);
    if (index > 0 && (before?.end === null || before?.end === 'won')) fail(`episode ${index + 1} follows one that was ${before.end ?? 'not over'}`);
    add({ type: 'episodeStarted', episode: index, ...(episode.memory && { memory: episode.memory }) });
    let state = stateOf(view);
    let reached = state.end;
    for (const [number, turn] of episode.turns.entries()) {
      const where = `turn ${number + 1} of episode ${index + 1}`;
      const end = number === episode.turns.length - 1 ? episode.end : null;
      const played = replay(state, turn.actions);
      if (state.end !== null || played.applied.length !== turn.actions.length) fail(`${where} goes on after its end`);
      if (!agrees(played, end, start.task)) fail(`${where} is said to be ${end ?? 'not the last'}, which its moves do not come to`);
      const bare = turn.actions.length > 0 ? personActs(start.task, turn.actions, start.style).text : '';
      add(respondedBy(view, 'play', turn, bare));
      add({ type: 'acted', valid: played.valid, actions: turn.actions, reward: played.reward, rows: rows(played.state), end });
      state = stateOf(view);
      reached = end;
    }
    if (reached !== episode.end) fail(`episode ${index + 1} is said to be ${episode.end ?? 'not over'}, which its moves do not come to`);
    const { end, reflection, note } = episode;
    if (end === null) {
      if (reflection !== null || note !== null) fail(`episode ${index + 1} has a note before its end`);
      continue;
    }
    add({ type: 'episodeEnded', end });
    if (reflection !== null) {
      if (note === null) fail(`a note of episode ${index + 1} was asked for and not written`);
      // A person's note is not what the policy wrote.
      const written = note !== null && note.author === 'policy' && note.text !== '' ? `<remark>${note.text}</remark>` : '';
      add(respondedBy(view, 'reflect', reflection, written));
    }
    if (note !== null) add({ type: 'reflectionWritten', ...note });
  }
  const last = episodes.at(-1)?.end ?? null;
  if (ended) {
    if (last === null) fail('the trial is over and its last episode is not');
    add({ type: 'trialEnded', won: last === 'won' });
  }
  return records;
}

function stateOf(view: TrialView): State {
  const { states } = view.episodes[view.episodes.length - 1];
  return states[states.length - 1];
}

/** @param bare the answer without what a link leaves out */
function respondedBy(view: TrialView, purpose: Responded['purpose'], { policy, text, seed }: Omit<ScriptTurn, 'actions'>, bare: string): Responded {
  const { style } = view.start;
  const scene = sceneOf(view);
  const fresh = view.context === null;
  const speak = prompts[style];
  const opening = speak.opening(scene);
  const content = purpose === 'play' ? (fresh ? opening : speak.observation(scene)) : fresh ? `${opening}\n\n${speak.reflect(scene)}` : speak.reflect(scene);
  return {
    type: 'responded',
    purpose,
    prompt: { fresh, messages: [{ role: 'user', content }], ids: [] },
    text: text ?? bare,
    ...(text === null && { left: 'thought' as const }),
    ids: [],
    ...(seed !== null && { seed }),
    logprobs: [],
    finish: 'stop',
    policy,
    template: style,
  };
}

/** A replay proves no loss, so a lost Sokoban level is taken from the link; everything else follows from the moves. */
function agrees({ end, state }: PlayedTurn, said: End | null, task: Task): boolean {
  if (said === end) return true;
  if (state.world !== 'sokoban') return false;
  if (said === 'dead') return end !== 'won';
  // the release plays on after a solution, and a loss after it still counts as won
  return said === 'won' && task.config.fidelity === 'released' && state.won;
}

/** @throws LinkError */
function fail(what: string): never {
  throw new LinkError('content', `The link contradicts itself: ${what}. It was changed, or made under other rules; ask for it again.`);
}

/** What worlds and records refuse, said as what it is in a link. */
export function asLinkError(error: unknown): Error {
  if (error instanceof InputError) return new LinkError('content', `The link holds what can not be played. ${error.message}`);
  return errorOf(error);
}
