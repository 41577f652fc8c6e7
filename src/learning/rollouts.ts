/** Trials played in this thread by the policy with an adapter that changes from iteration to iteration. */
import type { ChatFormat } from '../policy/contract.ts';
import { CpuDecoder } from '../policy/engine/cpuDecoder.ts';
import { Engine } from '../policy/engine/engine.ts';
import { modelHash, weightsHash } from '../policy/engine/served.ts';
import type { Weights } from '../policy/model/config.ts';
import type { Runtime } from '../policy/runtime.ts';
import type { PromptStyle } from '../trial/contract.ts';
import { play } from '../trial/scheduler.ts';
import { adapterOf, type AdapterLayout } from './adapterLayout.ts';
import { actAtOnce, type Rollouts } from './trainer.ts';

export interface LocalOptions {
  readonly style: PromptStyle;
  /** trials in flight */
  readonly slots: number;
}

/** A small net gains nothing from longer passes on a CPU. */
const passes = { chunk: 512, passTokens: 256, tickTokens: 4096 } as const;

export async function localRollouts(runtime: Runtime, weights: Weights, format: ChatFormat, layout: AdapterLayout, { style, slots }: LocalOptions): Promise<Rollouts> {
  const decoder = await CpuDecoder.create(runtime, weights, { slots });
  const base = weightsHash(weights);
  return {
    style,
    opening: format.encode(actAtOnce).length,
    async play(parameters, { trials, force, signal, onDone }) {
      const adapter = adapterOf(layout, parameters);
      await decoder.setAdapter(adapter);
      // A new engine, because what an old one holds decides who sits where: an iteration must not depend on those before it.
      const engine = new Engine({ decoder, format, hash: modelHash(base, adapter), ...passes });
      let done = 0;
      return play(trials, engine, {
        inFlight: slots,
        force,
        signal,
        onRecord: (_, record) => {
          if (record.type === 'trialEnded') onDone(++done);
        },
      });
    },
  };
}
