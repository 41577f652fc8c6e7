/** Stand-ins for tests: a tokenizer of one id a character, and a policy that answers from a script, one token a tick. */
import type { ChatFormat, Completion, Generate, Generator, Message, Token } from '../policy/contract.ts';

const end = 1;
const marks = { system: 2, user: 3, assistant: 4 } as const;

const encode = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

export function fakeFormat(hash = 'fake format'): ChatFormat {
  const said = (message: Message): number[] => [marks[message.role], ...encode(message.content), end];
  return {
    hash,
    endIds: [end],
    open: (messages) => [...messages.flatMap(said), marks.assistant],
    next: (message, closed) => [...(closed ? [] : [end]), ...said(message), marks.assistant],
    encode,
    decode: (ids) => String.fromCodePoint(...ids.filter((id) => id >= 10)),
  };
}

interface Running {
  readonly request: Generate;
  readonly text: string;
  readonly tokens: Token[];
}

export class FakeGenerator implements Generator {
  readonly format = fakeFormat();
  readonly hash = 'fake weights';
  readonly requests: Generate[] = [];
  /** most requests that were ever in flight */
  widest = 0;
  readonly #running: Running[] = [];
  readonly #answer: (request: Generate) => string;
  readonly context: number;

  constructor(answer: (request: Generate) => string, context = 100_000) {
    this.#answer = answer;
    this.context = context;
  }

  enqueue(request: Generate): void {
    if (this.#running.some((other) => other.request.id === request.id)) throw new Error(`The id ${request.id} is in flight already.`);
    this.requests.push(request);
    this.#running.push({ request, text: this.#answer(request), tokens: [] });
    this.widest = Math.max(this.widest, this.#running.length);
  }

  tick(onToken?: (id: string, token: Token, text: string) => void): Promise<Completion[]> {
    const done: Completion[] = [];
    for (const running of [...this.#running]) {
      const { request, text, tokens } = running;
      const ids = [...encode(text), end];
      const token = { id: ids[tokens.length], logprob: -0.5 };
      tokens.push(token);
      onToken?.(request.id, token, this.format.decode([token.id]));
      const stopped = tokens.length === ids.length;
      if (!stopped && tokens.length < request.maxTokens) continue;
      this.#running.splice(this.#running.indexOf(running), 1);
      done.push({ id: request.id, tokens, text: text.slice(0, tokens.length), finish: stopped ? 'stop' : 'length', reused: 0 });
    }
    return Promise.resolve(done);
  }

  cancel(id: string): void {
    const index = this.#running.findIndex((running) => running.request.id === id);
    if (index >= 0) this.#running.splice(index, 1);
  }

  get inFlight(): number {
    return this.#running.length;
  }

  score(): Promise<Float32Array[]> {
    return Promise.reject(new Error('The fake policy does not score.'));
  }
}
