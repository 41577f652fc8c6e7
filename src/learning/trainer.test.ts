import { afterAll, describe, expect, it } from 'vitest';
import { withValues, type ExperimentConfig } from '../experiment/config.ts';
import { preset } from '../experiment/methods.ts';
import { scoutChat } from '../experiment/scout/model.ts';
import { taskAt } from '../experiment/tasks.ts';
import { nodeRuntime } from '../platform/node/runtime.ts';
import { CpuDecoder } from '../policy/engine/cpuDecoder.ts';
import { Engine } from '../policy/engine/engine.ts';
import type { ModelConfig, Weights } from '../policy/model/config.ts';
import type { Completion } from '../policy/contract.ts';
import type { TrialRecord } from '../trial/records.ts';
import { initial, rows as boardRows } from '../worlds/index.ts';
import { adapterLayout, adapterOf, initialAdapter, vectorOf, type AdapterLayout } from './adapterLayout.ts';
import { adamw } from './optimizer.ts';
import { responseLogProbs } from './inspect.ts';
import { flatLayout, initialParameters, weightsOf } from './flat.ts';
import { policyEngine } from './policyEngine.ts';
import { passesOf, sequencesOf, toRowBatch } from './policySequences.ts';
import { localRollouts } from './rollouts.ts';
import { freshState, iterate, type Rollouts, type TrainerSetup, type TrainingState } from './trainer.ts';
import { CheckpointError, packTraining, unpackTraining } from './trainingCheckpoint.ts';
import { stepsOf, tokenWeights } from './updates.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

const chat = scoutChat();
const net: ModelConfig = {
  architecture: 'qwen3', hidden: 32, layers: 2, heads: 2, kvHeads: 1, headDim: 16, intermediate: 48,
  vocabulary: chat.tokenizer.size, context: 1024, tied: true, ropeTheta: 1e4, rmsEps: 1e-6,
};
/** Large embeddings, so that an adapter can tell its tokens apart. */
const weights = ((): Weights => {
  const layout = flatLayout(net);
  const flat = initialParameters(layout, 7);
  const embed = layout.entries.find(({ name }) => name === 'model.embed_tokens.weight');
  if (embed) for (let i = 0; i < embed.size; i++) flat[embed.offset + i] *= 10;
  return weightsOf(layout, flat);
})();

const level = { size: 5, boxes: 1, turns: 2, movesPerTurn: 1, minSolution: 1 };
const small = withValues(preset('lamer', 'sokoban', level), [
  ['trial.episodes', 2], ['rollout.tasks', 2], ['rollout.group', 3], ['adapter.rank', 2], ['objective.steps', 2], ['optimizer.rate', 1e-2],
]);
const layout = adapterLayout(net, small.adapter);
/** Graphs take long to make; those of one layout serve all tests. */
const engine = policyEngine(runtime, weights, layout);
const passes = { buckets: [8, 256], tokens: 1024 };

async function setup(config: ExperimentConfig, state: TrainingState, rollouts?: Rollouts, own?: AdapterLayout): Promise<TrainerSetup> {
  const { beta1, beta2, eps, decay } = config.optimizer;
  return {
    passes,
    layout: own ?? layout,
    engines: [own ? policyEngine(runtime, weights, own) : engine],
    optimizer: await adamw(runtime, own ?? layout, state, { beta1, beta2, eps, decay }),
    rollouts: rollouts ?? (await localRollouts(runtime, weights, chat, layout, { style: 'brief', slots: 4 })),
    tasks: (iteration) => Array.from({ length: config.rollout.tasks }, (_, i) => taskAt(config.world, config.settings, 'train', iteration * config.rollout.tasks + i)),
    now: () => 0,
  };
}

/**
 * A world of one token: an answer with an even id earns 10, with an odd one nothing. It is written down as a trial of one turn, so that everything behind
 * it is the real thing.
 */
async function bandit(layout: AdapterLayout): Promise<Rollouts & { chance(parameters: Float32Array): Promise<number> }> {
  const decoder = await CpuDecoder.create(runtime, weights, { slots: 32 });
  const prompt = [5, 6, 7];
  return {
    /** probability of an even id, exactly */
    async chance(parameters) {
      await decoder.setAdapter(adapterOf(layout, parameters));
      const odds = Array.from(await decoder.forward([{ slot: 0, tokens: prompt }]), Math.exp);
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      return sum(odds.filter((_, id) => id % 2 === 0)) / sum(odds);
    },
    style: 'brief',
    opening: 1,
    async play(parameters, { trials, onDone }) {
      await decoder.setAdapter(adapterOf(layout, parameters));
      const engine = new Engine({ decoder, format: chat, hash: 'bandit' });
      trials.forEach(({ seed, trial, sampling }) =>
        engine.enqueue({ id: String(trial), prompt, maxTokens: 1, stopIds: [], stopStrings: [], top: 0, draw: { seed, trial, episode: 0, turn: 0 }, sampling: sampling ?? { temperature: 1, topP: 1, topK: 0 } }),
      );
      const answers = new Map<string, Completion>();
      while (answers.size < trials.length) for (const done of await engine.tick()) answers.set(done.id, done);
      onDone(trials.length);
      return trials.map(({ task, config, style, seed, trial }): TrialRecord[] => {
        const tokens = answers.get(String(trial))?.tokens ?? [];
        const reward = (tokens[0]?.id ?? 1) % 2 === 0 ? 10 : 0;
        return [
          { type: 'trialStarted', version: 1, task, config, style, seed, trial, sampling: null },
          { type: 'episodeStarted', episode: 0 },
          { type: 'responded', purpose: 'play', prompt: { fresh: true, messages: [], ids: prompt }, text: '', ids: tokens.map(({ id }) => id), logprobs: tokens.map(({ logprob }) => logprob), finish: 'length', policy: 'bandit', template: 'bandit' },
          { type: 'acted', valid: true, actions: [], reward, rows: boardRows(initial(task)), end: 'turns' },
          { type: 'episodeEnded', end: 'turns' },
          { type: 'trialEnded', won: false },
        ];
      });
    },
  };
}

// busy machines take their time
describe('training', { timeout: 180_000 }, () => {
  it.each(['reinforce', 'rloo', 'grpo', 'gigpo', 'ppo'] as const)('with %s makes what is rewarded more likely', async (method) => {
    const config = withValues(preset(method, 'sokoban', level), [
      ['rollout.tasks', 4], ['rollout.group', 8], ['adapter.rank', 2], ['objective.steps', 2], ['optimizer.rate', 3e-2], ['optimizer.beta2', 0.99],
    ]);
    const own = method === 'ppo' ? adapterLayout(net, config.adapter, true) : undefined;
    const state = freshState(initialAdapter(own ?? layout, 1));
    const world = await bandit(own ?? layout);
    const given = await setup(config, state, world, own);
    const before = await world.chance(state.parameters);
    for (let i = 0; i < 10; i++) await iterate(state, config, given);
    expect(await world.chance(state.parameters)).toBeGreaterThan(before + 0.1);
    expect(state.steps).toBe(20);
  });

  it('goes on from a checkpoint bit for bit as if it had never stopped', async () => {
    const mark = { base: 'b', config: 'c' };
    const run = async (state: TrainingState, iterations: number): Promise<TrainingState> => {
      const given = await setup(small, state);
      for (let i = 0; i < iterations; i++) await iterate(state, small, given);
      return state;
    };
    const whole = await run(freshState(initialAdapter(layout, 1)), 3);
    const half = packTraining(await run(freshState(initialAdapter(layout, 1)), 1), mark);
    const parts = await run(await unpackTraining(half, mark), 2);
    expect(parts.parameters).toEqual(whole.parameters);
    expect([parts.m, parts.v, parts.steps, parts.iteration]).toEqual([whole.m, whole.v, whole.steps, whole.iteration]);
    expect(parts.metrics).toEqual(whole.metrics);
    expect(whole.metrics).toHaveLength(3);
    expect(whole.parameters).not.toEqual(initialAdapter(layout, 1));
  });

  it('recomputes the log-probs of the rollout, whose numbers the gap tells', async () => {
    const state = freshState(initialAdapter(layout, 1));
    const given = await setup(small, state);
    const first = await iterate(state, small, given);
    const second = await iterate(state, small, given);
    expect(first?.metrics.kl).toBeCloseTo(0, 9);
    expect(second?.metrics.kl).toBeGreaterThan(0);
    for (const { largestGap, entropy, sequences, tokens, validShare } of [first, second].flatMap((each) => each?.metrics ?? [])) {
      expect(largestGap).toBeLessThan(1e-4);
      expect(entropy).toBeGreaterThan(1);
      expect(entropy).toBeLessThan(Math.log(net.vocabulary));
      expect(sequences).toBe(12);
      expect(tokens).toBeGreaterThan(60);
      expect(validShare).toBeLessThan(0.1);
    }
    expect(second?.rows).toHaveLength(second?.credit.length ?? 0);
    const [trial] = first?.trials ?? [];
    const drawn = trial.flatMap((record) => (record.type === 'responded' ? [record.logprobs.reduce((a, b) => a + b, 0)] : []));
    const before = await responseLogProbs(trial, initialAdapter(layout, 1), engine, net.context, chat, passes);
    before.whole.forEach((value, i) => expect(value).toBeCloseTo(drawn[i], 3));
    expect(await responseLogProbs(trial, null, engine, net.context, chat, passes)).toEqual(before);
    expect(await responseLogProbs(trial, state.parameters, engine, net.context, chat, passes)).not.toEqual(before);
  });

  it('can be stopped at any moment and is then where it was', async () => {
    const state = freshState(initialAdapter(layout, 1));
    const given = await setup(small, state);
    await iterate(state, small, given);
    const before = { parameters: state.parameters.slice(), m: state.m.slice(), v: state.v.slice(), iteration: state.iteration, steps: state.steps, metrics: [...state.metrics] };
    for (const phase of ['rollout', 'score', 'update']) {
      const stop = new AbortController();
      const found = await iterate(state, small, given, { signal: stop.signal, onProgress: (now) => now === phase && stop.abort() });
      expect(found, phase).toBeNull();
      expect({ ...state }, phase).toEqual(before);
    }
  });

  it('leaves out groups in which all fared alike, and counts them', async () => {
    // nobody wins and a free pass for unreadable answers: nothing to learn from
    const config = withValues(small, [['advantage.invalidPenalty', 0]]);
    const state = freshState(initialAdapter(layout, 1));
    const found = await iterate(state, config, await setup(config, state));
    expect(found?.metrics).toMatchObject({ groups: 2, flatGroups: 2, sequences: 0, steps: 0, iteration: 1 });
    // what was not measured is no zero in curves
    expect(found?.metrics).toMatchObject({ entropy: null, kl: null, gap: null, largestGap: null, loss: null, gradientNorm: null, clipShare: null });
    const mark = { base: 'b', config: 'c' };
    expect((await unpackTraining(packTraining(state, mark), mark)).metrics).toEqual(state.metrics);
    expect(state.parameters).toEqual(initialAdapter(layout, 1));
  });
});

describe('a checkpoint', () => {
  const state = freshState(initialAdapter(layout, 1));
  const mark = { base: 'one', config: 'same' };

  it('refuses another policy, another configuration and damaged files', async () => {
    const bytes = packTraining(state, mark);
    await expect(unpackTraining(bytes, { ...mark, base: 'two' })).rejects.toThrow(/another policy \(one; this one is two\)/);
    await expect(unpackTraining(bytes, { ...mark, config: 'other' })).rejects.toThrow(/another configuration/);
    await expect(unpackTraining(bytes.subarray(0, 100), mark)).rejects.toThrow(CheckpointError);
    await expect(unpackTraining(new Uint8Array(3), mark)).rejects.toThrow(CheckpointError);
  });
});

describe('an adapter as a vector', () => {
  it('goes to an adapter and back, and refuses one of another shape', () => {
    const layout = adapterLayout(net, { rank: 2, alpha: 4, targets: ['v_proj', 'q_proj'] }, true);
    const flat = Float32Array.from({ length: layout.length }, (_, i) => i);
    const adapter = adapterOf(layout, flat);
    expect(adapter.targets).toEqual(['q_proj', 'v_proj']);
    expect(adapter.scale).toBe(2);
    const back = vectorOf(layout, adapter);
    const head = net.hidden + 1;
    expect(back.subarray(0, -head)).toEqual(flat.subarray(0, -head));
    expect(() => vectorOf(adapterLayout(net, { rank: 3, alpha: 4, targets: ['q_proj', 'v_proj'] }), adapter)).toThrow(/rank 2/);
  });
});

describe('sequences of a trial', () => {
  const responded = (fresh: boolean, prompt: number[], ids: number[], policy = 'p'): TrialRecord => ({
    type: 'responded', purpose: 'play', prompt: { fresh, messages: [], ids: prompt }, text: '', ids, logprobs: policy === 'person' ? [] : ids.map((id) => -id), finish: 'stop', policy, template: 't',
  });

  it('are one a context, with what was sampled marked by its row; a person and forced words do not count', () => {
    const found = sequencesOf([responded(true, [1, 2], [3, 4]), responded(false, [5], [6], 'person'), responded(false, [7], [8, 9]), responded(true, [1], [2, 3])], 10, 1);
    expect(found).toEqual([
      { ids: [1, 2, 3, 4, 5, 6, 7, 8, 9], at: Int32Array.of(3, 8), row: Int32Array.of(10, 12), rollout: Float32Array.of(-4, -9) },
      { ids: [1, 2, 3], at: Int32Array.of(2), row: Int32Array.of(13), rollout: Float32Array.of(-3) },
    ]);
    const batch = toRowBatch(found, 10);
    expect([...batch.rows]).toEqual([2, 7, 11]);
    expect([...batch.targets]).toEqual([4, 9, 3]);
    expect([...batch.ids.subarray(10, 14)]).toEqual([1, 2, 3, 0]);
  });

  it('are padded to few lengths, within the tokens of a pass', () => {
    const lengths = [30, 33, 64, 100, 20, 31];
    const passes = passesOf(lengths, [0, 1, 2, 3, 4, 5], { buckets: [32, 64, 128], tokens: 64 }, 110);
    expect(passes).toEqual([{ length: 110, members: [3] }, { length: 64, members: [1] }, { length: 64, members: [2] }, { length: 32, members: [0, 4] }, { length: 32, members: [5] }]);
    expect(() => passesOf([111], [0], { buckets: [32, 64, 128], tokens: 64 }, 110)).toThrow(/111 tokens is longer than training can take \(110\)/);
  });

  it('are dealt to steps evenly and completely', () => {
    const lengths = Array.from({ length: 50 }, (_, i) => 10 + ((i * 37) % 400));
    const steps = stepsOf(lengths, 4, 3);
    expect(steps.flat().toSorted((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
    const sums = steps.map((members) => members.reduce((sum, i) => sum + lengths[i], 0));
    expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.2);
    expect(stepsOf(lengths, 4, 4)).not.toEqual(steps);
    expect(stepsOf([5, 5], 4, 1)).toHaveLength(2);
  });

  it('weigh alike by token or by sequence', () => {
    expect(tokenWeights([1, 3], 'tokens')).toEqual([0.25, 0.25]);
    expect(tokenWeights([1, 4], 'sequences')).toEqual([0.5, 0.125]);
  });
});

