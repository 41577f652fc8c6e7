/**
 * The one small interface through which trials and training see a policy. Token ids are plain numbers, log-probs natural
 * logarithms. Knows nothing of worlds, trials or React.
 */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How a policy's conversation becomes token ids; from tokenizer and chat template. Contexts grow by concatenation only. */
export interface ChatFormat {
  /** Changes when the tokenizer or the template changes; recorded with each response. */
  readonly hash: string;
  /** Ids that end a reply. */
  readonly endIds: readonly number[];
  /** A whole conversation, ending where the assistant's reply begins. */
  open(messages: readonly Message[]): number[];
  /**
   * What to append after a reply so that `message` follows and the next reply can begin.
   * @param closed the reply's last id is an end id already
   */
  next(message: Message, closed: boolean): number[];
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
}

export interface Sampling {
  /** 0 = greedy */
  readonly temperature: number;
  readonly topP: number;
  /** 0 = off */
  readonly topK: number;
}

/** Where in an experiment a token is drawn: uniform = f(seed, trial, episode, turn, token), whatever else runs in the batch. */
export interface DrawKey {
  readonly seed: number;
  readonly trial: number;
  readonly episode: number;
  /** a reflection counts as the turn after the last */
  readonly turn: number;
}

export interface Generate {
  /** unique among the requests in flight */
  readonly id: string;
  readonly prompt: readonly number[];
  readonly maxTokens: number;
  readonly stopIds: readonly number[];
  readonly stopStrings: readonly string[];
  readonly sampling: Sampling;
  readonly draw: DrawKey;
  /** how many of the likeliest alternatives to report per token (0 = none) */
  readonly top: number;
}

export interface Token {
  readonly id: number;
  /** the model's own log-prob: before temperature, top-p and top-k */
  readonly logprob: number;
  readonly top?: readonly (readonly [id: number, logprob: number])[];
}

/** `stop`: an end id or a stop string; `length`: maxTokens or the context is full. */
export type Finish = 'stop' | 'length' | 'cancelled';

export interface Completion {
  readonly id: string;
  readonly tokens: readonly Token[];
  /** decoded reply without the end id */
  readonly text: string;
  readonly finish: Finish;
  /** tokens of the prompt that were already held in a KV slot */
  readonly reused: number;
}

/**
 * Driven by ticks, so that many trials share a batch in a fixed order and nothing depends on promise timing: requests are
 * served in the order in which they were enqueued, and free slots refilled in that order.
 */
export interface Generator {
  readonly format: ChatFormat;
  /** Hash of weights and adapter; recorded with each response. */
  readonly hash: string;
  /** context length in tokens */
  readonly context: number;
  enqueue(request: Generate): void;
  /** Advance everything in flight by (at least) one token. Returns what finished, in order of enqueueing. */
  tick(onToken?: (id: string, token: Token, text: string) => void): Promise<Completion[]>;
  cancel(id: string): void;
  /** Log-prob of every token of each sequence given the tokens before it (first entry 0). */
  score(sequences: readonly (readonly number[])[]): Promise<Float32Array[]>;
}
