/**
 * `npm run gain:page`: what a visitor gains by one click. In a real Chromium, on WASM, the page's train door trains an adapter on its defaults, once for each
 * training seed; then Node plays validation tasks with each adapter and without, on the same uniforms. Prints p@k, adapter on − off, with 95 % intervals.
 *
 *   --seeds 5        training seeds 1, 2, …; the sampling seed of the evaluation is the same number
 *   --minutes 10     when Stop is pressed, if the run has not ended by then; what counts is the adapter of the last whole iteration. 0 = never
 *   --iterations N   instead of the door's            --world NAME   instead of the door's; with its first setting
 *   --tasks 512      validation tasks                 --threads 2    of the evaluation; the page trains on one
 *   --dir FOLDER     runs/gain-page: the built page, and of each seed the adapter and both evaluations. The same command goes on from there; a training run
 *                    that was broken off begins anew
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { useDraft } from '../src/app/train/draft.ts';
import { percent, successGain } from '../src/experiment/evaluation.ts';
import { worldIds } from '../src/worlds/index.ts';
import { oneOf, UsageError, wholeNumber } from '../src/cli/shell.ts';
import { ensureChromium } from './chromium.mjs';
import { ScriptError } from './inWords.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values: flags } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    iterations: { type: 'string' },
    world: { type: 'string' },
    tasks: { type: 'string', default: '512' },
    threads: { type: 'string', default: '2' },
    dir: { type: 'string', default: join(root, 'runs/gain-page') },
  },
});
const count = wholeNumber('--seeds', flags.seeds, 1, 100);
const minutes = wholeNumber('--minutes', flags.minutes, 0, 1000);
const tasks = wholeNumber('--tasks', flags.tasks, 1, 512);
const threads = wholeNumber('--threads', flags.threads, 1, 64);
const seeds = Array.from({ length: count }, (_, i) => i + 1);

/** What the door proposes, by the door's own code; only the seed differs from run to run. */
const { chooseWorld, put } = useDraft.getState();
if (flags.world !== undefined) chooseWorld(oneOf('--world', flags.world, worldIds));
if (flags.iterations !== undefined) put('schedule.iterations', String(wholeNumber('--iterations', flags.iterations, 1, 10_000)));
const { config } = useDraft.getState();
const { episodes } = config.evaluation;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value)}\n`);
const folderOf = (seed) => join(flags.dir, `seed-${seed}`);
const pageFolder = join(flags.dir, 'page');

/** Figures of other settings must not mix with these. */
function claimFolder() {
  const base = createHash('sha256').update(readFileSync(join(root, 'models/scout/scout.gguf'))).digest('hex');
  const mark = JSON.stringify({ version: 1, base, minutes, tasks, config });
  const path = join(flags.dir, 'settings.json');
  if (existsSync(path) && JSON.stringify(readJson(path)) !== mark) {
    throw new UsageError(`${flags.dir} holds the figures of other settings or of another Scout; give another folder with --dir, or delete it.`);
  }
  mkdirSync(flags.dir, { recursive: true });
  writeFileSync(path, mark);
}

/** All seeds are trained by one page, also those of a later call. */
async function servePage() {
  const place = { root, build: { outDir: pageFolder, emptyOutDir: true }, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' };
  if (!existsSync(join(pageFolder, 'index.html'))) await build(place);
  return preview(place);
}

async function openDoor(browser, address) {
  const page = await browser.newPage({ locale: 'en-US', reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(`The page threw: ${error.message}`));
  await page.goto(`${address}?backend=wasm`);
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByRole('button', { name: 'Start training' }).waitFor();
  return page;
}

/** One run of the door, from the click to its end or to the limit; its adapter as PEFT's two files. */
async function train(browser, address, seed) {
  const folder = folderOf(seed);
  const page = await openDoor(browser, address);
  if (flags.world !== undefined) await page.locator('input[name=train-world]').nth(worldIds.indexOf(config.world)).check();
  if (flags.iterations !== undefined) await page.getByLabel('Iterations', { exact: true }).fill(flags.iterations);
  await page.getByLabel('Seed', { exact: true }).fill(String(seed));

  const start = performance.now();
  await page.getByRole('button', { name: 'Start training' }).click();
  await page.getByText('Nothing is being trained.').waitFor({ state: 'hidden' });
  const over = page.getByText('Nothing is being trained.').waitFor({ timeout: 0 });
  let limit;
  const late = new Promise((resolve) => {
    if (minutes > 0) limit = setTimeout(() => resolve('late'), 60_000 * minutes);
  });
  if ((await Promise.race([over, late])) === 'late') {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await over;
  }
  clearTimeout(limit);
  const seconds = (performance.now() - start) / 1000;

  const run = page.locator('.runs tbody tr').first();
  const iterations = Number(/(\d+) of \d+/.exec(await run.innerText())?.[1] ?? 0);
  if (iterations === 0) throw new ScriptError(`Seed ${seed}: the page trained no whole iteration in ${Math.round(seconds)} s. It says: ${(await page.locator('.train-live').innerText()).replace(/\s+/g, ' ')}`);
  const files = [];
  page.on('download', (download) => files.push(download));
  await run.getByRole('button', { name: 'Adapter', exact: true }).click();
  while (files.length < 2) await page.waitForEvent('download');
  for (const file of files) await file.saveAs(join(folder, 'adapter', file.suggestedFilename()));
  await page.close();
  // last, so that what it stands for is there
  writeJson(join(folder, 'training.json'), { version: 1, seed, iterations, seconds, browser: browser.version(), cores: cpus().length, load: loadavg()[0] });
}

/** `lab evaluate` with an adapter or without. @returns its trials, as of this seed */
function evaluate(seed, name, more) {
  const file = join(folderOf(seed), `${name}.json`);
  // one that was stopped is short of tasks
  if (!existsSync(file) || readJson(file).played !== tasks) {
    const { memory, temperature, topP, topK } = config.evaluation;
    const setting = Object.entries(config.settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const play = { tasks: `validation:${tasks}`, episodes, memory, temperature, 'top-p': topP, 'top-k': topK, 'sample-seed': seed, threads, json: file, ...more };
    const options = Object.entries(play).flatMap(([key, value]) => [`--${key}`, String(value)]);
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'evaluate', '--world', config.world, ...setting, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) process.exit(status ?? 1);
  }
  return readJson(file).trials.map((trial) => ({ ...trial, repeat: seed }));
}

claimFolder();
const untrained = seeds.filter((seed) => !existsSync(join(folderOf(seed), 'training.json')));
if (untrained.length > 0) {
  const executablePath = ensureChromium();
  const server = await servePage();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const seed of untrained) {
      console.error(`seed ${seed}: training in Chromium ${browser.version()}${minutes > 0 ? `, ${minutes} min at most` : ''} …`);
      await train(browser, server.resolvedUrls.local[0], seed);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

const results = seeds.map((seed) => {
  console.error(`seed ${seed}: ${tasks} validation tasks without the adapter and with it …`);
  const off = evaluate(seed, 'off', {});
  const on = evaluate(seed, 'on', { adapter: join(folderOf(seed), 'adapter') });
  return { seed, training: readJson(join(folderOf(seed), 'training.json')), off, on };
});
const won = (trials, k) => trials.filter(({ wonIn }) => wonIn > 0 && wonIn <= k).length / trials.length;
const cell = (share) => `${(100 * share).toFixed(1)} %`;
const setting = Object.entries(config.settings).map(([key, value]) => `${key} ${value}`).join(', ');
console.log(`${config.world}${setting && ` (${setting})`}, ${tasks} validation tasks, memory ${config.evaluation.memory}; trained in the page on one thread\n`);
console.log(`| seed | iterations | min | p@${episodes} off | p@${episodes} on | on − off |\n|---|---|---|---|---|---|`);
for (const { seed, training, off, on } of results) {
  const [before, after] = [won(off, episodes), won(on, episodes)];
  console.log(`| ${seed} | ${training.iterations} of ${config.schedule.iterations} | ${(training.seconds / 60).toFixed(1)} | ${cell(before)} | ${cell(after)} | ${cell(after - before)} |`);
}
const [on, off] = ['on', 'off'].map((name) => results.flatMap((result) => result[name]));
console.log(`\nAdapter on − off, same tasks and uniforms; 95 % intervals, bootstrap over tasks and ${count} training ${count === 1 ? 'seed (tasks alone: one seed says nothing of others)' : 'seeds'}:`);
for (let k = 1; k <= episodes; k++) console.log(`  p@${k}  ${percent(successGain(on, off, k))}`);
process.exit(0);
