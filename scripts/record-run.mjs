/**
 * `npm run record:run`: trains what the page's train door proposes on the command line (10 minutes of a core) and writes what its validations found to
 * src/app/train/recordedRun.json. The door shows it, as a recording, before anybody's first run. To be done anew when the door's defaults or Scout change:
 * until then nothing is shown.
 *
 *   --dir FOLDER   runs/recorded: of the run; the same command goes on from there
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { useDraft } from '../src/app/train/draft.ts';
import { differences } from '../src/experiment/config.ts';
import { preset } from '../src/experiment/methods.ts';
import './inWords.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values: flags } = parseArgs({ options: { dir: { type: 'string', default: join(root, 'runs/recorded') } } });
const { config, method } = useDraft.getState();

// One thread, as in the page: other sums of floats would be another run.
const changes = differences(preset(method, config.world), config).flatMap(({ path, to }) => ['--set', `${path.replace(/^settings\./, '')}=${to}`]);
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'src/cli/main.ts', 'train', '--model', 'scout', '--threads', '1', '--world', config.world, '--method', method, ...changes, '--dir', flags.dir],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
if (status !== 0) process.exit(status ?? 1);

const path = join(flags.dir, 'validation.jsonl');
const short = (share) => Number(share.toFixed(4));
const validations = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ iteration, success, intervals }) => ({ iteration, success: success.map(short), intervals: intervals.map((interval) => interval.map(short)) }));
const { base } = JSON.parse(readFileSync(join(flags.dir, 'config.json'), 'utf8'));
writeFileSync(join(root, 'src/app/train/recordedRun.json'), `${JSON.stringify({ version: 1, base, config, validations })}\n`);
console.log(`${validations.length} validations written.`);
