/** What the worker that trains holds: the model, and what it runs on. */
import type { PolicyEngine } from '../../learning/policyEngine.ts';
import { defaultPasses, type PassOptions } from '../../learning/policySequences.ts';
import type { AdaptableDecoder } from '../../policy/engine/served.ts';
import type { Chat } from '../../policy/files/chat.ts';
import type { LoadedModel } from '../../policy/files/model.ts';
import type { Weights } from '../../policy/model/config.ts';
import type { Runtime } from '../../policy/runtime.ts';
import type { PromptStyle } from '../../trial/contract.ts';

/** Trials in flight; more gain little for a small net and cost memory. */
export const pageSlots = 32;

/** Passes that stay in a core's caches, and after which a pause comes about within a second or two. */
export const pagePasses: PassOptions = { ...defaultPasses, tokens: 1024 };

export interface TrainBackend {
  readonly kind: 'wasm' | 'webgpu';
  /** For people: which backend runs and why. */
  readonly reason: string;
  readonly threads: number;
  readonly runtime: Runtime;
  /** @param runtime a part of the one above */
  decoder(runtime: Runtime, weights: Weights, slots: number): Promise<AdaptableDecoder>;
  /** bytes that the runtime has taken so far; null: nobody knows */
  memory(): number | null;
}

export interface Opened {
  readonly backend: TrainBackend;
  readonly model: LoadedModel;
  /** fingerprint of the weights */
  readonly base: string;
  readonly style: PromptStyle;
  readonly format: Chat;
  /** of the run that is being trained */
  engine: { readonly run: string; readonly engine: PolicyEngine } | null;
  /** plays comparisons beside the training; made at the first one */
  looker: Promise<AdaptableDecoder> | null;
}
