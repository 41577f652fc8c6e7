/** How fast an engine prefills and decodes, beside bare runs of the graph at the same shapes. */
import type { ChatFormat } from '../contract.ts';
import { buildDecodeGraph } from '../model/index.ts';
import type { ModelConfig, Weights } from '../model/config.ts';
import { f32, i32, type Runtime, type Session, type Tensor } from '../runtime.ts';
import { capacityFor } from './kvCache.ts';
import { serveOnCpu } from './served.ts';

interface BenchOptions {
  readonly weights: Weights;
  /** default 1, 8, 64 */
  readonly batches?: readonly number[];
  /** tokens in a row's cache when decoding begins (default 400, at most 512) */
  readonly cached?: number;
  /** decoding steps that are timed (default 32) */
  readonly steps?: number;
  /** milliseconds */
  readonly now: () => number;
}

/** Times of a repeated thing in milliseconds. The best is what the machine can do when nobody disturbs it. */
interface Times {
  readonly median: number;
  readonly best: number;
}

interface BatchFigures {
  readonly batch: number;
  /** tokens per second, prompts of `cached` tokens, from enqueueing to the first reply tokens */
  readonly prefill: number;
  /** tokens per second over all rows, from the median step */
  readonly decode: number;
  readonly step: Times;
  /** one session.run at the same shapes, with nothing around it */
  readonly bareStep: Times;
  /** engine step over bare step, medians */
  readonly overhead: number;
  /** decode over decode at the first batch size, and the same for the best steps */
  readonly gain: number;
  readonly bestGain: number;
}

export interface BenchResult {
  readonly backend: string;
  readonly cached: number;
  readonly parameters: number;
  readonly batches: readonly BatchFigures[];
}

/** @throws what the runtime throws */
export async function bench(runtime: Runtime, options: BenchOptions): Promise<BenchResult> {
  const { weights, batches = [1, 8, 64], cached = 400, steps = 32, now } = options;
  const session = await runtime.createSession(buildDecodeGraph(weights.config, { weights, tokens: 1 }));
  const measured: Measured[] = [];
  for (const batch of batches) {
    const engine = await engineRounds(runtime, weights, batch, cached, steps, now);
    const bare = bareRounds(session, weights.config, batch, cached + steps / 2, steps, now);
    for (let drawn = 0; drawn < warmTokens; drawn += batch * steps) await engine.round();
    measured.push({ batch, engine, bare, rounds: [], bareSteps: [] });
  }
  // In turns, so that whatever else the machine does falls on all that is compared.
  for (let turn = 0; turn < turns; turn++) {
    for (const { engine, bare, rounds, bareSteps } of measured) {
      rounds.push(await engine.round());
      bareSteps.push(...(await bare()));
    }
  }
  const figures: BatchFigures[] = [];
  for (const { batch, engine, rounds, bareSteps } of measured) {
    await engine.dispose();
    const step = summary(rounds.flatMap(({ times }) => times));
    const bareStep = summary(bareSteps);
    const first = figures[0] ?? { batch, step };
    const gain = (key: keyof Times): number => (batch / step[key]) / (first.batch / first.step[key]);
    figures.push({
      batch, prefill: Math.max(...rounds.map(({ prefill }) => prefill)), decode: (1000 * batch) / step.median, step, bareStep,
      overhead: step.median / bareStep.median, gain: gain('median'), bestGain: gain('best'),
    });
  }
  await session.release();
  let parameters = 0;
  for (const { data } of weights.tensors.values()) parameters += data.length;
  return { backend: runtime.name, cached, parameters, batches: figures };
}

const noFormat: ChatFormat = { hash: '', endIds: [], open: () => [], next: () => [], encode: () => [], decode: () => '' };

/** So that all rows begin to decode in the same tick. */
const allPromptsAtOnce = { chunk: 512, passTokens: 256, tickTokens: Infinity };

/** Tokens that are drawn before it counts: whoever plays draws thousands, and by then the code that does it has been compiled. */
const warmTokens = 512;

/** Rounds of each batch that count. */
const turns = 4;

interface Round {
  /** tokens per second */
  readonly prefill: number;
  /** milliseconds of each step */
  readonly times: readonly number[];
}

interface Measured {
  readonly batch: number;
  readonly engine: Rounds;
  readonly bare: () => Promise<number[]>;
  readonly rounds: Round[];
  readonly bareSteps: number[];
}

interface Rounds {
  round(): Promise<Round>;
  dispose(): Promise<void>;
}

async function engineRounds(
  runtime: Runtime, weights: Weights, batch: number, cached: number, steps: number, now: () => number,
): Promise<Rounds> {
  const { engine } = await serveOnCpu({ ...runtime, dispose: () => Promise.resolve() }, weights, noFormat, { slots: batch }, allPromptsAtOnce);
  const { vocabulary } = weights.config;
  const enqueue = (round: number): void => {
    for (let row = 0; row < batch; row++) {
      engine.enqueue({
        id: `${round}.${row}`,
        // No two prompts begin alike, so that nothing is reused.
        prompt: Array.from({ length: cached }, (_, t) => (t === 0 ? (row + 67 * round) % vocabulary : (t * 31 + row) % vocabulary)),
        maxTokens: steps + 1, stopIds: [], stopStrings: [], top: 0,
        sampling: { temperature: 0.7, topP: 0.8, topK: 20 },
        draw: { seed: 1, trial: row, episode: 0, turn: round },
      });
    }
  };
  let rounds = 0;
  return {
    async round() {
      enqueue(rounds++);
      const from = now();
      await engine.tick();
      const prefill = (1000 * batch * cached) / (now() - from);
      const times: number[] = [];
      while (engine.inFlight === batch) {
        const before = now();
        await engine.tick();
        times.push(now() - before);
      }
      while (engine.inFlight > 0) await engine.tick();
      return { prefill, times };
    },
    dispose: () => engine.dispose(),
  };
}

/** @returns runs the graph `steps` times and gives the milliseconds of each */
function bareRounds(session: Session, config: ModelConfig, batch: number, past: number, steps: number, now: () => number): () => Promise<number[]> {
  const capacity = capacityFor(past);
  const feeds: Record<string, Tensor> = {
    ids: i32(new Int32Array(batch), [batch, 1]),
    past_length: i32(new Int32Array(batch).fill(past), [batch]),
    rows: i32(Int32Array.from({ length: batch }, (_, row) => row), [batch]),
  };
  const dims = [batch, config.kvHeads, capacity, config.headDim];
  for (let layer = 0; layer < config.layers; layer++) {
    for (const name of ['past_k', 'past_v']) feeds[`${name}.${layer}`] = f32(new Float32Array(dims.reduce((a, b) => a * b)).fill(0.1), dims);
  }
  return async () => {
    const times: number[] = [];
    for (let i = 0; i < steps + 4; i++) {
      const before = now();
      await session.run(feeds);
      if (i >= 4) times.push(now() - before);
    }
    return times;
  };
}

function summary(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], best: sorted[0] };
}
