/** How Scout is trained, as data; `lab pretrain` carries it out. */
import type { MuonOptions } from '../../learning/muon.ts';
import type { PretrainOptions } from '../../learning/pretrain.ts';
import { adviceRecipe, corpusRecipe, notesRecipe, skillRecipe, solveRecipe, type CorpusRecipe } from './corpus.ts';

export interface ScoutPhase {
  readonly name: string;
  readonly corpus: CorpusRecipe;
  readonly shards: number;
  /** share of all steps after which this phase ends */
  readonly until: number;
  /** how much what follows a warning counts, where it is not as in all phases */
  readonly heeding?: number;
}

export interface ScoutRecipe {
  readonly seed: number;
  readonly phases: readonly ScoutPhase[];
  readonly training: PretrainOptions;
  readonly optimizer: MuonOptions;
}

const steps = 6_300;
/** the share of all steps that is over after this one */
const after = (step: number): number => step / steps;

export const scoutRecipe: ScoutRecipe = {
  seed: 1,
  phases: [
    { name: 'solve', corpus: solveRecipe, shards: 8, until: after(1_512) },
    { name: 'skill', corpus: skillRecipe, shards: 7, until: after(2_184) },
    { name: 'mixture', corpus: corpusRecipe, shards: 8, until: after(3_024) },
    { name: 'notes', corpus: notesRecipe, shards: 8, until: after(4_200), heeding: 8 },
    { name: 'advice', corpus: adviceRecipe, shards: 8, until: 1, heeding: 8 },
  ],
  training: {
    steps,
    batchTokens: 1_280,
    batchesPerStep: 6,
    buckets: [64, 96, 128, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280],
    partWeights: { opening: 0, observation: 0.1, response: 1, heeding: 3 },
    // One cycle, and a warm restart (SGDR, arXiv 1608.03983) for the last phase: heeding a warning is learnt late, and at a high rate.
    rates: [
      { at: 0, rate: 0 },
      { at: after(100.8), rate: 3e-3 },
      { at: after(2_730), rate: 3e-3 },
      { at: after(4_200), rate: 3e-5 },
      { at: after(4_250), rate: 2e-3 },
      { at: 1, rate: 3e-5 },
    ],
    clipNorm: 1,
    seed: 1,
  },
  optimizer: { momentum: 0.95, beta1: 0.9, beta2: 0.98, eps: 1e-8, decay: 0.05 },
};
