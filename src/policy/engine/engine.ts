/**
 * Continuous batching over a decoder's KV slots, driven by ticks. Everything happens in an order that follows from the order of the
 * calls: a request joins at the next tick, free slots go to waiting requests in order of enqueueing, and results and streamed tokens
 * are handed out in that order after the forward passes of the tick.
 */
import type { ChatFormat, Completion, Finish, Generate, Generator, Token } from '../contract.ts';
import type { Decoder } from '../model/config.ts';
import { scoreOnFreeSlots, type ContinuationScorer } from './continuations.ts';
import { groupByLength } from './grouping.ts';
import { ReplyText } from './replyText.ts';
import { checkContinuations, checkRequest, checkSequence, RequestError, type Limits } from './request.ts';
import { sample } from './sample.ts';
import { Slots } from './slots.ts';
import { uniform } from './uniform.ts';

export interface EngineOptions {
  readonly decoder: Decoder;
  readonly format: ChatFormat;
  /** of weights and adapter */
  readonly hash: string;
  /** tokens of one prompt that one tick computes at most, so that long prompts do not hold up the others (default 512) */
  readonly chunk?: number;
  /** tokens (rows × longest) of one forward pass at most (default 2048); a single chunk may be longer */
  readonly passTokens?: number;
  /** tokens of prompts that one tick computes at most, give or take a chunk (default 4096) */
  readonly tickTokens?: number;
  /** shortest common beginning that is copied from another slot (default 8 tokens) */
  readonly worthCopying?: number;
}

interface Job {
  readonly order: number;
  readonly request: Generate;
  /** prompt and reply so far */
  readonly context: number[];
  readonly tokens: Token[];
  readonly reply: ReplyText;
  /** −1 while it waits */
  slot: number;
  reused: number;
  cancelled: boolean;
}

interface Streamed {
  readonly job: Job;
  readonly token: Token;
  readonly text: string;
}

export class Engine implements Generator, ContinuationScorer {
  readonly format: ChatFormat;
  readonly context: number;
  private currentHash: string;
  private readonly decoder: Decoder;
  private readonly slots: Slots;
  private readonly limits: Limits;
  private readonly chunk: number;
  private readonly passTokens: number;
  private readonly tickTokens: number;
  private enqueued = 0;
  /** Jobs by id, in order of enqueueing, until their completion has been returned. */
  private readonly jobs = new Map<string, Job>();
  /** Enqueued since the last tick began. */
  private inbox: Job[] = [];
  private waiting: Job[] = [];
  private active: Job[] = [];
  private done: { readonly job: Job; readonly completion: Completion }[] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor({ decoder, format, hash, chunk = 512, passTokens = 2048, tickTokens = 4096, worthCopying = 8 }: EngineOptions) {
    this.decoder = decoder;
    this.format = format;
    this.currentHash = hash;
    this.context = decoder.config.context;
    this.limits = decoder.config;
    this.slots = new Slots(decoder, worthCopying);
    this.chunk = chunk;
    this.passTokens = passTokens;
    this.tickTokens = tickTokens;
  }

  get hash(): string {
    return this.currentHash;
  }

  /** Requests enqueued whose completion has not yet been returned. */
  get inFlight(): number {
    return this.jobs.size;
  }

  /** @throws RequestError when it can not be served: prompt empty or not shorter than the context, wrong ids or settings, id in use */
  enqueue(request: Generate): void {
    checkRequest(request, this.limits);
    if (this.jobs.has(request.id)) throw new RequestError(`Request ${JSON.stringify(request.id)}: the id is in flight already.`);
    const job: Job = {
      order: this.enqueued++,
      request,
      context: [...request.prompt],
      tokens: [],
      reply: new ReplyText(this.format, request.stopStrings),
      slot: -1,
      reused: 0,
      cancelled: false,
    };
    this.jobs.set(request.id, job);
    this.inbox.push(job);
  }

  /** The request ends as `cancelled` at the next tick (or the one in progress). Unknown ids, and ids just finished, are ignored. */
  cancel(id: string): void {
    const job = this.jobs.get(id);
    if (job) job.cancelled = true;
  }

  /**
   * One token for everything in flight; a prompt longer than a chunk takes several ticks.
   * `onToken` gets each token with the text that became final by it ('' while a character or a stop string is incomplete).
   * @throws what the decoder throws; everything in flight is dropped then, and all slots are emptied
   */
  tick(onToken?: (id: string, token: Token, text: string) => void): Promise<Completion[]> {
    return this.exclusively(async () => {
      const streamed: Streamed[] = [];
      try {
        await this.advance(streamed, onToken !== undefined);
      } catch (error) {
        this.drop();
        throw error;
      }
      if (onToken) {
        streamed.sort((a, b) => a.job.order - b.job.order);
        for (const { job, token, text } of streamed) onToken(job.request.id, token, text);
      }
      return this.takeDone();
    });
  }

  /** @throws RequestError when a sequence is longer than the context or has ids outside the vocabulary */
  async score(sequences: readonly (readonly number[])[]): Promise<Float32Array[]> {
    for (const [index, sequence] of sequences.entries()) checkSequence(sequence, index, this.limits);
    return this.exclusively(() => this.decoder.score(sequences));
  }

  /**
   * The beginning is computed once (or not at all, where a slot holds it) and what continuations have in common once too. It happens between
   * two ticks on free slots; where there are none the sequences are scored whole, which gives the same and takes longer.
   * @throws RequestError as `score`, or when the prefix is empty
   */
  async scoreContinuations(prefix: readonly number[], continuations: readonly (readonly number[])[]): Promise<Float32Array[]> {
    checkContinuations(prefix, continuations, this.limits);
    return this.exclusively(async () => {
      const scores = await scoreOnFreeSlots(this.decoder, this.slots, this.chunk, prefix, continuations);
      if (scores !== null) return scores;
      const whole = await this.decoder.score(continuations.map((continuation) => [...prefix, ...continuation]));
      return whole.map((score) => score.slice(prefix.length));
    });
  }

  /**
   * Let `change` alter the decoder's weights (say, swap its adapter) between two ticks. What slots held is gone; requests in flight
   * go on under the new weights.
   */
  async reconfigure(hash: string, change: () => void | Promise<void>): Promise<void> {
    await this.exclusively(async () => {
      await change();
      for (let slot = 0; slot < this.decoder.slots; slot++) this.decoder.truncate(slot, 0);
      this.currentHash = hash;
    });
  }

  async dispose(): Promise<void> {
    await this.exclusively(async () => {
      this.drop();
      await this.decoder.dispose();
    });
  }

  /** One use of the decoder at a time, in order of the calls. */
  private exclusively<R>(work: () => Promise<R>): Promise<R> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async advance(streamed: Streamed[], streaming: boolean): Promise<void> {
    this.waiting.push(...this.inbox);
    this.inbox = [];
    this.sweep();
    const stepped = new Set<Job>();
    const step = async (jobs: readonly Job[]): Promise<void> => {
      const rows = jobs.map((job) => ({ slot: job.slot, tokens: this.pending(job) }));
      const logits = await this.decoder.forward(rows);
      const { vocabulary } = this.decoder.config;
      for (const [row, job] of jobs.entries()) {
        stepped.add(job);
        if (job.cancelled || this.pendingCount(job) > 0) continue;
        streamed.push(this.choose(job, logits.subarray(row * vocabulary, (row + 1) * vocabulary), streaming));
      }
      this.sweep();
    };
    let budget = this.tickTokens;
    while (budget > 0) {
      this.admit();
      const prompts: { job: Job; length: number; past: number }[] = [];
      for (const job of this.active) {
        const length = Math.min(this.pendingCount(job), this.chunk);
        if (length < 2 || stepped.has(job) || budget <= 0) continue;
        budget -= length;
        prompts.push({ job, length, past: this.decoder.held(job.slot) });
      }
      if (prompts.length === 0) break;
      for (const group of groupByLength(prompts, this.passTokens)) {
        const rows = group.map(({ job }) => job).filter((job) => !job.cancelled);
        if (rows.length > 0) await step(rows);
      }
    }
    const single = this.active.filter((job) => !stepped.has(job) && this.pendingCount(job) === 1);
    if (single.length > 0) await step(single);
  }

  private admit(): void {
    const free = this.slots.free;
    if (free === 0 || this.waiting.length === 0) return;
    for (const { tenant: job, slot, reused } of this.slots.settle(this.waiting.slice(0, free))) {
      job.slot = slot;
      job.reused = reused;
      this.active.push(job);
    }
    this.waiting = this.waiting.filter((job) => job.slot < 0);
    this.active.sort((a, b) => a.order - b.order);
  }

  private pendingCount(job: Job): number {
    return job.context.length - this.decoder.held(job.slot);
  }

  private pending(job: Job): number[] {
    const held = this.decoder.held(job.slot);
    return job.context.slice(held, held + this.chunk);
  }

  private choose(job: Job, logits: Float32Array, streaming: boolean): Streamed {
    const { request, tokens, context, reply } = job;
    const token = sample(logits, request.sampling, uniform(request.draw, tokens.length), request.top);
    tokens.push(token);
    context.push(token.id);
    if (request.stopIds.includes(token.id)) return { job, token, text: this.finish(job, 'stop') };
    reply.push(token.id);
    let text = streaming || request.stopStrings.length > 0 ? reply.advance() : '';
    if (reply.stopped) text += this.finish(job, 'stop');
    else if (tokens.length >= request.maxTokens || context.length >= this.context) text += this.finish(job, 'length');
    return { job, token, text };
  }

  /** @returns text that was held back */
  private finish(job: Job, finish: Finish): string {
    const { text, rest } = job.reply.end();
    this.done.push({ job, completion: { id: job.request.id, tokens: job.tokens, text, finish, reused: job.reused } });
    if (job.slot >= 0) this.slots.leave(job.slot);
    job.slot = -1;
    return rest;
  }

  /** Ends what was cancelled and forgets what has ended. */
  private sweep(): void {
    const ended = new Set(this.done.map(({ job }) => job));
    for (const job of this.jobs.values()) {
      if (!job.cancelled || ended.has(job)) continue;
      this.finish(job, 'cancelled');
      ended.add(job);
    }
    this.active = this.active.filter((job) => !ended.has(job));
    this.waiting = this.waiting.filter((job) => !ended.has(job));
  }

  private takeDone(): Completion[] {
    const done = this.done.sort((a, b) => a.job.order - b.job.order);
    this.done = [];
    for (const { job } of done) this.jobs.delete(job.request.id);
    return done.map(({ completion }) => completion);
  }

  private drop(): void {
    for (const job of this.active) if (job.slot >= 0) this.slots.leave(job.slot);
    this.active = [];
    this.waiting = [];
    this.inbox = [];
    this.done = [];
    this.jobs.clear();
    for (let slot = 0; slot < this.decoder.slots; slot++) this.decoder.truncate(slot, 0);
  }
}
