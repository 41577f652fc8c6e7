// `npm run test:all`: everything that has to hold, in one go. The last line says how many tests passed and failed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import './inWords.mjs';

parseArgs();
// Before the first step: a package that is missing is told at once.
const { ensureChromium } = await import('./chromium.mjs');

const folder = '.cache/test-all';
const reports = { vitest: `${folder}/vitest.json`, playwright: `${folder}/playwright.json` };
const problems = [];

/** Runs a program of this project; what it prints is shown. @returns whether it succeeded */
function step(name, args, env = {}) {
  console.log(`\n── ${name} ──`);
  const { status, error } = spawnSync('npx', ['--no-install', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  problems.push(error ? `${name} (${error.message})` : name);
  return false;
}

/** What a JSON reporter wrote; null: it wrote nothing, because the runner never got that far. */
function report(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** A runner that failed without a failed test (a file that can't be loaded, a server that won't start) counts as one failure. */
function counts(passed, failed, skipped, ok) {
  return { passed, failed: ok ? failed : Math.max(failed, 1), skipped };
}

/** @returns what a person looks for first: which tests failed, by file and name */
function failedTests(vitest, playwright) {
  const units = (vitest?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  );
  const inSuite = ({ suites = [], specs = [] }) => [...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line}: ${title}`), ...suites.flatMap(inSuite)];
  return [...units, ...inSuite(playwright ?? {})];
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

step('Types', ['tsc', '--noEmit']);
step('Lint', ['eslint', '.', '--max-warnings', '0']);

const unitOk = step('Tests', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]);
const unit = report(reports.vitest);
const units = counts(unit?.numPassedTests ?? 0, unit?.numFailedTests ?? 0, (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0), unitOk);

step('Build', ['vite', 'build']);

let browserOk = false;
try {
  const env = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: reports.playwright };
  browserOk = step('Tests in Chromium', ['playwright', 'test', '--reporter=list,json'], env);
} catch (error) {
  problems.push(error.message);
}
const chromium = report(reports.playwright);
const stats = chromium?.stats;
const browser = counts((stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0, stats?.skipped ?? 0, browserOk);

console.log('');
console.log(`Tests: ${units.passed} passed, ${units.failed} failed, ${units.skipped} skipped`);
console.log(`Tests in Chromium: ${browser.passed} passed, ${browser.failed} failed, ${browser.skipped} skipped`);
for (const problem of problems) console.log(`Failed: ${problem}`);
for (const test of failedTests(unit, chromium)) console.log(`  ${test}`);
console.log(`${units.passed + browser.passed} passed, ${units.failed + browser.failed} failed`);
process.exitCode = problems.length === 0 ? 0 : 1;
