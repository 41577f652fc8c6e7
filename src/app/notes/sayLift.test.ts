import { describe, expect, it } from 'vitest';
import { liftEstimate } from '../../experiment/lift.ts';
import recorded from '../recorded.json' with { type: 'json' };
import { tables } from '../strings/index.ts';
import { findingInWords, findingOf, measuredBy } from './sayLift.ts';

const estimateOf = (note: boolean, none: boolean, n: number) =>
  liftEstimate({ note: Array.from({ length: n }, () => note), none: Array.from({ length: n }, () => none), other: [] });

describe('The verdict on a note', () => {
  const helps = estimateOf(true, false, 10);
  const harms = estimateOf(false, true, 10);
  const unclear = estimateOf(true, true, 10);

  it.each(['queued', 'loading', 'running', 'waiting'] as const)('is not said while it is being measured (%s)', (phase) => {
    for (const estimate of [helps, harms, unclear]) {
      expect(findingOf({ phase }, estimate)).toBeNull();
      expect(findingInWords({ phase, samples: 32 }, estimate, tables.en)).toBe('Preliminary, from 10 samples so far. Whether it helps is said when all are in.');
      expect(findingInWords({ phase, samples: 32 }, estimate, tables.ja)).toContain('標本 10 での途中の値');
    }
  });

  it('says from how many samples, and that it was stopped early', () => {
    expect(findingInWords({ phase: 'kept', samples: 10 }, helps, tables.en)).toBe('It helps, as far as 10 samples can tell: the interval leaves out 0.');
    expect(findingInWords({ phase: 'kept', samples: 10 }, harms, tables.en)).toMatch(/^It harms, as far as 10 samples/);
    expect(findingInWords({ phase: 'stopped', samples: 32 }, helps, tables.en)).toMatch(/^Stopped early\. It helps, as far as 10 samples/);
    expect(findingInWords({ phase: 'stopped', samples: 32 }, unclear, tables.en)).toBe('Stopped early. Not clear from 10 samples: the interval holds 0.');
    expect(findingInWords({ phase: 'stopped', samples: 10 }, unclear, tables.en)).not.toContain('early');
  });
});

describe('Whom a lift was measured with', () => {
  const scout = recorded.scout;
  const adapters = new Map([['f00dfeed00', 'LaMer 1']]);

  it('is said where it is not who played the trial', () => {
    expect(measuredBy('f00dfeed00', scout, adapters, tables.en)).toBe(
      `Measured with Scout wearing LaMer 1; this trial was played by ${tables.en.share.link.scout(scout.slice(0, 8))}.`,
    );
    expect(measuredBy(scout, 'f00dfeed00', adapters, tables.en)).toMatch(/played by Scout wearing LaMer 1\.$/);
    expect(measuredBy('f00dfeed00', '', adapters, tables.ja)).toContain('LaMer 1 を付けた Scout');
  });

  it('need not be said where it is, or where nothing was measured', () => {
    expect(measuredBy(scout, scout, adapters, tables.en)).toBeNull();
    expect(measuredBy('', scout, adapters, tables.en)).toBeNull();
  });
});
