/** Trials played in this thread by the policy with an adapter that changes from iteration to iteration. */
import type { ChatFormat } from '../policy/contract.ts';
import { CpuDecoder } from '../policy/engine/cpuDecoder.ts';
import { Engine } from '../policy/engine/engine.ts';
import { cpuPasses, modelHash, weightsHash, type AdaptableDecoder } from '../policy/engine/served.ts';
import type { Adapter, Weights } from '../policy/model/config.ts';
import type { Runtime } from '../policy/runtime.ts';
import type { PromptStyle } from '../trial/contract.ts';
import type { TrialRecord } from '../trial/records.ts';
import { play } from '../trial/scheduler.ts';
import { adapterOf, type AdapterLayout } from './adapterLayout.ts';
import { actAtOnce, type PlayRequest, type Rollouts } from './trainer.ts';

interface LocalOptions {
  readonly style: PromptStyle;
  /** trials in flight */
  readonly slots: number;
}

/** With a decoder of its own. @param weights without the adapter @throws what the runtime throws when it can not make the sessions */
export async function localRollouts(runtime: Runtime, weights: Weights, format: ChatFormat, layout: AdapterLayout, options: LocalOptions): Promise<Rollouts> {
  return rolloutsOn(await CpuDecoder.create(runtime, weights, { slots: options.slots }), weightsHash(weights), format, layout, options);
}

/** @param base fingerprint of the weights */
export function rolloutsOn(decoder: AdaptableDecoder, base: string, format: ChatFormat, layout: AdapterLayout, { style, slots }: LocalOptions): Rollouts {
  return {
    style,
    opening: format.encode(actAtOnce).length,
    play: (parameters, request) => playOn(decoder, base, format, adapterOf(layout, parameters), request, slots),
  };
}

/** Trials under one adapter (undefined: none). @returns records of every trial in order; incomplete only when the signal aborts */
export async function playOn(
  decoder: AdaptableDecoder,
  base: string,
  format: ChatFormat,
  adapter: Adapter | undefined,
  { trials, force, signal, onDone, onTrial }: PlayRequest & { readonly onTrial?: (trial: number, records: readonly TrialRecord[]) => void },
  slots: number,
): Promise<TrialRecord[][]> {
  await decoder.setAdapter(adapter);
  // A new engine, because what an old one holds decides who sits where: an iteration must not depend on those before it.
  const engine = new Engine({ decoder, format, hash: modelHash(base, adapter), ...cpuPasses });
  let done = 0;
  const played = trials.map((): TrialRecord[] => []);
  return play(trials, engine, {
    inFlight: slots,
    force,
    signal,
    onRecord: (trial, record) => {
      played[trial].push(record);
      if (record.type !== 'trialEnded') return;
      onTrial?.(trial, played[trial]);
      onDone(++done);
    },
  });
}
