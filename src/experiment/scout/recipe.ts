/** How Scout is trained, as data; `lab pretrain` carries it out. */
import type { MuonOptions } from '../../learning/muon.ts';
import type { PretrainOptions } from '../../learning/pretrain.ts';
import { corpusRecipe, notesRecipe, skillRecipe, solveRecipe, type CorpusRecipe } from './corpus.ts';

export interface ScoutPhase {
  readonly name: string;
  readonly corpus: CorpusRecipe;
  readonly shards: number;
  /** share of all steps after which this phase ends */
  readonly until: number;
}

export interface ScoutRecipe {
  readonly seed: number;
  readonly phases: readonly ScoutPhase[];
  readonly training: PretrainOptions;
  readonly optimizer: MuonOptions;
}

export const scoutRecipe: ScoutRecipe = {
  seed: 1,
  phases: [
    { name: 'solve', corpus: solveRecipe, shards: 8, until: 0.2643 },
    { name: 'skill', corpus: skillRecipe, shards: 7, until: 0.4295 },
    { name: 'mixture', corpus: corpusRecipe, shards: 10, until: 0.6607 },
    { name: 'notes', corpus: notesRecipe, shards: 6, until: 1 },
  ],
  training: {
    steps: 5_600,
    batchTokens: 1_280,
    batchesPerStep: 6,
    buckets: [64, 96, 128, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280],
    partWeights: { opening: 0, observation: 0.1, response: 1, heeding: 8 },
    rates: [
      { at: 0, rate: 0 },
      { at: 0.018, rate: 3e-3 },
      { at: 0.396, rate: 3e-3 },
      { at: 0.661, rate: 5e-5 },
      { at: 0.67, rate: 1.5e-3 },
      { at: 0.76, rate: 1.5e-3 },
      { at: 0.893, rate: 3e-5 },
      { at: 0.9, rate: 1.2e-3 },
      { at: 0.94, rate: 1.2e-3 },
      { at: 1, rate: 3e-5 },
    ],
    clipNorm: 1,
    seed: 1,
  },
  optimizer: { momentum: 0.95, beta1: 0.9, beta2: 0.98, eps: 1e-8, decay: 0.05 },
};
