/** Files of JSON values, one a line. */
import { existsSync, readFileSync } from 'node:fs';

/** @throws Error naming the file and the line that is none */
export function readJsonLines(path: string): unknown[] {
  return readFileSync(path, 'utf8').split('\n').flatMap((line, index) => {
    if (line === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      return [value];
    } catch {
      throw new Error(`${path} is damaged (line ${index + 1} is no JSON); take that line out, or delete the file.`);
    }
  });
}

/** A log's lines up to a step, as they stand. Later ones belong to work that was lost, and so does one that a killed process left half written. */
export function logUpTo(path: string, step: number): string {
  if (!existsSync(path)) return '';
  const lines = readFileSync(path, 'utf8').split('\n').filter((line) => stepOf(line) <= step);
  return lines.map((line) => `${line}\n`).join('');
}

function stepOf(line: string): number {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'step' in value && typeof value.step === 'number' ? value.step : Infinity;
  } catch {
    return Infinity;
  }
}
