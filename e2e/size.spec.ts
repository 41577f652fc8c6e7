/** How much code a visitor waits for. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './browser.ts';

test.skip(({ backend }) => backend !== 'wasm');

/** The file and everything that it imports before it runs. */
function reached(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, next] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)) reached(join(dirname(file), next), found);
  return found;
}

test('The page’s code before any engine is at most 250 kB compressed', () => {
  const page = readFileSync('dist/index.html', 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].flatMap(([, name]) => [...reached(join('dist', name))]);
  const bytes = [...new Set(scripts)].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(scripts.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(250_000);
});
