import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadValidations, saveValidations } from './trainingRun.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('validations of a run', () => {
  it('come back up to an iteration, what comes after it being lost work, and not at all where the checkpoint is gone', () => {
    const all = [0, 5, 10].map((iteration) => ({ iteration, success: [0.5] }));
    saveValidations(folder, all);
    expect(loadValidations(folder, 10)).toEqual([]);
    writeFileSync(join(folder, 'checkpoint.safetensors'), 'what it holds is not asked');
    expect(loadValidations(folder, 7)).toMatchObject(all.slice(0, 2));
    expect(loadValidations(folder, 10)).toMatchObject(all);
    expect(loadValidations(join(folder, 'nothing'), 7)).toEqual([]);
  });

  it('in a damaged file are told by its name and the line', () => {
    const lines = join(folder, 'validation.jsonl');
    writeFileSync(lines, '{"iteration":0,"success":[0]}\n{"iteration":5,"succ');
    expect(() => loadValidations(folder, 5)).toThrow(`${lines} is damaged (line 2 is no JSON); take that line out, or delete the file.`);
  });
});
