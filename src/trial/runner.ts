/**
 * One trial as a generator: it yields records as they come about and requests when it needs an answer. It holds no state of
 * its own; the next step is a function of the records so far, so that a trial resumes from any prefix, a branch included.
 */
import type { ChatFormat, Message, Sampling } from '../policy/contract.ts';
import { InputError, respond, rows, type Task } from '../worlds/index.ts';
import type { MemoryMode, PromptStyle, Scene, TrialConfig, TrialRequest, TrialResponse } from './contract.ts';
import { apply, begin, fold, sceneOf, type TrialView } from './fold.ts';
import { showsNotes } from './memory.ts';
import { parseNote, parseNoteReleased } from './note.ts';
import { limits, prompts, type Limits } from './prompts.ts';
import { recordVersion, type Responded, type TrialRecord, type TrialStarted } from './records.ts';

export interface TrialSpec {
  readonly task: Task;
  readonly config: TrialConfig;
  readonly style: PromptStyle;
  readonly seed: number;
  /** number of the trial in the experiment; part of the key of every uniform */
  readonly trial: number;
  readonly sampling?: Sampling;
  /** default: by style */
  readonly limits?: Limits;
  /** Records to go on from (a branch, an interrupted run); they are not yielded again. Task, config and seeds are taken from them. */
  readonly prefix?: readonly TrialRecord[];
  /** Answers that are given already; used up in order before anyone is asked. */
  readonly given?: readonly TrialResponse[];
  /** What the first answer that is asked for begins with; the policy goes on from there. */
  readonly begin?: string;
  /** Another memory mode from the next episode on. */
  readonly memory?: MemoryMode;
  /** Another seed: for the next answer alone, or from there on. */
  readonly reseed?: { readonly seed: number; readonly once: boolean };
}

/** Who answers, as far as the runner needs to know; a policy's Generator is one. */
export interface Voice {
  readonly hash: string;
  /** null: answers in text alone */
  readonly format: ChatFormat | null;
  /** context length in tokens */
  readonly context?: number;
}

export type TrialEvent =
  | { readonly type: 'record'; readonly record: TrialRecord }
  | { readonly type: 'request'; readonly request: TrialRequest };

/** Recorded as the policy of an answer that a person gave. */
export const person = 'person';

interface Asked {
  readonly purpose: Responded['purpose'];
  readonly prompt: Responded['prompt'];
  readonly request: TrialRequest;
}

type Step = { readonly record: TrialRecord } | { readonly ask: Responded['purpose'] } | null;

/** Send the answer with `next(response)` after a request, nothing after a record. @returns the state at the end */
export function* runTrial(spec: TrialSpec, voice: Voice): Generator<TrialEvent, TrialView, TrialResponse | undefined> {
  const given = [...(spec.given ?? [])];
  let { reseed } = spec;
  let view: TrialView;
  if (spec.prefix && spec.prefix.length > 0) {
    view = fold(spec.prefix);
  } else {
    const start = firstRecord(spec);
    yield { type: 'record', record: start };
    view = begin(start);
  }
  const { seed } = view;
  for (let step = next(view, spec); step !== null; step = next(view, spec)) {
    let record: TrialRecord;
    if ('record' in step) {
      record = step.record;
    } else {
      const asked = ask(view, step.ask, spec, voice, reseed?.seed ?? view.seed);
      const ready = given.shift();
      const response = ready ?? (yield { type: 'request', request: asked.request });
      if (response === undefined) throw new Error('The trial asked for an answer and got none; send one with next(response).');
      const drawn = ready === undefined && asked.request.draw.seed !== view.seed ? { seed: asked.request.draw.seed } : {};
      record = { ...toRecord(asked, response, voice, spec.style), ...drawn };
      if (ready === undefined) reseed = reseed?.once === true ? { seed, once: false } : reseed;
    }
    yield { type: 'record', record };
    view = apply(view, record);
  }
  return view;
}

function firstRecord(spec: TrialSpec): TrialStarted {
  const { task, config, style, seed, trial, sampling } = spec;
  return { type: 'trialStarted', version: recordVersion, task, config, style, seed, trial, sampling: sampling ?? null };
}

/** What comes next; null: nothing, the trial is over. */
function next(view: TrialView, spec: TrialSpec): Step {
  const { config } = view.start;
  const memory = spec.memory ?? view.memory;
  const changed = memory === view.memory ? {} : { memory };
  const episode = view.episodes.at(-1);
  if (view.won !== null) return null;
  if (!episode) return { record: { type: 'episodeStarted', episode: 0, ...changed } };
  if (view.pending) return { record: view.pending.purpose === 'play' ? play(view, view.pending) : write(view, view.pending) };
  if (episode.end === null) {
    // an imported level may be solved from the start
    const end = episode.turns.length > 0 ? episode.turns[episode.turns.length - 1].acted.end : episode.states[0].end;
    return end === null ? { ask: 'play' } : { record: { type: 'episodeEnded', end } };
  }
  if (episode.end === 'won' || view.episodes.length >= config.episodes) return { record: { type: 'trialEnded', won: episode.end === 'won' } };
  // Reflection happens only if memory shows it, or somebody asks for it (lamer.md 5 #20).
  if (!episode.note && (showsNotes(memory) || config.reflectAlways === true)) return { ask: 'reflect' };
  return { record: { type: 'episodeStarted', episode: view.episodes.length, ...changed } };
}

function play(view: TrialView, response: Responded): TrialRecord {
  const { states } = view.episodes[view.episodes.length - 1];
  const turn = respond(states[states.length - 1], response.text);
  return { type: 'acted', valid: turn.valid, actions: turn.applied, reward: turn.reward, rows: rows(turn.state), end: turn.end };
}

function write(view: TrialView, response: Responded): TrialRecord {
  const { task } = view.start;
  const note = task.config.fidelity === 'released' ? parseNoteReleased(response.text, task.world) : parseNote(response.text);
  return { type: 'reflectionWritten', author: response.policy === person ? 'person' : 'policy', ...note };
}

function ask(view: TrialView, purpose: Responded['purpose'], spec: TrialSpec, voice: Voice, seed: number): Asked {
  const { trial, task, style } = view.start;
  const scene = sceneOf(view);
  const maxTokens = (spec.limits ?? limits(style, task))[purpose];
  const prompt = ground(view, scene, purpose, voice, maxTokens);
  const before = prompt.fresh ? null : view.context;
  return {
    purpose,
    prompt,
    request: {
      purpose,
      draw: { seed, trial, episode: view.episodes.length - 1, turn: scene.actions.length },
      prompt: before ? [...before.ids, ...prompt.ids] : prompt.ids,
      messages: before ? [...before.messages, ...prompt.messages] : prompt.messages,
      maxTokens,
      scene,
    },
  };
}

/** What the prompt adds to the context, or the whole of a new one where none can be continued. @throws InputError if even the shortest is too long. */
function ground(view: TrialView, scene: Scene, purpose: Responded['purpose'], voice: Voice, maxTokens: number): Responded['prompt'] {
  const { format } = voice;
  const speak = prompts[view.start.style];
  const room = (voice.context ?? Infinity) - maxTokens;
  const { context } = view;
  if (context) {
    const message = user(purpose === 'play' ? speak.observation(scene) : speak.reflect(scene));
    if (!format) return { fresh: false, messages: [message], ids: [] };
    if (context.template === format.hash) {
      const last = context.ids.at(-1);
      const ids = format.next(message, last !== undefined && format.endIds.includes(last));
      if (context.ids.length + ids.length <= room) return { fresh: false, messages: [message], ids };
    } else {
      // Another tokenizer or template wrote the context: its ids mean nothing here, its text does.
      const messages = [...context.messages, message];
      const ids = format.open(messages);
      if (ids.length <= room) return { fresh: true, messages, ids };
    }
  }
  // A context opens with the current board. Too long: it is opened anew without the turns so far, then without the oldest memories.
  const length = { shortest: Infinity };
  for (let forget = 0; forget <= scene.past.length; forget++) {
    const shown = { ...scene, past: scene.past.slice(forget) };
    const messages = [user(speak.opening(shown) + (purpose === 'reflect' ? `\n\n${speak.reflect(shown)}` : ''))];
    const ids = format?.open(messages) ?? [];
    if (ids.length <= room) return { fresh: true, messages, ids };
    length.shortest = ids.length;
  }
  throw new InputError(
    `The shortest prompt has ${length.shortest} tokens and the answer up to ${maxTokens}, the context holds ${voice.context}; choose a smaller board or a model with a longer context.`,
  );
}

function user(content: string): Message {
  return { role: 'user', content };
}

function toRecord(asked: Asked, response: TrialResponse, voice: Voice, style: PromptStyle): Responded {
  const sampled = response.tokens.map((token) => token.id);
  return {
    type: 'responded',
    purpose: asked.purpose,
    prompt: asked.prompt,
    text: response.text,
    ids: sampled.length === 0 && voice.format ? voice.format.encode(response.text) : sampled,
    ...(response.forced === undefined || response.forced === 0 ? {} : { forced: response.forced }),
    logprobs: response.tokens.map((token) => token.logprob),
    ...alternativesOf(response, voice),
    finish: response.finish,
    policy: response.author === 'person' ? person : voice.hash,
    template: voice.format?.hash ?? style,
  };
}

/** Kept as text: whoever reads a record later need not have the tokenizer. */
function alternativesOf({ tokens }: TrialResponse, { format }: Voice): Partial<Pick<Responded, 'pieces' | 'alternatives'>> {
  if (!format || !tokens.some((token) => token.top && token.top.length > 0)) return {};
  const piece = (id: number): string => format.decode([id]);
  return {
    pieces: tokens.map((token) => piece(token.id)),
    alternatives: tokens.map((token) => (token.top ?? []).map(([id, logprob]) => ({ text: piece(id), logprob }))),
  };
}
