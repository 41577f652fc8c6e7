/**
 * What the page (or the command line) and the worker with the engine say to one another. Closed in both directions: commands go in,
 * events come out, and each end parses what it receives. `run` is one loaded model, `request` one command that is answered.
 */
import { z } from 'zod';
import type { Completion, Generate, Token } from '../contract.ts';
import { projections, type Adapter, type ModelConfig } from '../model/config.ts';

export interface LoadOptions {
  readonly slots: number;
  readonly adapter?: Adapter;
}

export type Command =
  /** `bytes`: the model as a GGUF file */
  | { readonly type: 'load'; readonly run: number; readonly request: number; readonly bytes: Uint8Array; readonly options: LoadOptions }
  | { readonly type: 'enqueue'; readonly run: number; readonly generate: Generate }
  | { readonly type: 'cancel'; readonly run: number; readonly id: string }
  | { readonly type: 'tick'; readonly run: number; readonly request: number; readonly streaming: boolean }
  | { readonly type: 'score'; readonly run: number; readonly request: number; readonly sequences: readonly (readonly number[])[] }
  | {
      readonly type: 'scoreContinuations';
      readonly run: number;
      readonly request: number;
      readonly prefix: readonly number[];
      readonly continuations: readonly (readonly number[])[];
    }
  | { readonly type: 'adapt'; readonly run: number; readonly request: number; readonly adapter?: Adapter }
  | { readonly type: 'close'; readonly run: number; readonly request: number };

export interface StreamedToken {
  readonly id: string;
  readonly token: Token;
  readonly text: string;
}

export interface Ready {
  readonly hash: string;
  readonly config: ModelConfig;
  /** what computes, for people */
  readonly backend: string;
}

export type Event =
  | { readonly type: 'loading'; readonly run: number; readonly request: number; readonly share: number }
  | { readonly type: 'ready'; readonly run: number; readonly request: number; readonly ready: Ready }
  | {
      readonly type: 'ticked';
      readonly run: number;
      readonly request: number;
      readonly streamed: readonly StreamedToken[];
      readonly completions: readonly Completion[];
    }
  | { readonly type: 'scored'; readonly run: number; readonly request: number; readonly scores: readonly Float32Array[] }
  | { readonly type: 'adapted'; readonly run: number; readonly request: number; readonly hash: string }
  | { readonly type: 'closed'; readonly run: number; readonly request: number }
  | { readonly type: 'failed'; readonly run: number; readonly request: number; readonly name: string; readonly message: string };

const number = z.number();
const ids = z.array(number);
const floats = z.instanceof(Float32Array);
const head = { run: number, request: number };

const config = z.object({
  architecture: z.enum(['qwen2', 'qwen3']),
  hidden: number, layers: number, heads: number, kvHeads: number, headDim: number, intermediate: number,
  vocabulary: number, context: number, tied: z.boolean(), ropeTheta: number, rmsEps: number,
});

const adapter = z.object({
  rank: number,
  scale: number,
  targets: z.array(z.enum(projections)),
  tensors: z.map(z.string(), z.object({ a: floats, b: floats })),
});

// What a request says is checked by the engine, which can name the value; here only its form.
const generate = z.object({
  id: z.string(),
  prompt: ids,
  maxTokens: number,
  stopIds: ids,
  stopStrings: z.array(z.string()),
  sampling: z.object({ temperature: number, topP: number, topK: number }),
  draw: z.object({ seed: number, trial: number, episode: number, turn: number }),
  top: number,
});

const commands: z.ZodType<Command> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('load'), ...head, bytes: z.instanceof(Uint8Array), options: z.object({ slots: number, adapter: adapter.optional() }) }),
  z.object({ type: z.literal('enqueue'), run: number, generate }),
  z.object({ type: z.literal('cancel'), run: number, id: z.string() }),
  z.object({ type: z.literal('tick'), ...head, streaming: z.boolean() }),
  z.object({ type: z.literal('score'), ...head, sequences: z.array(ids) }),
  z.object({ type: z.literal('scoreContinuations'), ...head, prefix: ids, continuations: z.array(ids) }),
  z.object({ type: z.literal('adapt'), ...head, adapter: adapter.optional() }),
  z.object({ type: z.literal('close'), ...head }),
]);

const token = z.object({ id: number, logprob: number, top: z.array(z.tuple([number, number])).optional() });
const completion = z.object({
  id: z.string(),
  tokens: z.array(token),
  text: z.string(),
  finish: z.enum(['stop', 'length', 'cancelled']),
  reused: number,
});

const events: z.ZodType<Event> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loading'), ...head, share: number }),
  z.object({ type: z.literal('ready'), ...head, ready: z.object({ hash: z.string(), config, backend: z.string() }) }),
  z.object({
    type: z.literal('ticked'),
    ...head,
    streamed: z.array(z.object({ id: z.string(), token, text: z.string() })),
    completions: z.array(completion),
  }),
  z.object({ type: z.literal('scored'), ...head, scores: z.array(floats) }),
  z.object({ type: z.literal('adapted'), ...head, hash: z.string() }),
  z.object({ type: z.literal('closed'), ...head }),
  z.object({ type: z.literal('failed'), ...head, name: z.string(), message: z.string() }),
]);

/** A message that is none of the protocol's. */
class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** @throws ProtocolError */
export function parseCommand(message: unknown): Command {
  return parse(commands, message, 'a command');
}

/** @throws ProtocolError */
export function parseEvent(message: unknown): Event {
  return parse(events, message, 'an event');
}

function parse<T>(schema: z.ZodType<T>, message: unknown, what: string): T {
  const result = schema.safeParse(message);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ProtocolError(`Not ${what} of the engine: ${issue.path.join('.') || 'the message'}: ${issue.message}`);
}
