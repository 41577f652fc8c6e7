/** The other end: a Generator whose engine lives in a worker. Knows neither Node nor the browser. */
import type { ChatFormat, Completion, Generate, Generator, Token } from '../contract.ts';
import type { Adapter, ModelConfig } from '../model/config.ts';
import { errorOf } from '../thrown.ts';
import type { ContinuationScorer } from './continuations.ts';
import { parseEvent, type Command, type Event, type LoadOptions, type Ready } from './protocol.ts';
import { checkContinuations, checkRequest, checkSequence, RequestError } from './request.ts';

export interface ClientPort {
  post(command: Command): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The worker died or sent what can not be read; nothing will come after it. */
  onDeath(listener: (reason: Error) => void): void;
  /** End the worker. */
  terminate(): Promise<void>;
}

/** An error that happened in the worker, under its own name. */
class WorkerFailure extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

type Answer = Exclude<Event, { type: 'loading' } | { type: 'failed' }>;
type Asking = Extract<Command, { request: number }>;
/** Each asking command without the numbers that are filled in when it is sent. */
type Unsent<C> = C extends Asking ? Omit<C, 'run' | 'request'> : never;

let runs = 0;

export class EngineClient implements Generator, ContinuationScorer {
  private requests = 0;
  private readonly pending = new Map<number, { readonly settle: (answer: Answer) => void; readonly fail: (error: Error) => void }>();
  private readonly inFlight = new Set<string>();
  /** Completions that have arrived and not yet been returned. */
  private done: Completion[] = [];
  private death: Error | undefined;
  private ready: Ready | undefined;

  private constructor(
    private readonly port: ClientPort,
    readonly format: ChatFormat,
    private readonly run: number,
    private readonly onProgress?: (share: number) => void,
  ) {
    port.onMessage((message) => this.receive(message));
    port.onDeath((reason) => this.die(new Error(`The engine's worker is gone: ${reason.message}`, { cause: reason })));
  }

  /**
   * Load a model in the worker behind `port`. The worker is ended when that fails.
   * @param format of the same model: the page needs it too, to make prompts
   * @param bytes the model as a GGUF file
   */
  static async open(
    port: ClientPort,
    format: ChatFormat,
    bytes: Uint8Array,
    options: LoadOptions,
    onProgress?: (share: number) => void,
  ): Promise<EngineClient> {
    const client = new EngineClient(port, format, ++runs, onProgress);
    try {
      client.ready = (await client.ask({ type: 'load', bytes, options }, 'ready')).ready;
      return client;
    } catch (error) {
      await port.terminate();
      throw error;
    }
  }

  get hash(): string {
    return this.state().hash;
  }

  get context(): number {
    return this.config.context;
  }

  get config(): ModelConfig {
    return this.state().config;
  }

  get backend(): string {
    return this.state().backend;
  }

  enqueue(request: Generate): void {
    checkRequest(request, this.config);
    if (this.death) throw this.death;
    if (this.inFlight.has(request.id)) throw new RequestError(`Request ${JSON.stringify(request.id)}: the id is in flight already.`);
    this.inFlight.add(request.id);
    this.port.post({ type: 'enqueue', run: this.run, generate: request });
  }

  cancel(id: string): void {
    if (!this.death) this.port.post({ type: 'cancel', run: this.run, id });
  }

  async tick(onToken?: (id: string, token: Token, text: string) => void): Promise<Completion[]> {
    let answer;
    try {
      answer = await this.ask({ type: 'tick', streaming: onToken !== undefined }, 'ticked');
    } catch (error) {
      // As in the engine: what was in flight is dropped.
      this.inFlight.clear();
      throw error;
    }
    for (const completion of answer.completions) this.inFlight.delete(completion.id);
    this.done.push(...answer.completions);
    for (const { id, token, text } of answer.streamed) onToken?.(id, token, text);
    return this.done.splice(0);
  }

  async score(sequences: readonly (readonly number[])[]): Promise<Float32Array[]> {
    for (const [index, sequence] of sequences.entries()) checkSequence(sequence, index, this.config);
    return [...(await this.ask({ type: 'score', sequences }, 'scored')).scores];
  }

  async scoreContinuations(prefix: readonly number[], continuations: readonly (readonly number[])[]): Promise<Float32Array[]> {
    checkContinuations(prefix, continuations, this.config);
    return [...(await this.ask({ type: 'scoreContinuations', prefix, continuations }, 'scored')).scores];
  }

  /** Use another adapter, or none. Requests in flight go on under it. */
  async setAdapter(adapter?: Adapter): Promise<void> {
    const { hash } = await this.ask({ type: 'adapt', adapter }, 'adapted');
    this.ready = { ...this.state(), hash };
  }

  /** Let go of the model and end the worker. */
  async close(): Promise<void> {
    try {
      if (!this.death) await this.ask({ type: 'close' }, 'closed');
    } finally {
      this.die(new Error('The engine was closed.'));
      await this.port.terminate();
    }
  }

  private state(): Ready {
    if (!this.ready) throw new Error('The model is not loaded yet.');
    return this.ready;
  }

  private async ask<T extends Answer['type']>(command: Unsent<Asking>, type: T): Promise<Extract<Answer, { type: T }>> {
    if (this.death) throw this.death;
    const request = ++this.requests;
    const answer = await new Promise<Answer>((settle, fail) => {
      this.pending.set(request, { settle, fail });
      try {
        this.port.post({ ...command, run: this.run, request });
      } catch (error) {
        this.pending.delete(request);
        fail(errorOf(error));
      }
    });
    if (!isType(answer, type)) throw new Error(`The worker answered ${command.type} with ${answer.type}.`);
    return answer;
  }

  private receive(message: unknown): void {
    let event: Event;
    try {
      event = parseEvent(message);
    } catch (error) {
      return this.die(errorOf(error));
    }
    // Something from another run may still be on its way.
    if (event.run !== this.run) return;
    if (event.type === 'loading') return this.onProgress?.(event.share);
    const waiting = this.pending.get(event.request);
    this.pending.delete(event.request);
    if (event.type === 'failed') waiting?.fail(new WorkerFailure(event.name, event.message));
    else waiting?.settle(event);
  }

  private die(reason: Error): void {
    this.death ??= reason;
    for (const { fail } of this.pending.values()) fail(this.death);
    this.pending.clear();
  }
}

function isType<T extends Answer['type']>(answer: Answer, type: T): answer is Extract<Answer, { type: T }> {
  return answer.type === type;
}
