/**
 * Many trials at once, in ticks: all running trials are advanced in a fixed order, whatever they ask for goes to the engine, and places
 * that become free are filled in that order. Nothing depends on which promise settles first.
 */
import type { Generator as Policy, Token } from '../policy/contract.ts';
import { InputError } from '../worlds/index.ts';
import type { Player, TrialRequest, TrialResponse } from './contract.ts';
import type { TrialRecord } from './records.ts';
import { runTrial, type TrialEvent, type TrialSpec, type Voice } from './runner.ts';

export interface PlayOptions {
  /** trials in play at the same time; default 64 */
  readonly inFlight?: number;
  readonly stopStrings?: readonly string[];
  /** What every answer in play begins with, whatever the policy would have said: its first words select a style. */
  readonly force?: string;
  /** likeliest alternatives to report per token; default 0 */
  readonly top?: number;
  /** @param trial index in the list of trials */
  readonly onRecord?: (trial: number, record: TrialRecord) => void;
  readonly onRequest?: (trial: number, request: TrialRequest) => void;
  /** @param text the new token decoded */
  readonly onToken?: (trial: number, token: Token, text: string) => void;
  /** Stops after the current tick; what was recorded until then is returned. */
  readonly signal?: AbortSignal;
}

const greedy = { temperature: 0, topP: 1, topK: 0 } as const;

/** @returns for each trial its records (prefix included); those of an aborted run end where it was stopped */
export async function play(trials: readonly TrialSpec[], policy: Policy, options: PlayOptions = {}): Promise<TrialRecord[][]> {
  const running = new Running(trials, policy, options);
  const waiting = new Map<string, Waiting>();
  const begun = new Set<number>();
  const advance = (trial: number, response?: TrialResponse): void => {
    const request = running.advance(trial, response);
    if (!request) return;
    const id = String(trial);
    const text = (begun.has(trial) ? undefined : trials[trial].begin) ?? (request.purpose === 'play' ? (options.force ?? '') : '');
    begun.add(trial);
    const tokens = policy.format.encode(text).map((token): Token => ({ id: token, logprob: 0 }));
    if (tokens.length >= request.maxTokens) {
      throw new InputError(`The given beginning has ${tokens.length} tokens and an answer up to ${request.maxTokens}; shorten it.`);
    }
    waiting.set(id, { trial, text, tokens });
    policy.enqueue({
      id,
      prompt: [...request.prompt, ...tokens.map((token) => token.id)],
      maxTokens: request.maxTokens - tokens.length,
      stopIds: policy.format.endIds,
      stopStrings: options.stopStrings ?? [],
      sampling: trials[trial].sampling ?? greedy,
      draw: request.draw,
      top: options.top ?? 0,
    });
  };
  const onToken = options.onToken && ((id: string, token: Token, text: string) => options.onToken?.(Number(id), token, text));
  const width = options.inFlight ?? 64;
  let started = 0;
  try {
    for (;;) {
      while (started < trials.length && waiting.size < width) advance(started++);
      if (waiting.size === 0 || options.signal?.aborted) break;
      const finished = await policy.tick(onToken);
      if (options.signal?.aborted) break;
      const byTrial = finished.flatMap((done) => {
        const asked = waiting.get(done.id);
        return asked ? [{ ...asked, done }] : [];
      });
      for (const { trial, text, tokens, done } of byTrial.sort((a, b) => a.trial - b.trial)) {
        waiting.delete(done.id);
        advance(trial, { ...done, text: text + done.text, tokens: [...tokens, ...done.tokens], forced: tokens.length });
      }
    }
  } finally {
    for (const id of waiting.keys()) policy.cancel(id);
  }
  return running.records;
}

/** A request that the policy is at work on, and how its answer was made to begin. */
interface Waiting {
  readonly trial: number;
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** The same with someone who answers in text, one trial after the other: a person at the board, a player behind a worker. */
export async function playText(
  trials: readonly TrialSpec[],
  player: { readonly hash: string; respond(request: TrialRequest): TrialResponse | Promise<TrialResponse> },
  options: PlayOptions = {},
): Promise<TrialRecord[][]> {
  const running = new Running(trials, { hash: player.hash, format: null }, options);
  for (let trial = 0; trial < trials.length; trial++) {
    for (let request = running.advance(trial); request && !options.signal?.aborted; ) {
      const response = await player.respond(request);
      if (options.signal?.aborted) break;
      request = running.advance(trial, response);
    }
  }
  return running.records;
}

/** The fast path for teachers: no promises. */
export function playAll(trials: readonly TrialSpec[], player: Player): TrialRecord[][] {
  const running = new Running(trials, { hash: player.hash, format: null }, {});
  for (let trial = 0; trial < trials.length; trial++) {
    for (let request = running.advance(trial); request; ) request = running.advance(trial, player.respond(request));
  }
  return running.records;
}

/** The trials' generators and what they have recorded. */
class Running {
  readonly records: TrialRecord[][];
  readonly #generators: (Generator<TrialEvent, unknown, TrialResponse | undefined> | null)[];
  readonly #trials: readonly TrialSpec[];
  readonly #voice: Voice;
  readonly #options: PlayOptions;

  constructor(trials: readonly TrialSpec[], voice: Voice, options: PlayOptions) {
    this.#trials = trials;
    this.#voice = voice;
    this.#options = options;
    this.records = trials.map((spec) => [...(spec.prefix ?? [])]);
    this.#generators = trials.map(() => null);
  }

  /** Up to the next request. @returns null when the trial is over */
  advance(trial: number, response?: TrialResponse): TrialRequest | null {
    const generator = (this.#generators[trial] ??= runTrial(this.#trials[trial], this.#voice));
    for (let step = generator.next(response); ; step = generator.next()) {
      if (step.done === true) return null;
      if (step.value.type === 'request') {
        this.#options.onRequest?.(trial, step.value.request);
        return step.value.request;
      }
      this.records[trial].push(step.value.record);
      this.#options.onRecord?.(trial, step.value.record);
    }
  }
}
