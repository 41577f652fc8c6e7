/**
 * `npm run compare:torch`: training tokens/s of one optimizer step (forward, backward, AdamW on an adapter; src/cli/bench/step.ts) on Node beside
 * PyTorch on the CPU: the same net (Scout), weights, adapter and sequences, the same number of threads, turn and turn about.
 *
 *   --lengths 256,512   tokens of a sequence        --threads 1,2   threads of either
 *   --tokens 4096       tokens of a step            --reps 15       steps of either
 *   --compile           torch.compile too, if this machine has the C++ compiler and the headers of Python that it asks for
 *   --python PATH       a Python that has torch; else torch is installed by pip (some GB) for this script alone, in node_modules/.cache/torch
 *
 * Both report loss and gradient norm; unless they agree to 1e-3 on every step, no figure is printed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../src/cli/shell.ts';
import { layoutOf, settings, stepData, stepper } from '../src/cli/bench/step.ts';
import { defaultPasses, toRowBatch } from '../src/learning/policySequences.ts';
import { nodeRuntime } from '../src/platform/node/runtime.ts';
import { startTrainingThreads } from '../src/platform/node/trainWorker.ts';
import { loadModel } from '../src/policy/files/model.ts';
import { writeSafetensors } from '../src/policy/files/safetensors.ts';
import { ScriptError } from './inWords.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const scout = here('../models/scout/scout.gguf');
const { values: flags } = parseArgs({
  options: {
    lengths: { type: 'string', default: '256,512' },
    threads: { type: 'string', default: '1,2' },
    tokens: { type: 'string', default: '4096' },
    reps: { type: 'string', default: '15' },
    python: { type: 'string' },
    compile: { type: 'boolean', default: false },
  },
});
const numbers = (flag, text, most) => text.split(',').map((part) => wholeNumber(flag, part, 1, most));
const lengths = numbers('--lengths', flags.lengths, 1_000_000);
const threadCounts = numbers('--threads', flags.threads, 64);
const stepTokens = wholeNumber('--tokens', flags.tokens, 1, 1_000_000);
const reps = wholeNumber('--reps', flags.reps, 1, 10_000);
const tolerance = 1e-3;

/** Does this Python carry out a line without complaint? */
const can = (python, line) => spawnSync(python, ['-c', line], { stdio: 'ignore' }).status === 0;
const otherwise = 'or give a Python that has torch: --python PATH';

function pythonWithTorch() {
  if (flags.python !== undefined) {
    if (!can(flags.python, '')) throw new UsageError(`--python is "${flags.python}", which can't be started; give the path of a Python 3 that has torch.`);
    if (!can(flags.python, 'import torch')) throw new UsageError(`--python ${flags.python} has no torch; install it there, or leave the flag out and it is installed for this script alone.`);
    return flags.python;
  }
  const [system, inFolder] = process.platform === 'win32' ? ['python', 'Scripts/python.exe'] : ['python3', 'bin/python'];
  const folder = here('../node_modules/.cache/torch');
  const python = join(folder, inFolder);
  if (can(python, 'import torch')) return python;
  if (!can(system, '')) throw new UsageError(`PyTorch needs Python 3, and ${system} can't be started on this machine; install it, ${otherwise}.`);
  if (!can(system, 'import venv, ensurepip')) throw new UsageError(`${system} lacks venv or ensurepip (package python3-venv on Debian and Ubuntu), which installing torch needs; install it, ${otherwise}.`);
  console.error(`Installing torch in ${folder} (once) …`);
  const steps = [[system, ['-m', 'venv', folder]], [python, ['-m', 'pip', 'install', '--quiet', 'torch']]].slice(existsSync(python) ? 1 : 0);
  for (const [program, args] of steps) {
    if (spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0) continue;
    throw new ScriptError(`torch could not be installed; what is in the way is above. The same command tries again, ${otherwise}.`);
  }
  return python;
}

/** All that PyTorch needs for the same step. The sampled tokens are at the same places in every sequence. */
function exported(weights, layout, { length, parameters, sequences, columns }) {
  const tensors = new Map([...weights.tensors].map(([name, { dims, data }]) => [name, { dims, data }]));
  for (const { name, dims, offset, size } of layout.entries) tensors.set(name, { dims, data: parameters.slice(offset, offset + size) });
  const [{ at }] = sequences;
  const count = sequences.length;
  const batch = toRowBatch(sequences, length);
  tensors.set('ids', { dims: [count, length], data: batch.ids });
  tensors.set('rows', { dims: [at.length], data: batch.rows.slice(0, at.length) });
  tensors.set('targets', { dims: [count, at.length], data: batch.targets });
  for (const [name, lists] of Object.entries(columns)) tensors.set(name, { dims: [count, at.length], data: Float32Array.from(lists.flatMap((list) => [...list])) });
  const { clipLow, clipHigh, dualClip, kl, entropy } = settings.objective;
  const given = {
    net: weights.config,
    scale: layout.adapter.alpha / layout.adapter.rank,
    scalars: { clip_low: clipLow, clip_high: clipHigh, dual_clip: dualClip, kl_weight: kl, entropy_weight: entropy, weight: 1 / (count * at.length) },
    optimizer: settings.optimizer,
    pass: Math.max(1, Math.floor(defaultPasses.tokens / length)),
  };
  return writeSafetensors(tensors, { settings: JSON.stringify(given) });
}

/** PyTorch in a process of its own, which makes a step whenever it is asked to. */
async function torchStepper(python, file, threads) {
  const child = spawn(python, ['-W', 'ignore', here('torch_step.py'), file, String(threads), ...(flags.compile ? ['--compile'] : [])], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) throw new ScriptError('PyTorch ended; what it said is above.');
    return JSON.parse(value);
  };
  const about = await next();
  return {
    about,
    step() {
      child.stdin.write('\n');
      return next();
    },
    stop: () => child.stdin.end(),
  };
}

const differ = (a, b) => Math.abs(a - b) / Math.max(Math.abs(b), 1e-6);

async function compare(python, weights, length, threads) {
  const layout = layoutOf(weights.config);
  const started = await startTrainingThreads(scout, settings.adapter, false, threads);
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-torch-'));
  try {
    const data = await stepData(started.engines[0], layout, length, stepTokens);
    const file = join(folder, 'step.safetensors');
    writeFileSync(file, exported(weights, layout, data));
    const torch = await torchStepper(python, file, threads);
    const node = await stepper(started.engines, nodeRuntime(1), layout, data);
    const [ours, theirs, busy] = [[], [], []];
    let apart = 0;
    for (let rep = -1; rep < reps; rep++) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      const report = await node();
      const ms = performance.now() - start;
      const { user, system } = process.cpuUsage(before);
      const other = await torch.step();
      apart = Math.max(apart, differ(report.loss, other.loss), differ(report.gradientNorm, other.norm));
      if (!(apart <= tolerance)) {
        throw new ScriptError(`At step ${rep + 2} loss and gradient norm are ${report.loss} and ${report.gradientNorm} here and ${other.loss} and ${other.norm} in PyTorch: not the same computation.`);
      }
      // the first step warms up
      if (rep < 0) continue;
      ours.push(ms);
      theirs.push(other.ms);
      busy.push(other.cpu / ((user + system) / 1000));
    }
    torch.stop();
    return { tokens: data.sequences.length * length, ours, theirs, busy, apart, about: torch.about };
  } finally {
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const sorted = (list) => list.toSorted((a, b) => a - b);
const median = (list) => sorted(list)[list.length >> 1];
const perSecond = (tokens, ms) => Math.round((1000 * tokens) / ms).toLocaleString('en-US');
const line = (...cells) => console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(22) : String(cell).padStart(17))).join(''));

const python = pythonWithTorch();
const { weights } = await loadModel(new Uint8Array(readFileSync(scout)));
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0].toFixed(1)}; ${reps} steps of ${stepTokens} tokens each, in turns`);
line('tokens/s', 'best', 'median', 'middle half');
for (const threads of threadCounts) {
  for (const length of lengths) {
    const { tokens, ours, theirs, busy, apart, about } = await compare(python, weights, length, threads);
    console.log(`\n${length} tokens a sequence, ${threads} thread(s) each; torch ${about.torch}, ${about.sequences} sequences at a time, torch.compile ${about.compile}; loss and norm agree to ${apart.toExponential(1)}`);
    const show = (name, times) => {
      const [low, high] = [0.75, 0.25].map((share) => sorted(times)[Math.floor(share * (times.length - 1))]);
      line(name, perSecond(tokens, sorted(times)[0]), perSecond(tokens, median(times)), `${perSecond(tokens, low)}–${perSecond(tokens, high)}`);
    };
    show('  Node', ours);
    show('  PyTorch', theirs);
    // pairs that were measured one after the other
    const ratios = sorted(ours.map((ms, i) => theirs[i] / ms));
    const [low, high] = [0.25, 0.75].map((share) => ratios[Math.floor(share * (ratios.length - 1))]);
    // of all threads; where other programs are at work, this is what can be believed
    line('  by processor time', '', `${median(busy).toFixed(2)} ×`);
    line('  Node / PyTorch', `${(sorted(theirs)[0] / sorted(ours)[0]).toFixed(2)} ×`, `${median(ratios).toFixed(2)} ×`, `${low.toFixed(2)}–${high.toFixed(2)}`);
  }
}
process.exit(0);
