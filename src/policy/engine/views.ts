/**
 * Several users of one engine at a time: each has a view with ids of its own, and gets its own results and tokens whoever drives the tick.
 * So a run that is stopped never meets the next one, and what plays in the background never shows on stage.
 */
import type { Completion, Generate, Generator, Token } from '../contract.ts';
import { errorOf } from '../thrown.ts';

type OnToken = (id: string, token: Token, text: string) => void;

interface Owner {
  readonly finished: Completion[];
  onToken: OnToken | undefined;
  /** the engine failed while something of this one was in flight: what is told at its next tick */
  failure: Error | null;
  inFlight: number;
}

export class Views<Engine extends Generator> {
  private readonly owners = new Map<string, Owner>();
  private count = 0;
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** A new one for each run. Whoever is done with it cancels what is still in flight, as `play` does. */
  view(): Generator {
    const { engine } = this;
    const name = String(++this.count);
    const owner: Owner = { finished: [], onToken: undefined, failure: null, inFlight: 0 };
    return {
      get format() {
        return engine.format;
      },
      get hash() {
        return engine.hash;
      },
      get context() {
        return engine.context;
      },
      enqueue: (request: Generate) => {
        engine.enqueue({ ...request, id: `${name}:${request.id}` });
        this.owners.set(name, owner);
        owner.inFlight++;
      },
      cancel: (id) => engine.cancel(`${name}:${id}`),
      score: (sequences) => engine.score(sequences),
      tick: (onToken) => this.tick(owner, onToken),
    };
  }

  private async tick(owner: Owner, onToken: OnToken | undefined): Promise<Completion[]> {
    owner.onToken = onToken;
    const { failure } = owner;
    owner.failure = null;
    if (failure) throw failure;
    if (owner.finished.length > 0) return owner.finished.splice(0);
    const streaming = [...this.owners.values()].some((each) => each.onToken !== undefined);
    let completions;
    try {
      completions = await this.engine.tick(streaming ? (id, token, text) => this.pass(id, token, text) : undefined);
    } catch (error) {
      // What was in flight is dropped by the engine, everyone's; the others hear of it when they ask.
      const reason = errorOf(error);
      for (const each of this.owners.values()) if (each !== owner && each.inFlight > 0) each.failure = reason;
      this.owners.clear();
      throw error;
    }
    for (const completion of completions) {
      const [name, id] = cut(completion.id);
      const whose = this.owners.get(name);
      if (!whose) continue;
      whose.finished.push({ ...completion, id });
      if (--whose.inFlight === 0) this.owners.delete(name);
    }
    return owner.finished.splice(0);
  }

  private pass(id: string, token: Token, text: string): void {
    const [name, own] = cut(id);
    this.owners.get(name)?.onToken?.(own, token, text);
  }
}

function cut(id: string): [name: string, id: string] {
  const at = id.indexOf(':');
  return [id.slice(0, at), id.slice(at + 1)];
}
