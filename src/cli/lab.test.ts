/** The contract of docs/cli.md: shapes of results, exit codes, errors. Most commands run in this process, a few as a person starts them. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeAdapter } from '../policy/files/adapter.ts';
import { tinyGguf, tokenized } from '../policy/files/fixtures/read.ts';
import { writeModel } from '../policy/files/model.ts';
import { readSafetensors } from '../policy/files/fixtures/readSafetensors.ts';
import { farthest, tiny } from '../policy/model/fixtures/tiny.ts';
import { fold } from '../trial/fold.ts';
import { fromJsonl } from '../trial/records.ts';
import { run } from './testing.ts';

/** What `expect.any` and its like give has no type. */
const like = (matcher: unknown): unknown => matcher;

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-lab-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starting a process takes many times as long where other programs are at work. */
const patient = { timeout: 120_000 };

/** A command as a person starts it. @param interrupt when this is seen on standard error, Ctrl-C is pressed @param stdout where results go instead, `unread`: to a reader that has left */
function start(argv: readonly string[], { interrupt, stdout }: { interrupt?: RegExp; stdout?: number | 'unread' } = {}): Promise<Outcome> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...argv], { stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe'] });
  if (stdout === 'unread') child.stdout?.destroy();
  return new Promise((resolve) => {
    const text = { out: '', err: '' };
    child.stdout?.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => {
      text.err += chunk.toString();
      if (interrupt?.test(text.err)) {
        interrupt = undefined;
        child.kill('SIGINT');
      }
    });
    child.on('close', (code) => resolve({ code, ...text }));
  });
}

function jsonLines({ code, out, err }: Outcome): unknown[] {
  expect({ code, err }).toEqual({ code: 0, err: like(expect.any(String)) });
  return out.trim().split('\n').map((line): unknown => JSON.parse(line));
}

const level = ['######', '#@$ .#', '#    #', '# $ .#', '#    #', '######'].join('\n');
const mines = ['.*....', '......', '......', '...*..', '......', '.....*'].join('\n');

describe('commands without a policy', () => {
  it('tasks of a list are the same every time and can be played from their own text', async () => {
    const [task, second] = jsonLines(await run('tasks', '--world', 'sokoban', '--count', '2', '--from', '3'));
    expect(task).toMatchObject({ version: 1, split: 'heldout', index: 3, world: 'sokoban', xsb: like(expect.stringContaining('#')), config: { size: 6, boxes: 2 } });
    expect(second).toMatchObject({ index: 4 });
    const [mine] = jsonLines(await run('tasks', '--world', 'minesweeper', '--split', 'train', '--count', '1', '--set', 'mines=5'));
    expect(mine).toMatchObject({ version: 1, split: 'train', index: 0, world: 'minesweeper', first: [like(expect.any(Number)), like(expect.any(Number))], config: { mines: 5 } });
    expect(JSON.stringify(mine).match(/\*/g)).toHaveLength(5);
  });

  it('rules play a file of moves; what follows the end is counted, not played', async () => {
    const actions = file('moves.txt', 'right,right\nfly\nleft,left,down\ndown,right,right\nup\n');
    const result = await run('rules', '--world', 'sokoban', '--level', file('level.xsb', level), '--actions', actions);
    const lines = jsonLines(result);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toEqual({ version: 1, turn: 0, text: like(expect.stringContaining('1: # P X _ O #')), rows: level.split('\n'), valid: true, reward: 0, done: false, won: false, dead: false });
    expect(lines[2]).toMatchObject({ turn: 2, reward: 0, done: false });
    expect(lines[4]).toMatchObject({ turn: 4, reward: 10, done: true, won: true, dead: false });
    expect(result.err).toBe('1 line after the end was not played.\n');
  });

  it('rules of MineSweeper count rows and columns from 1', async () => {
    const actions = file('clicks.txt', '9,9\n1,2\n');
    const lines = jsonLines(await run('rules', '--world', 'minesweeper', '--level', file('mines.txt', mines), '--first', '2,2', '--actions', actions));
    expect(lines[0]).toMatchObject({ rows: ['??????', '?1????', '??????', '??????', '??????', '??????'] });
    expect(lines[1]).toMatchObject({ turn: 1, done: false });
    expect(lines[2]).toMatchObject({ turn: 2, rows: ['?*????', '?1????', '??????', '??????', '??????', '??????'], done: true, won: false, dead: true });
  });

  it('insight gives plan and dead squares, or exact fractions', async () => {
    const [plan] = jsonLines(await run('insight', '--world', 'sokoban', '--state', file('state.xsb', level)));
    expect(plan).toEqual({ version: 1, solvable: true, plan: like(expect.stringMatching(/^RR[lurd]{4}RR$/)), planLength: 8, deadSquares: like(expect.arrayContaining([[1, 1], [4, 4]])) });
    // Two hidden cells, one mine, and nothing to tell them apart.
    const board = file('board.txt', '?1..\n?1..\n11..\n....\n');
    const [chance] = jsonLines(await run('insight', '--world', 'minesweeper', '--state', board, '--mines', '1'));
    expect(chance).toEqual({ version: 1, probabilities: { '1,1': '0/1', '2,1': '1/1' }, safe: [[1, 1]], mines: [[2, 1]] });
  });
});

describe('wrong input', () => {
  // Paths that hold something else than a file.
  mkdirSync(join(folder, 'config-folder', 'adapter_config.json'), { recursive: true });
  file('config-folder/adapter_model.safetensors', '');
  mkdirSync(join(folder, 'tensors-folder', 'adapter_model.safetensors'), { recursive: true });
  file('tensors-folder/adapter_config.json', '{}');
  const plain = file('plain', '');
  const level2 = file('two.xsb', level.replace('#    #', '#@   #'));
  const robot = file('robot.json', '[{"role": "robot", "content": "x"}]');
  const junk = file('junk.gguf', 'GIF89a and then some more bytes');
  it.each([
    ['no command', [], /name a command: tasks, rules/],
    ['an unknown command', ['fly'], /there is no command "fly"; choose one: tasks/],
    ['help for an unknown command', ['help', 'fly'], /there is no command "fly"; choose one: tasks/],
    ['a flag in place of a command', ['--', 'fly'], /there is no command "--"; choose one: tasks/],
    ['an unknown flag', ['tasks', '--world', 'sokoban', '--cuont', '3'], /unknown option "--cuont" \(Did you mean --count\?\)/],
    ['a second setting after one --set', ['tasks', '--world', 'sokoban', '--set', 'size=6', 'boxes=2', 'x'], /^lab: "boxes=2" belongs to no flag; --help/],
    ['a missing flag', ['tasks'], /required option "--world <name>" not specified/],
    ['an unknown world', ['tasks', '--world', 'chess'], /--world is "chess"; choose one of sokoban, minesweeper/],
    ['an unknown setting', ['tasks', '--world', 'sokoban', '--set', 'mines=3'], /no setting "mines"; there are size, boxes/],
    ['a setting out of range', ['tasks', '--world', 'minesweeper', '--set', 'mines=7'], /mines is "7"; it must be a whole number from 3 to 6/],
    ['a task past the end of its list', ['trial', '--world', 'sokoban', '--task', 'heldout:99999', '--policy', 'teacher:greedy'], /heldout list has 512 tasks/],
    ['more tasks than a list has', ['evaluate', '--world', 'sokoban', '--tasks', 'heldout:600', '--policy', 'teacher:greedy'], /--tasks heldout:600: the heldout list has 512 tasks/],
    ['an evaluation in a world that can not be', ['evaluate', '--world', 'minesweeper', '--set', 'mines=7', '--policy', 'teacher:greedy'], /mines is "7"; it must be a whole number from 3 to 6/],
    ['a setting of another world', ['trial', '--world', 'sokoban', '--set', 'mines=3', '--seed', '1', '--policy', 'nobody'], /no setting "mines"; there are size, boxes/],
    ['moves that are not there, for a task that takes long to make', ['rules', '--world', 'sokoban', '--set', 'size=8', '--set', 'boxes=4', '--task', 'heldout:511', '--actions', join(folder, 'no')], /--actions .* can't be read/],
    ['a player that is not there, for a task that takes long to make', ['trial', '--world', 'sokoban', '--set', 'size=8', '--set', 'boxes=4', '--task', 'heldout:511', '--policy', 'nobody'], /--policy is "nobody", but there is no such file/],
    ['two tasks at once', ['trial', '--world', 'sokoban', '--task', 'heldout:1', '--seed', '1'], /exactly one of --seed, --task and --level/],
    ['a level with two players', ['trial', '--world', 'sokoban', '--level', level2, '--policy', 'teacher:greedy'], /--level .*two\.xsb: The level has 2 players/],
    ['a board of MineSweeper with a bad row', ['rules', '--world', 'minesweeper', '--level', level2, '--actions', plain], /--level .*two\.xsb: Row 1, column 1 of the board is "#"/],
    ['settings beside a level', ['rules', '--world', 'minesweeper', '--level', level2, '--set', 'turns=99', '--actions', plain], /^lab: turns is "99"; it must be/],
    ['a state that is no level', ['insight', '--world', 'sokoban', '--state', plain], /--state .*plain: The level is empty/],
    ['a state that is no board', ['insight', '--world', 'minesweeper', '--state', level2], /--state .*two\.xsb: Row 1, column 1 of the board/],
    ['a file without a name', ['insight', '--world', 'sokoban', '--state', ''], /--state .* can't be read \(the name is empty\)/],
    ['a folder without a name', ['measure', '--dir', '', '--count', '2'], /--dir .* can't be used \(the name is empty\)/],
    ['an unknown teacher', ['trial', '--world', 'sokoban', '--seed', '1', '--policy', 'teacher:bold'], /is "bold"; choose one of random/],
    ['a model that is not there', ['trial', '--world', 'sokoban', '--seed', '1', '--policy', 'greedy'], /--policy is "greedy", but there is no such file; give the path of a GGUF file, scout or teacher:NAME/],
    ['a folder in place of a model', ['tokenize', '--model', folder, '--text', 'a'], /that is a folder; give the path of a GGUF file or scout/],
    ['an adapter whose settings are a folder', ['logits', '--model', 'scout', '--adapter', join(folder, 'config-folder'), '--ids', '1', '--out', 'x'], /--adapter .*config-folder can't be used \(adapter_config.json: that is a folder\)/],
    ['an adapter whose tensors are a folder', ['logits', '--model', 'scout', '--adapter', join(folder, 'tensors-folder'), '--ids', '1', '--out', 'x'], /--adapter .*tensors-folder can't be used \(adapter_model.safetensors: that is a folder\)/],
    ['an adapter that is not there', ['trial', '--world', 'sokoban', '--seed', '1', '--adapter', join(folder, 'no')], /--adapter .* can't be used \(adapter_config.json: there is no such file\)/],
    ['a file in place of a folder', ['measure', '--dir', plain, '--count', '2'], /--dir .*plain can't be used \(it is a file\); give a folder/],
    ['a file in the middle of a path', ['pretrain', '--dir', join(plain, 'deep'), '--corpus-only'], /--dir .*plain\/deep can't be used \(part of the path is a file\)/],
    ['a folder in place of a text', ['rules', '--world', 'sokoban', '--seed', '1', '--actions', folder], /--actions .* can't be read \(it is a folder\)/],
    ['a result that can not be written', ['evaluate', '--world', 'sokoban', '--policy', 'teacher:greedy', '--json', join(folder, 'no', 'x.json')], /there is no folder/],
    ['a result with an endless name', ['trial', '--world', 'sokoban', '--seed', '1', '--policy', 'teacher:greedy', '--out', join(folder, 'x'.repeat(400))], /--out .* can't be written \(name too long\)/],
    ['an endless level', ['insight', '--world', 'sokoban', '--state', file('endless.xsb', '#\n'.repeat(1e6))], /--state .* holds more than 64 KiB/],
    ['an index past all numbers', ['trial', '--world', 'sokoban', '--task', 'train:99999999999', '--policy', 'teacher:greedy'], /--task \(the number\) is "99999999999"; it must be a whole number from 0 to 2147483648/],
    ['a conversation that is none', ['complete', '--model', junk, '--chat', robot], /no conversation \(message 1, role/],
    ['a style that is none', ['evaluate', '--world', 'sokoban', '--style', 'bold'], /--style is "bold"; choose one of random, greedy, cautious, probing, perfect/],
    ['a style for a teacher', ['evaluate', '--world', 'sokoban', '--policy', 'teacher:greedy', '--style', 'perfect'], /--style goes with a model; a teacher has its own style \(--policy teacher:perfect\)/],
    ['a type that can not be written', ['merge', '--model', junk, '--adapter', folder, '--out', join(folder, 'x.gguf'), '--type', 'Q4_K'], /--type is "Q4_K"; choose one of F32, F16, Q8_0/],
    ['a merge without an adapter', ['merge', '--model', junk, '--out', join(folder, 'x.gguf')], /required option "--adapter <folder>" not specified/],
    ['ids that are none', ['logits', '--model', junk, '--ids', '1,two', '--out', join(folder, 'x.safetensors')], /entry 2 is "two"/],
  ])('%s: one sentence, exit code 2, nothing on standard output', async (_what, argv, message) => {
    const { code, out, err } = await run(...argv);
    expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 });
    expect(err).toMatch(message);
  });

  it('docs/cli.md names every command with every flag, and no flag that is not there', async () => {
    const docs = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
    const flagsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]+/g))];
    const names = [...(await run('--help')).out.matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, name]) => name);
    expect(names).toContain('bench');
    const known = new Set(['--help']);
    expect(names.filter((name) => !new RegExp(`\`${name} (\\[?--|F )`).test(docs))).toEqual([]);
    for (const name of names) for (const flag of flagsIn((await run(name, '--help')).out)) known.add(flag);
    expect(flagsIn(docs).filter((flag) => !known.has(flag))).toEqual([]);
    expect([...known].filter((flag) => !flagsIn(docs).includes(flag))).toEqual([]);
  });

  it('help names the commands, and shows the flags of one however it is asked', async () => {
    const all = await run('help');
    expect(all).toEqual(await run('--help'));
    expect(all.code).toBe(0);
    expect(all.out).toMatch(/tasks[^]*bench/);
    expect(await run('help', 'rules')).toEqual(await run('rules', '--help'));
  });

  it.skipIf(!existsSync('/dev/zero')).each([
    [['tokenize', '--model', '/dev/zero', '--text', 'a'], /--model is "\/dev\/zero", but that is a device or a pipe/],
    [['rules', '--world', 'sokoban', '--seed', '1', '--actions', '/dev/zero'], /--actions \/dev\/zero holds more than 16384 KiB/],
    [['insight', '--world', 'minesweeper', '--state', '/dev/zero'], /--state \/dev\/zero holds more than 64 KiB/],
    [['complete', '--model', 'scout', '--chat', '/dev/zero'], /--chat \/dev\/zero holds more than 16384 KiB/],
  ])('a file without an end is not read to its end: %j', async (argv, message) => {
    const { code, out, err } = await run(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it.skipIf(!existsSync('/dev/full')).each([
    ['--out', ['trial', '--world', 'minesweeper', '--seed', '8', '--policy', 'teacher:greedy', '--episodes', '1', '--out', '/dev/full'], 1],
    ['--json', ['evaluate', '--world', 'minesweeper', '--tasks', 'heldout:2', '--policy', 'teacher:greedy', '--json', '/dev/full'], 1],
    ['--out', ['logits', '--model', 'scout', '--ids', '1', '--out', '/dev/full'], 1],
  ])('a full disk behind %s is told, exit code 1', async (flag, argv, exit) => {
    const { code, err } = await run(...argv);
    expect(code).toBe(exit);
    expect(err).toMatch(new RegExp(`lab: ${flag} /dev/full can't be written \\(the disk is full\\)\\.\n$`));
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk behind standard output is told, exit code 1', patient, async () => {
    const full = openSync('/dev/full', 'w');
    expect(await start(['tasks', '--world', 'minesweeper', '--count', '1'], { stdout: full })).toEqual({ code: 1, out: '', err: "lab: standard output can't be written (the disk is full).\n" });
    closeSync(full);
  });

  const strange = 'a\u001b[31m\u0007\u202eb\nc';
  const cursed = file('cursed.xsb', `####\n#@${strange}#\n####`);
  it.each([
    [strange],
    ['trial', `--${strange}`],
    ['tasks', '--world', strange],
    ['tasks', '--world', 'sokoban', '--set', `${strange}=1`],
    ['tasks', '--world', 'sokoban', '--set', `size=${strange}`],
    ['tasks', '--world', 'sokoban', '--split', strange],
    ['rules', '--world', 'sokoban', '--level', cursed, '--actions', plain],
    ['insight', '--world', 'sokoban', '--state', join(folder, strange)],
    ['trial', '--world', 'sokoban', '--seed', '1', '--policy', `teacher:${strange}`],
    ['trial', '--world', 'sokoban', '--seed', '1', '--out', join(folder, strange, 'x')],
    ['complete', '--model', strange, '--chat', file('strange.json', JSON.stringify([{ role: strange, content: '' }]))],
    ['logits', '--model', 'scout', '--ids', strange, '--out', join(folder, 'x')],
  ])('control characters in arguments and files do not reach the terminal: %j', async (...argv) => {
    const { code, err } = await run(...argv);
    expect(code).toBe(2);
    expect(err.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(err).toMatch(/^lab: /);
  });

  it('a file that is no model is told by its flag, exit code 1', async () => {
    expect(await run('tokenize', '--model', junk, '--text', 'a')).toEqual({ code: 1, out: '', err: `lab: --model ${junk}: This is no GGUF file: it does not begin with "GGUF".\n` });
  });
});

describe('play', () => {
  it('a trial is shown in at most 80 columns without colour, and its records fold back into it', async () => {
    const out = join(folder, 'trial.jsonl');
    const result = await run('trial', '--world', 'minesweeper', '--seed', '8', '--policy', 'teacher:greedy', '--sample-seed', '5', '--out', out);
    expect(result.code).toBe(0);
    expect(result.err).toMatch(/^\d+ records written/);
    const view = fold(fromJsonl(readFileSync(out, 'utf8')));
    expect(result.out).toMatch(/^MineSweeper 6×6, 3 mines, 7 turns · up to 3 episodes · memory reflection\nteacher:greedy · sampling seed 5\n/);
    expect(result.out).toMatch(view.won ? /Solved in episode \d of at most 3\.\n$/ : /Not solved in 3 episodes\.\n$/);
    expect(result.out).toMatch(/turn 1 of 7\n.*\n.*→ \(\d, \d\)/);
    expect(result.out).not.toContain('\u001b');
    expect(Math.max(...result.out.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  });

  it.each([
    ['a trial has all its records in its file', ['trial', '--seed', '8', '--policy', 'teacher:greedy', '--out'], (text: string) => fold(fromJsonl(text)).won !== null],
    ['an evaluation has its file', ['evaluate', '--tasks', 'heldout:2', '--policy', 'teacher:greedy', '--json'], (text: string) => text.includes('"played":2')],
  ])('where the reader of standard output has left, %s', patient, async (what, argv, whole) => {
    const out = join(folder, `${what}.json`);
    const { code } = await start([...argv, out, '--world', 'minesweeper'], { stdout: 'unread' });
    expect(code).toBe(0);
    expect(whole(readFileSync(out, 'utf8'))).toBe(true);
  });

  it('an evaluation prints its table, and its file holds the same figures', async () => {
    const json = join(folder, 'evaluation.json');
    const { code, out, err } = await run('evaluate', '--world', 'minesweeper', '--tasks', 'heldout:6', '--repeat', '2', '--policy', 'teacher:perfect', '--json', json);
    expect(code).toBe(0);
    expect(err).toMatch(/^teacher:perfect plays 6 tasks of heldout, up to 3 episodes each, sampling seeds 1 to 2\.\n/);
    const stored: unknown = JSON.parse(readFileSync(json, 'utf8'));
    expect(stored).toMatchObject({ version: 1, world: 'minesweeper', memory: 'reflection', tasks: 'heldout:6', played: 6, repeat: 2, result: { trials: 12, success: like(expect.any(Array)), invalidTurns: { value: 0 } } });
    expect(stored).toHaveProperty('trials.length', 12);
    expect(out).toMatch(/^teacher:perfect · MineSweeper 6×6, 3 mines, 7 turns · memory reflection\n6 tasks of heldout · sampling seeds 1 to 2\n/);
    expect(out).toMatch(/p@1 +\d+\.\d % +\d+\.\d % – +\d+\.\d %/);
  });

  it('an evaluation in one style names it, on screen and in its file', patient, async () => {
    const json = join(folder, 'style.json');
    const argv = ['evaluate', '--world', 'minesweeper', '--tasks', 'heldout:2', '--episodes', '1', '--threads', '1', '--json', json];
    const { code, out, err } = await run(...argv, '--style', 'greedy');
    // The line is as wide as the screen: it may be broken anywhere between words.
    expect({ code, out: out.replace(/\s+/g, ' ') }).toEqual({ code: 0, out: like(expect.stringContaining(' · style greedy · sampling seed 1 ')) });
    expect(err).toMatch(/^scout plays 2 tasks of heldout, up to 1 episode each, sampling seed 1, on 1 thread\.\n/);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ style: 'greedy', played: 2 });
  });

  const vast = ['--world', 'sokoban', '--set', 'size=10', '--set', 'boxes=4'];
  it.each([
    ['many tasks', ['evaluate', '--world', 'minesweeper', '--tasks', 'train:100000', '--policy', 'teacher:random']],
    ['a list up to its end', ['tasks', ...vast, '--from', '511', '--count', '1']],
    ['the list of one task', ['rules', ...vast, '--task', 'heldout:511', '--actions', file('none.txt', '')]],
    ['a level that is not to be found', ['tasks', ...vast, '--set', 'minSolution=200', '--set', 'maxSolution=200', '--split', 'train']],
  ])('Ctrl-C ends the making of %s, of which is told, with 130 and one sentence', patient, async (_what, argv) => {
    const { code, out, err } = await start(argv, { interrupt: /making tasks: \d+ %/ });
    expect({ code, out }).toEqual({ code: 130, out: '' });
    expect(err).toMatch(/lab: stopped\.\n$/);
  });

  it('as a person starts it, results alone go to standard output', patient, async () => {
    const { code, out, err } = await start(['tasks', '--world', 'sokoban', '--count', '1']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ version: 1, index: 0 });
  });
});

describe('models', async () => {
  const q4 = file('tiny-q4.gguf', await tinyGguf());
  const { weights, adapter, expected, tensors, config } = await tiny('qwen3-tiny');
  const f32 = file('tiny.gguf', writeModel({ name: 'tiny', weights, tokenizer: null, chatTemplate: null, type: 'F32' }));
  const lora = join(folder, 'lora');
  mkdirSync(lora);
  const files = writeAdapter(adapter, config, { name: 'tiny' });
  file('lora/adapter_config.json', files.config);
  file('lora/adapter_model.safetensors', files.tensors);

  it('tokenize gives the ids of llama.cpp, control tokens recognised or not', async () => {
    for (const { text, special, plain } of tokenized) {
      expect(jsonLines(await run('tokenize', '--model', q4, '--text', text, '--special'))).toEqual([special]);
      expect(jsonLines(await run('tokenize', '--model', q4, '--text', text))).toEqual([plain]);
    }
  });

  it.each([
    ['without an adapter', [], 'logits/0'],
    ['with one', ['--adapter', lora], 'lora_logits/0'],
  ])('logits are those of PyTorch, %s', async (_what, flags, key) => {
    const out = join(folder, 'logits.safetensors');
    const [ids] = expected.sequences;
    expect((await run('logits', '--model', f32, '--ids', ids.join(','), '--out', out, ...flags)).code).toBe(0);
    const found = (await readSafetensors(new Uint8Array(readFileSync(out)))).get('logits');
    expect(found?.dims).toEqual([ids.length, config.vocabulary]);
    const rows = expected.logitRows[0].flatMap((row) => Array.from(found?.data.slice(row * config.vocabulary, (row + 1) * config.vocabulary) ?? [], Number));
    expect(farthest(rows, tensors.get(key)?.data ?? [])).toBeLessThan(1e-4);
  });

  it('merged, model and adapter are one file with the same logits', patient, async () => {
    const [one, both, out] = [join(folder, 'merged.gguf'), join(folder, 'both.safetensors'), join(folder, 'one.safetensors')];
    const { code, out: said } = await run('merge', '--model', f32, '--adapter', lora, '--out', one);
    expect({ code, said }).toEqual({ code: 0, said: like(expect.stringMatching(/merged\.gguf: .*tiny\.gguf with lora merged, F32, \d\.\d MB\n$/)) });
    const ids = expected.sequences[0].join(',');
    await run('logits', '--model', f32, '--adapter', lora, '--ids', ids, '--out', both);
    await run('logits', '--model', one, '--ids', ids, '--out', out);
    const logits = async (path: string): Promise<number[]> => Array.from((await readSafetensors(new Uint8Array(readFileSync(path)))).get('logits')?.data ?? [], Number);
    expect(farthest(await logits(out), await logits(both))).toBeLessThan(1e-4);
  });

  it('ids outside the vocabulary and an adapter for another model are refused', async () => {
    const out = join(folder, 'never.safetensors');
    const wrong = await run('logits', '--model', f32, '--ids', `1,${config.vocabulary}`, '--out', out);
    expect(wrong).toEqual({ code: 2, out: '', err: `lab: --ids: entry 2 is "${config.vocabulary}"; ids are whole numbers from 0 to ${config.vocabulary - 1}, with commas between them.\n` });
    const other = await tiny('qwen2-tiny');
    const folder2 = join(folder, 'lora2');
    mkdirSync(folder2);
    const foreign = writeAdapter(other.adapter, other.config, { name: 'other' });
    file('lora2/adapter_config.json', foreign.config);
    file('lora2/adapter_model.safetensors', foreign.tensors);
    const refused = await run('logits', '--model', f32, '--adapter', folder2, '--ids', '1', '--out', out);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/--adapter .*lora2: The adapter's tensor .* has the shape \[64, 4\]/);
  });

  it('a model without a tokenizer can be scored but not talked to', async () => {
    const out = join(folder, 'plain.safetensors');
    expect((await run('logits', '--model', f32, '--ids', '1', '--out', out)).code).toBe(0);
    const chat = file('hello.json', '[{"role": "user", "content": "hello"}]');
    for (const argv of [['complete', '--model', f32, '--chat', chat], ['tokenize', '--model', f32, '--text', 'hello'], ['trial', '--world', 'sokoban', '--seed', '1', '--policy', f32]]) {
      expect(await run(...argv)).toEqual({ code: 1, out: '', err: `lab: ${argv[0] === 'trial' ? '--policy' : '--model'} ${f32}: The file has no tokenizer.\n` });
    }
  });

  it('logits that are no numbers are written, with a warning', async () => {
    const broken = new Map([...weights.tensors].map(([name, { dims, data }]) => [name, { dims, data: name === 'model.norm.weight' ? data.map(() => 3e38) : data }]));
    const nan = file('nan.gguf', writeModel({ name: 'nan', weights: { config, tensors: broken }, tokenizer: null, chatTemplate: null, type: 'F32' }));
    const { code, err } = await run('logits', '--model', nan, '--ids', '1', '--out', join(folder, 'nan.safetensors'));
    expect({ code, err }).toEqual({ code: 0, err: 'Some logits are no finite numbers: the weights or the adapter are broken.\n' });
  });

  it('a conversation that the template refuses is told as one, exit code 2', async () => {
    const chat = file('many.json', JSON.stringify(Array.from({ length: 60_000 }, () => ({ role: 'user', content: 'a' }))));
    const { code, out, err } = await run('complete', '--model', q4, '--chat', chat, '--threads', '1');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/--chat .*many\.json can't be put into .*tiny-q4\.gguf's words \(The chat template failed: .*\); change its roles or shorten it\.\n$/);
  });

  it('a conversation that fills the context is refused as one, exit code 2', async () => {
    const chat = file('long.json', JSON.stringify([{ role: 'user', content: 'which way '.repeat(config.context) }]));
    const { code, out, err } = await run('complete', '--model', q4, '--chat', chat, '--threads', '1');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/--chat .*long\.json has \d+ tokens and leaves no room for a reply: the model's context holds \d+; shorten it\.\n$/);
  });

  it('the player of a trial is named with its sampling', async () => {
    const { out } = await run('trial', '--world', 'minesweeper', '--seed', '8', '--policy', q4, '--temperature', '0', '--episodes', '1', '--sample-seed', '7', '--threads', '1');
    expect(out.replaceAll('\n', ' ')).toContain('tiny-q4.gguf · temperature 0, top-p 0.8, top-k 20 · sampling seed 7');
  });

  it('complete reports ids, their log-probs and the ten likeliest of each step', async () => {
    const chat = file('chat.json', '[{"role": "user", "content": "Which way?"}]');
    const [reply] = jsonLines(await run('complete', '--model', q4, '--chat', chat, '--greedy', '--max', '3', '--json', '--threads', '1'));
    const pair = z.tuple([z.int(), z.number()]);
    const schema = z.strictObject({ version: z.literal(1), promptIds: z.array(z.int()), ids: z.array(z.int()), text: z.string(), logprobs: z.array(z.number()), top: z.array(z.array(pair).length(10)), finish: z.enum(['stop', 'length']) });
    const { ids, logprobs, top } = schema.parse(reply);
    // Greedy: the token taken is the likeliest, and its log-prob the one reported.
    expect(ids).toHaveLength(3);
    expect(top.map(([best]) => best)).toEqual(ids.map((id, i) => [id, logprobs[i]]));
  });
});
