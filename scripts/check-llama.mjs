/**
 * Does a stock llama.cpp load Scout's file unchanged, with the same token ids and the same greedy tokens as our engine? Run by hand:
 *
 *   npm install --prefix FOLDER --ignore-scripts node-llama-cpp@3.22.1   (llama.cpp with prebuilt binaries; not a dependency of this project)
 *   node --import tsx scripts/check-llama.mjs FOLDER [MODEL.gguf]
 *
 * llama.cpp rounds activations to 8 bits before it multiplies them with Q8_0 weights, and keys and values to 16, so where two tokens are
 * nearly as likely it may choose the other. Each such place is shown with the distance between the two in our engine; and the comparison
 * is repeated with the same weights written as F32, where llama.cpp rounds nothing. The exit code is 1 if any ids differ, or greedy
 * tokens that are further apart than the rounding reaches.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadModel, writeModel } from '../src/policy/files/model.ts';
import { serveFile } from '../src/platform/node/trialWorker.ts';
import { population } from '../src/trial/teachers/population.ts';
import { playAll } from '../src/trial/scheduler.ts';
import { makeTask } from '../src/worlds/index.ts';
import { UsageError } from '../src/cli/errors.ts';
import './inWords.mjs';

const { positionals: [folder, file = 'models/scout/scout.gguf', ...rest] } = parseArgs({ allowPositionals: true });
const usage = 'node --import tsx scripts/check-llama.mjs FOLDER [MODEL.gguf]';
if (folder === undefined || rest.length > 0) throw new UsageError(`Say where node-llama-cpp is installed: ${usage}`);
if (!existsSync(file)) throw new UsageError(`${file}: there is no such model. ${usage}`);
const entry = installed(folder);
const { getLlama, LlamaLogLevel } = await import(pathToFileURL(entry).href);
const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
const theirs = await llama.loadModel({ modelPath: resolve(file) });
const { tokenizer, config, weights, chatTemplate } = await loadModel(readFileSync(file));
/** tokens of a greedy reply, ends of turns included */
const length = 40;
console.log(`${file}: loaded by llama.cpp ${llama.llamaCppRelease.release}, ${config.architecture}, ${config.layers} layers, ${config.vocabulary} tokens.`);

/** Trials of scripted teachers: boards, words, notes, in the very prompts that the model reads. */
const records = ['sokoban', 'minesweeper'].flatMap((world) => {
  const specs = Array.from({ length: 20 }, (_, seed) => ({
    task: makeTask(world, seed % 2 === 0 ? {} : world === 'sokoban' ? { size: 7, boxes: 3 } : { mines: 5, turns: 12 }, seed),
    config: { episodes: 3, memory: 'both' },
    style: seed < 15 ? 'brief' : 'full',
    seed,
    trial: seed,
  }));
  return playAll(specs, population(world));
});
const responses = records.map((trial) => trial.filter((record) => record.type === 'responded'));

let failed = false;
compareIds();
const { prompts, replies } = await answers();
await compareGreedy('the file as it is', theirs, {}, 0.1);
const exact = join(mkdtempSync(join(tmpdir(), 'check-llama-')), 'f32.gguf');
writeFileSync(exact, writeModel({ name: 'F32', weights, tokenizer: tokenizer.data, chatTemplate, type: 'F32' }));
const unrounded = { experimentalKvCacheKeyType: 'F32', experimentalKvCacheValueType: 'F32', flashAttention: false };
await compareGreedy('its weights as F32', await llama.loadModel({ modelPath: exact }), unrounded, 0.001);
rmSync(dirname(exact), { recursive: true });
process.exit(failed ? 1 : 0);

/** @throws UsageError saying how to install it */
function installed(place) {
  try {
    return createRequire(`${resolve(place)}/`).resolve('node-llama-cpp');
  } catch {
    throw new UsageError(`${place} has no node-llama-cpp; install it: npm install --prefix ${place} --ignore-scripts node-llama-cpp@3.22.1`);
  }
}

function compareIds() {
  const random = randomNumbers(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const { data } = tokenizer;
  const normal = [...data.tokens.keys()].filter((id) => data.kinds[id] === 1).map((id) => tokenizer.decode([id]));
  const special = [...data.tokens.keys()].filter((id) => data.kinds[id] !== 1).map((id) => data.tokens[id]);
  const several = (from, most, glue = '') => Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(from)).join(glue);
  const ranges = [[0, 0x7f], [0x80, 0x24f], [0x300, 0x36f], [0x370, 0x5ff], [0x900, 0xdff], [0x2000, 0x2fff], [0x3000, 0x9fff], [0xac00, 0xd7a3], [0xe000, 0xffff], [0x10000, 0x1ffff], [0xe0000, 0x10ffff]];
  const character = () => {
    const [from, to] = pick(ranges);
    return String.fromCodePoint(from + Math.floor(random() * (to - from + 1)));
  };
  const unicode = () => Array.from({ length: 1 + Math.floor(random() * 30) }, character).join('');
  const kinds = {
    'prompts and replies': responses.flat().flatMap(({ prompt, text }) => [...prompt.messages.map(({ content }) => content), text]),
    'entries of the vocabulary, alone and in other places': normal.flatMap((text) => [text, ` ${text}`, `${text} `, text + text, `${text}s`, text.trimStart(), `x${text}\n`]),
    'entries in random order': Array.from({ length: 3000 }, () => several(normal, 12)),
    'words with and without spaces': Array.from({ length: 1000 }, () => several(normal.map((text) => text.trim()), 8, pick(['', ' ', '  ', '\n', ' \n']))),
    'random Unicode': Array.from({ length: 2000 }, unicode),
    'control tokens between words and Unicode': Array.from({ length: 2000 }, () => [several(normal, 3), several(special, 2), unicode(), pick(special).slice(0, -1), pick(special)].sort(() => random() - 0.5).join('')),
  };
  for (const [kind, texts] of Object.entries(kinds)) {
    let tokens = 0;
    let different = 0;
    // A NUL would end llama.cpp's text; a lone surrogate has no UTF-8.
    for (const text of texts.map((each) => each.replace(/\0|\p{Surrogate}/gu, '?'))) {
      for (const parseSpecial of [false, true]) {
        const ours = tokenizer.encode(text, { parseSpecial });
        const other = theirs.tokenize(text, parseSpecial);
        tokens += ours.length;
        if (ours.join() === other.join()) continue;
        if (different++ < 3) console.log(`   ${JSON.stringify(text)} (control tokens ${parseSpecial ? '' : 'not '}recognised): ours ${ours.join(' ')}; llama.cpp ${other.join(' ')}`);
      }
    }
    console.log(`Token ids, ${kind}: ${texts.length} texts, with and without control tokens, ${tokens} ids; ${different} differ.`);
    failed ||= different > 0;
  }
}

/** What our engine says to openings, later turns and reflections of the trials in the brief style, each as one conversation. */
async function answers() {
  const { engine, dispose } = await serveFile({ file }, 1, 8);
  const conversations = responses.flatMap((trial) => {
    const messages = [];
    return trial.slice(0, 8).map(({ prompt, text }) => {
      if (prompt.fresh) messages.length = 0;
      messages.push(...prompt.messages);
      const asked = [...messages];
      messages.push({ role: 'assistant', content: text });
      return asked;
    });
  });
  const prompts = conversations
    .filter((_, index) => index % 4 === 0)
    .map((messages) => engine.format.open(messages))
    .filter((ids) => ids.length + length < config.context)
    .slice(0, 40);
  const request = { maxTokens: length, stopIds: [], stopStrings: [], sampling: { temperature: 0, topP: 1, topK: 0 }, draw: { seed: 0, trial: 0, episode: 0, turn: 0 }, top: 2 };
  for (const [index, prompt] of prompts.entries()) engine.enqueue({ ...request, id: String(index), prompt });
  const replies = [];
  while (engine.inFlight > 0) for (const done of await engine.tick()) replies[Number(done.id)] = done.tokens;
  await dispose();
  return { prompts, replies };
}

/** @param tolerance distance of the two likeliest tokens up to which either may be chosen */
async function compareGreedy(title, model, options, tolerance) {
  const context = await model.createContext({ contextSize: config.context, sequences: 1, threads: 1, ...options });
  const sequence = context.getSequence();
  let same = 0;
  let compared = 0;
  let departed = 0;
  let furthest = 0;
  for (const [index, prompt] of prompts.entries()) {
    await sequence.clearHistory();
    let input = prompt;
    for (const [step, { id, logprob, top }] of replies[index].entries()) {
      const last = [input[input.length - 1], { generateNext: { token: true, probabilities: true, options: { temperature: 0 } } }];
      const { next } = (await sequence.controlledEvaluate([...input.slice(0, -1), last])).at(-1);
      compared++;
      const probability = next.probabilities.get(id);
      if (probability !== undefined) furthest = Math.max(furthest, Math.abs(Math.log(probability) - logprob));
      if (next.token !== id) {
        const gap = top[0][1] - top[1][1];
        departed++;
        const [our, their] = [id, next.token].map((token) => JSON.stringify(tokenizer.decode([token])));
        console.log(`   prompt ${index}, token ${step}: ours ${our}, llama.cpp ${their}; in our engine their log-probs differ by ${gap.toFixed(4)}`);
        failed ||= gap > tolerance || top[1][0] !== next.token;
        break;
      }
      same++;
      input = [id];
    }
  }
  const tokens = prompts.map((ids) => ids.length);
  console.log(
    `Greedy tokens, ${title}: ${prompts.length} prompts of ${Math.min(...tokens)} to ${Math.max(...tokens)} tokens × ${length}: ${same} of ${compared} the same, ` +
      `${prompts.length - departed} prompts to the end; log-probs differ by ${furthest.toExponential(1)} at most.`,
  );
  await context.dispose();
}

/** Numbers in [0, 1) that are the same everywhere. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
