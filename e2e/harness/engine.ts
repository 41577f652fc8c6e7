/** The whole way of the app: a model's address in, an engine in a worker, tokens out. */
import type { Generate, Message } from '../../src/policy/contract.ts';
import { startEngine, type LoadPhase } from '../../src/platform/web/startEngine.ts';

export interface EngineRequest {
  readonly url: string;
  readonly prefer: 'auto' | 'webgpu' | 'wasm';
  readonly messages: readonly Message[];
  readonly greedy: Omit<Generate, 'prompt'>;
  /** change one's mind at once */
  readonly abort?: boolean;
}

export async function playWith({ url, prefer, messages, greedy, abort = false }: EngineRequest): Promise<unknown> {
  const last = new Map<string, string>();
  const control = new AbortController();
  const starting = startEngine(url, { slots: 2, prefer, signal: control.signal, onPhase: (phase) => last.set(phase.phase, describe(phase)) });
  if (abort) control.abort();
  const { generator, format, kind, reason } = await starting;
  generator.enqueue({ ...greedy, prompt: format.open(messages) });
  let [completion] = await generator.tick();
  while (completion === undefined) [completion] = await generator.tick();
  await generator.close();
  const { tokens } = completion;
  return { kind, reason, phases: [...last.values()], ids: tokens.map(({ id }) => id), logprobs: tokens.map(({ logprob }) => logprob) };
}

function describe(phase: LoadPhase): string {
  switch (phase.phase) {
    case 'download':
      return `download ${phase.done} of ${phase.total}`;
    case 'read':
      return `read ${phase.share}`;
    case 'compile':
    case 'warmup':
      return phase.phase;
  }
}
