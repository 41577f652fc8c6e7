/** The worker's end of the protocol: loads models and drives their engines. Knows neither Node nor the browser. */
import { errorOf } from '../thrown.ts';
import { parseCommand, type Command, type Event, type StreamedToken } from './protocol.ts';
import type { Load, Served } from './served.ts';

interface HostPort {
  post(event: Event): void;
  onMessage(listener: (message: unknown) => void): void;
}

interface Run {
  readonly served: Served;
  /** A request that was refused when it came; the next tick fails with it. */
  refused: Error | undefined;
}

/** Serve commands that come in at `port` for as long as the worker lives. Failures go back as events, with name and message. */
export function host(port: HostPort, load: Load): void {
  const runs = new Map<number, Run>();

  const runOf = (command: Command): Run => {
    const run = runs.get(command.run);
    if (!run) throw new Error(`No model is loaded under run ${command.run} (command ${command.type}).`);
    return run;
  };

  const obey = async (command: Command): Promise<void> => {
    switch (command.type) {
      case 'load': {
        const { run, request } = command;
        const served = await load(command.bytes, command.options, (share) => port.post({ type: 'loading', run, request, share }));
        runs.set(run, { served, refused: undefined });
        const { engine, config, backend } = served;
        return port.post({ type: 'ready', run, request, ready: { hash: engine.hash, config, backend } });
      }
      case 'enqueue': {
        const run = runOf(command);
        try {
          run.served.engine.enqueue(command.generate);
        } catch (error) {
          run.refused ??= errorOf(error);
        }
        return;
      }
      case 'cancel':
        return runOf(command).served.engine.cancel(command.id);
      case 'tick': {
        const run = runOf(command);
        if (run.refused !== undefined) {
          const { refused } = run;
          run.refused = undefined;
          throw refused;
        }
        const streamed: StreamedToken[] = [];
        const listener = command.streaming ? (id: string, token: StreamedToken['token'], text: string) => void streamed.push({ id, token, text }) : undefined;
        const completions = await run.served.engine.tick(listener);
        return port.post({ type: 'ticked', run: command.run, request: command.request, streamed, completions });
      }
      case 'score': {
        const scores = await runOf(command).served.engine.score(command.sequences);
        return port.post({ type: 'scored', run: command.run, request: command.request, scores });
      }
      case 'scoreContinuations': {
        const scores = await runOf(command).served.engine.scoreContinuations(command.prefix, command.continuations);
        return port.post({ type: 'scored', run: command.run, request: command.request, scores });
      }
      case 'adapt': {
        const { served } = runOf(command);
        await served.setAdapter(command.adapter);
        return port.post({ type: 'adapted', run: command.run, request: command.request, hash: served.engine.hash });
      }
      case 'close': {
        const run = runs.get(command.run);
        runs.delete(command.run);
        await run?.served.dispose();
        return port.post({ type: 'closed', run: command.run, request: command.request });
      }
      default:
        return command satisfies never;
    }
  };

  port.onMessage((message) => {
    const command = parseCommand(message);
    obey(command).catch((error: unknown) => {
      // Commands that expect no answer fail only when no model is loaded, which the next one that does will say.
      if (!('request' in command)) return;
      const { name, message: text } = errorOf(error);
      port.post({ type: 'failed', run: command.run, request: command.request, name, message: text });
    });
  });
}
