/** Where training waits while it is paused: before each pass of the model, so that a pause loses nothing and takes at most one pass to come about. */
import type { PolicyEngine } from '../../learning/policyEngine.ts';
import type { AdaptableDecoder } from '../../policy/engine/served.ts';
import type { Runtime, Session } from '../../policy/runtime.ts';

export class Gate {
  private holders = 0;
  private since = 0;
  private held = 0;
  private waiting: (() => void)[] = [];

  /** Nobody passes until what is returned has been called (more than once does no harm). */
  hold(): () => void {
    if (this.holders++ === 0) this.since = performance.now();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--this.holders > 0) return;
      this.held += performance.now() - this.since;
      const { waiting } = this;
      this.waiting = [];
      for (const go of waiting) go();
    };
  }

  async pass(): Promise<void> {
    while (this.holders > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Seconds of a clock that stands still while the gate is held. */
  now(): number {
    return ((this.holders > 0 ? this.since : performance.now()) - this.held) / 1000;
  }

  engine(engine: PolicyEngine): PolicyEngine {
    return {
      score: async (parameters, batch) => {
        await this.pass();
        return engine.score(parameters, batch);
      },
      gradient: async (parameters, batch) => {
        await this.pass();
        return engine.gradient(parameters, batch);
      },
    };
  }

  decoder(decoder: AdaptableDecoder): AdaptableDecoder {
    return {
      config: decoder.config,
      slots: decoder.slots,
      held: (slot) => decoder.held(slot),
      truncate: (slot, length) => decoder.truncate(slot, length),
      copy: (from, to, length) => decoder.copy(from, to, length),
      forward: async (rows) => {
        await this.pass();
        return decoder.forward(rows);
      },
      score: (sequences) => decoder.score(sequences),
      setAdapter: (adapter) => decoder.setAdapter(adapter),
      dispose: () => decoder.dispose(),
    };
  }
}

/**
 * A part of a runtime whose sessions are released together; the runtime itself stays. Before each run what was said to this thread meanwhile is
 * heard: on WASM a run never leaves the thread, so a pause, a stop or a question would wait for the end of all that is being played.
 */
export function partOf(runtime: Runtime): Runtime {
  const open = new Set<Session>();
  const release = async (session: Session): Promise<void> => {
    if (open.delete(session)) await session.release();
  };
  return {
    name: runtime.name,
    kind: runtime.kind,
    async createSession(model) {
      const session = await runtime.createSession(model);
      open.add(session);
      return { inputs: session.inputs, outputs: session.outputs, run: (feeds, fetches) => heard().then(() => session.run(feeds, fetches)), release: () => release(session) };
    },
    async dispose() {
      for (const session of [...open]) await release(session);
    },
  };
}

/** Behind all messages that have come in; a timer would be kept waiting for milliseconds. */
function heard(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
