/** What `bench` measures in this process. */
import { scoutRecipe } from '../../experiment/scout/recipe.ts';
import { gradientEngine } from '../../learning/pretrainEngine.ts';
import { flatLayout, initialParameters } from '../../learning/flat.ts';
import { parts, toBatch, type Sequence } from '../../learning/sequences.ts';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import type { ModelConfig } from '../../policy/model/config.ts';
import { benchTeachers, someTasks, type TeacherBench } from '../../trial/bench.ts';
import { population } from '../../trial/teachers/population.ts';
import { type WorldId, worldIds } from '../../worlds/index.ts';

const now = (): number => performance.now();

interface TrainingFigures {
  readonly length: number;
  readonly batch: number;
  /** fed through forward and backward pass of all parameters, on one core */
  readonly tokensPerSecond: number;
}

/** The padded tokens of one pass are those of Scout's training. @param passes that are timed; the median counts */
export async function training(config: ModelConfig, lengths: readonly number[], batchTokens: number, passes: number): Promise<TrainingFigures[]> {
  const runtime = nodeRuntime(1);
  const layout = flatLayout(config);
  const engine = gradientEngine(runtime, layout);
  const parameters = initialParameters(layout, 1);
  const figures: TrainingFigures[] = [];
  for (const length of lengths) {
    const batch = Math.max(1, Math.floor(batchTokens / length));
    const sequences = Array.from({ length: batch }, (_, b): Sequence => ({
      ids: Uint16Array.from({ length }, (_, t) => (t * 31 + b * 7) % config.vocabulary),
      // As in play: an opening that is not learnt, then observations and responses.
      parts: Uint8Array.from({ length }, (_, t) => parts.indexOf(t < length / 4 ? 'opening' : t % 4 === 0 ? 'response' : 'observation')),
    }));
    const tokens = toBatch(sequences, length, scoutRecipe.training.partWeights);
    await engine.gradient(parameters, tokens);
    const times: number[] = [];
    for (let pass = 0; pass < passes; pass++) {
      const start = now();
      await engine.gradient(parameters, tokens);
      times.push(now() - start);
    }
    figures.push({ length, batch, tokensPerSecond: (1000 * batch * length) / times.sort((a, b) => a - b)[passes >> 1] });
  }
  await runtime.dispose();
  return figures;
}

/** The mixture that Scout learns from, three episodes under memory `both`. */
export function teachers(trials: number): Record<WorldId, TeacherBench> {
  const measured = worldIds.map((world) => {
    const tasks = someTasks(world, {}, trials);
    benchTeachers(tasks.slice(0, trials >> 2), population(world), now);
    return [world, benchTeachers(tasks, population(world), now)] as const;
  });
  const [[, sokoban], [, minesweeper]] = measured;
  return { sokoban, minesweeper };
}
