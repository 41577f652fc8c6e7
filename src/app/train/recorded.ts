/** A run of what the door proposes, trained on the command line beforehand (`npm run record:run`): what such a curve looks like, shown as a recording. */
import { z } from 'zod';
import { differences, parseConfig, type ExperimentConfig } from '../../experiment/config.ts';
import played from '../recorded.json' with { type: 'json' };
import file from './recordedRun.json' with { type: 'json' };

const share = z.number().min(0).max(1);
const schema = z.object({
  version: z.literal(1),
  /** fingerprint of the model's weights */
  base: z.string(),
  config: z.unknown().transform(parseConfig),
  validations: z.array(z.object({ iteration: z.int().min(0), success: z.array(share).min(1), intervals: z.array(z.tuple([share, share])) })).min(2),
});

export const recordedRun = schema.parse(file);
export type RecordedValidation = (typeof recordedRun.validations)[number];

/** Its validations; null where these are other settings or Scout is another by now, so that it would tell of something else. */
export function recordedOf(config: ExperimentConfig, scout: string = played.scout): readonly RecordedValidation[] | null {
  return recordedRun.base === scout && differences(recordedRun.config, config).length === 0 ? recordedRun.validations : null;
}
