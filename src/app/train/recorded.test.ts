import { describe, expect, it } from 'vitest';
import { withValues } from '../../experiment/config.ts';
import { validates } from '../../experiment/training.ts';
import { useDraft } from './draft.ts';
import { recordedOf, recordedRun } from './recorded.ts';

describe('The recorded run', () => {
  const { base, config, validations } = recordedRun;

  it('is of what the door proposes, and whole', () => {
    expect(config).toEqual(useDraft.getState().config);
    const wanted = Array.from({ length: config.schedule.iterations + 1 }, (_, iteration) => iteration).filter((iteration) => validates(config, iteration));
    expect(validations.map(({ iteration }) => iteration)).toEqual(wanted);
    for (const { success, intervals } of validations) {
      expect(success).toEqual(success.toSorted((a, b) => a - b));
      expect(success).toHaveLength(config.evaluation.episodes);
      success.forEach((share, k) => {
        expect(intervals[k][0]).toBeLessThanOrEqual(share);
        expect(intervals[k][1]).toBeGreaterThanOrEqual(share);
      });
    }
  });

  it('is shown for its own settings and its own Scout alone', () => {
    expect(recordedOf(config, base)).toBe(validations);
    expect(recordedOf(withValues(config, [['schedule.seed', 2]]), base)).toBeNull();
    expect(recordedOf(withValues(config, [['world', 'minesweeper']]), base)).toBeNull();
    expect(recordedOf(config, 'another')).toBeNull();
  });
});
