/**
 * What Scout is cloned from: trials of the teachers' mixture, in every world size and memory mode that experiments use, never on a validation
 * or held-out task. Shard i is a function of the recipe and i alone.
 */
import type { ChatFormat } from '../../policy/contract.ts';
import { SequenceBuilder, type Sequence } from '../../learning/sequences.ts';
import type { MemoryMode } from '../../trial/contract.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { runTrial, type TrialSpec } from '../../trial/runner.ts';
import { population, type Recipe } from '../../trial/teachers/population.ts';
import { lockedWord, warningWord } from '../../trial/teachers/style.ts';
import type { Player, TrialResponse } from '../../trial/contract.ts';
import { hash32, random, type Random } from '../../worlds/random.ts';
import type { Task, WorldId } from '../../worlds/index.ts';
import { trainTask } from '../tasks.ts';

interface Weighted<T> {
  readonly weight: number;
  readonly value: T;
}

export interface CorpusRecipe {
  readonly seed: number;
  readonly trialsPerShard: number;
  /** trials on each task: a level's exact distances are worked out once */
  readonly trialsPerTask: number;
  readonly settings: Readonly<Record<WorldId, readonly Weighted<Readonly<Record<string, number>>>[]>>;
  /** share of Sokoban among the tasks */
  readonly sokoban: number;
  readonly memory: readonly Weighted<MemoryMode>[];
  readonly episodes: number;
  readonly teachers: Readonly<Record<WorldId, Recipe>>;
}

/** What notes hold: four of five say what ended the episode. In Sokoban half of these warn and advise nothing, since good advice needs a plan. */
const notes: Readonly<Record<WorldId, Recipe['notes']>> = {
  sokoban: { informative: 45, bare: 37, vague: 6, wrong: 5, empty: 7 },
  minesweeper: { informative: 66, bare: 16, vague: 6, wrong: 5, empty: 7 },
};

/** The mixture that Scout ends up as; see `solveRecipe` and `skillRecipe` for what it learns first. */
export const corpusRecipe: CorpusRecipe = {
  seed: 1,
  trialsPerShard: 2_000,
  trialsPerTask: 4,
  settings: {
    sokoban: [
      { weight: 48, value: { size: 6, boxes: 2 } },
      { weight: 24, value: { size: 7, boxes: 3 } },
      { weight: 6, value: { size: 6, boxes: 1, minSolution: 3 } },
      { weight: 6, value: { size: 7, boxes: 2 } },
      { weight: 6, value: { size: 8, boxes: 3 } },
      { weight: 3, value: { size: 8, boxes: 4, turns: 12, maxSolution: 36 } },
      { weight: 7, value: { size: 7, boxes: 3, turns: 12, maxSolution: 36 } },
    ],
    minesweeper: [
      { weight: 32, value: { mines: 3, turns: 7 } },
      { weight: 30, value: { mines: 5, turns: 12 } },
      { weight: 18, value: { mines: 4, turns: 7 } },
      { weight: 12, value: { mines: 3, turns: 12 } },
      { weight: 8, value: { mines: 6, turns: 12 } },
    ],
  },
  sokoban: 0.5,
  memory: [
    { weight: 20, value: 'none' },
    { weight: 52, value: 'reflection' },
    { weight: 10, value: 'history' },
    { weight: 18, value: 'both' },
  ],
  episodes: 3,
  teachers: {
    sokoban: mixture('sokoban', { random: 16, greedy: 34, cautious: 21, probing: 14, perfect: 15 }),
    minesweeper: mixture('minesweeper', { random: 20, greedy: 35, cautious: 17, probing: 15, perfect: 13 }),
  },
};

const solver: Recipe['first'] = { random: 0, greedy: 0, cautious: 8, probing: 0, perfect: 92 };

/**
 * What the net learns first: single episodes of those who know what to do, each on a task of its own. Most Sokoban answers hold up to ten
 * moves, so that an episode is short and more of it is the player's own words: 27 % of the tokens instead of 21 % with three moves an answer.
 */
export const solveRecipe: CorpusRecipe = {
  ...corpusRecipe,
  seed: 3,
  trialsPerShard: 8_000,
  trialsPerTask: 1,
  settings: {
    sokoban: [
      ...corpusRecipe.settings.sokoban.map(({ weight, value }) => ({ weight: weight * 2, value: { ...value, movesPerTurn: 10 } })),
      ...corpusRecipe.settings.sokoban,
    ],
    minesweeper: corpusRecipe.settings.minesweeper,
  },
  sokoban: 0.6,
  memory: [{ weight: 1, value: 'none' }],
  episodes: 1,
  teachers: { sokoban: mixture('sokoban', solver), minesweeper: mixture('minesweeper', solver) },
};

/**
 * Then whole trials with notes, played mostly by those who have a reason for what they do. Random clicks teach nothing but their own
 * frequency, and that is learnt quickly at the end.
 */
export const skillRecipe: CorpusRecipe = {
  ...corpusRecipe,
  seed: 2,
  trialsPerTask: 2,
  teachers: {
    sokoban: mixture('sokoban', { random: 4, greedy: 18, cautious: 18, probing: 12, perfect: 48 }),
    minesweeper: mixture('minesweeper', { random: 4, greedy: 18, cautious: 18, probing: 12, perfect: 48 }),
  },
};

/**
 * Last, more of what a note is for: trials with notes on the boards where an episode is seldom won at once. That a warned player keeps
 * away from what the note names is a rare event in the mixture, and the last thing that is learnt.
 */
export const notesRecipe: CorpusRecipe = {
  ...corpusRecipe,
  seed: 5,
  settings: {
    sokoban: [
      { weight: 40, value: { size: 6, boxes: 2 } },
      { weight: 38, value: { size: 7, boxes: 3 } },
      { weight: 5, value: { size: 6, boxes: 1, minSolution: 3 } },
      { weight: 5, value: { size: 7, boxes: 2 } },
      { weight: 5, value: { size: 8, boxes: 3 } },
      { weight: 2, value: { size: 8, boxes: 4, turns: 12, maxSolution: 36 } },
      { weight: 5, value: { size: 7, boxes: 3, turns: 12, maxSolution: 36 } },
    ],
    minesweeper: [
      { weight: 29, value: { mines: 3, turns: 7 } },
      { weight: 37, value: { mines: 5, turns: 12 } },
      { weight: 20, value: { mines: 4, turns: 7 } },
      { weight: 7, value: { mines: 3, turns: 12 } },
      { weight: 7, value: { mines: 6, turns: 12 } },
    ],
  },
  memory: [
    { weight: 14, value: 'none' },
    { weight: 62, value: 'reflection' },
    { weight: 8, value: 'history' },
    { weight: 16, value: 'both' },
  ],
};

/**
 * And at the end notes that hold advice and clues beside the warning, so that a note is worth more than what it forbids; in MineSweeper
 * played by a little weaker company, which leaves training more to select.
 */
export const adviceRecipe: CorpusRecipe = {
  ...notesRecipe,
  seed: 6,
  teachers: {
    sokoban: {
      ...corpusRecipe.teachers.sokoban,
      notes: { informative: 54, bare: 28, vague: 6, wrong: 5, empty: 7 },
    },
    minesweeper: {
      ...mixture('minesweeper', { random: 24, greedy: 36, cautious: 16, probing: 13, perfect: 11 }),
      notes: { informative: 78, bare: 4, vague: 6, wrong: 5, empty: 7 },
    },
  },
};

/** Four notes of five are followed, so six of ten later episodes use what was learnt before: some of it is lost in cloning, and the rest is left for training. */
function mixture(world: WorldId, styles: Recipe['first']): Recipe {
  return {
    first: styles,
    later: styles,
    skill: { random: [1, 1], greedy: [0.85, 1], cautious: [0.9, 1], probing: [0.85, 1], perfect: [0.95, 1] },
    notes: notes[world],
    follow: 0.8,
  };
}

/** The sequences of one shard, one per episode played. */
export function corpusShard(recipe: CorpusRecipe, shard: number, format: ChatFormat): Sequence[] {
  const out: Sequence[] = [];
  for (let i = 0; i < recipe.trialsPerShard; i += recipe.trialsPerTask) {
    const trial = shard * recipe.trialsPerShard + i;
    const rng = random(hash32('corpus', recipe.seed, trial));
    const world: WorldId = rng.uniform() < recipe.sokoban ? 'sokoban' : 'minesweeper';
    const task = trainTask(world, draw(rng, recipe.settings[world]), hash32('corpus task', recipe.seed, trial));
    for (let k = 0; k < recipe.trialsPerTask; k++) {
      const memory = draw(rng, recipe.memory);
      out.push(...trialSequences(task, memory, recipe, trial + k, format));
    }
  }
  return out;
}

function trialSequences(task: Task, memory: MemoryMode, recipe: CorpusRecipe, trial: number, format: ChatFormat): Sequence[] {
  const spec: TrialSpec = { task, config: { episodes: recipe.episodes, memory }, style: 'brief', seed: recipe.seed, trial };
  return toSequences(playWith(spec, population(task.world, recipe.teachers[task.world]), format), format);
}

/** A scripted player's trial with its prompts as token ids. */
function playWith(spec: TrialSpec, player: Player, format: ChatFormat): TrialRecord[] {
  const records: TrialRecord[] = [];
  const running = runTrial(spec, { hash: player.hash, format });
  let response: TrialResponse | undefined;
  for (;;) {
    const step = running.next(response);
    response = undefined;
    if (step.done === true) return records;
    if (step.value.type === 'record') records.push(step.value.record);
    else response = player.respond(step.value.request);
  }
}

/** Each context as one sequence. The id that ends a reply belongs to the reply, also where the next prompt brings it. */
function toSequences(records: readonly TrialRecord[], format: ChatFormat): Sequence[] {
  const [endId] = format.endIds;
  const warnings = [warningWord, lockedWord].map((word) => format.encode(word)[0]);
  const out: Sequence[] = [];
  let builder: SequenceBuilder | null = null;
  const close = (): void => {
    if (!builder) return;
    builder.append('response', [endId]);
    out.push(builder.build());
    builder = null;
  };
  for (const record of records) {
    if (record.type === 'episodeStarted') close();
    if (record.type !== 'responded') continue;
    if (record.prompt.fresh) close();
    if (builder) {
      const closed = record.prompt.ids[0] === endId ? 1 : 0;
      builder.append('response', record.prompt.ids.slice(0, closed));
      builder.append('observation', record.prompt.ids.slice(closed));
    } else {
      builder = new SequenceBuilder();
      builder.append('opening', record.prompt.ids);
    }
    const warned = record.ids.findIndex((id) => warnings.includes(id)) + 1;
    builder.append('response', record.ids.slice(0, warned || undefined));
    builder.append('heeding', warned > 0 ? record.ids.slice(warned) : []);
  }
  close();
  return out;
}

function draw<T>(rng: Random, items: readonly Weighted<T>[]): T {
  let left = rng.uniform() * items.reduce((sum, item) => sum + item.weight, 0);
  for (const { weight, value } of items) {
    left -= weight;
    if (left < 0) return value;
  }
  return items[items.length - 1].value;
}
