/** What page and engine worker say beside the engine's own protocol: how to start, and how far the start is. */
import { z } from 'zod';

const start = z.object({
  type: z.literal('start'),
  prefer: z.enum(['auto', 'webgpu', 'wasm']),
  threads: z.number().int().min(1).optional(),
});
/** The page's first message. The worker begins to fetch and compile its runtime at once, before a model is there. */
export type Start = z.infer<typeof start>;

const notice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('backend'), kind: z.enum(['wasm', 'webgpu']), reason: z.string() }),
  z.object({ type: z.literal('phase'), phase: z.enum(['compile', 'warmup']) }),
]);
export type Notice = z.infer<typeof notice>;

/** @throws ZodError */
export function parseStart(message: unknown): Start {
  return start.parse(message);
}

/** null: something else, for the engine's protocol to judge */
export function parseNotice(message: unknown): Notice | null {
  const result = notice.safeParse(message);
  return result.success ? result.data : null;
}
