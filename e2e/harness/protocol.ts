/** What the tests, the harness page and its worker say to one another. Tensors travel as base64 of their bytes. */
import { z } from 'zod';
import type { ModelConfig } from '../../src/policy/model/config.ts';

const packed = z.object({
  type: z.enum(['float32', 'int32', 'int64', 'uint8', 'bool']),
  dims: z.array(z.number()),
  base64: z.string(),
});
export type Packed = z.infer<typeof packed>;

const ids = z.array(z.number());
const step = z.discriminatedUnion('do', [
  z.object({ do: z.literal('forward'), rows: z.array(z.object({ slot: z.number(), tokens: ids })) }),
  z.object({ do: z.literal('truncate'), slot: z.number(), length: z.number() }),
  z.object({ do: z.literal('copy'), from: z.number(), to: z.number(), length: z.number() }),
  z.object({ do: z.literal('score'), sequences: z.array(ids) }),
]);
export type Step = z.infer<typeof step>;

export const ask = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('open'), prefer: z.enum(['auto', 'webgpu', 'wasm']), threads: z.number().optional() }),
  /** lose the GPU, as a driver reset would */
  z.object({ ask: z.literal('lose') }),
  /** make a session, run it once for each set of feeds, release it */
  z.object({ ask: z.literal('run'), model: z.string(), strict: z.boolean(), feeds: z.array(z.record(z.string(), packed)) }),
  /** make a decoder of a random net, and take the steps */
  z.object({ ask: z.literal('decode'), config: z.custom<ModelConfig>(), adapter: z.boolean(), slots: z.number(), steps: z.array(step) }),
  /** how far attention on the GPU is off */
  z.object({ ask: z.literal('attention'), config: z.custom<ModelConfig>() }),
]);
export type Ask = z.infer<typeof ask>;

export const opened = z.object({ kind: z.enum(['wasm', 'webgpu']), name: z.string(), reason: z.string() });
/** of forward: the logits; of score: the log-probs of each sequence */
export const steps = z.array(z.array(packed));
export const outputs = z.array(z.record(z.string(), packed));

export const reply = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value: z.unknown() }), z.object({ ok: z.literal(false), error: z.string() })]);
export type Reply = z.infer<typeof reply>;
