/** What package.json starts beside the command line: a wrong flag, or something that is not there, is told in one sentence. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync(`${cwd}package.json`, 'utf8')));
const commands = [...Object.values(scripts).filter((command) => /^node .*scripts\//.test(command)), 'node --import tsx scripts/check-llama.mjs'];

function started(args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { code: status, said: stderr };
}

it('there are scripts to try', () => expect(commands.length).toBeGreaterThan(5));

it.each(commands)('%s names a flag that it does not know', (command) => {
  const { code, said } = started([...command.split(' ').slice(1), '--nonsense']);
  expect(said).toMatch(/^Unknown option '--nonsense'.*\n$/);
  expect(code).toBe(2);
});

it.each([
  ['a folder without llama.cpp', ['scripts/check-llama.mjs', 'docs'], /^docs has no node-llama-cpp; install it: .*\n$/],
  ['a Python that is not there', ['scripts/compare-torch.mjs', '--python', '/none/python'], /^--python is "\/none\/python", which can't be started;.*\n$/],
])('%s is told in one sentence', (_, args, sentence) => {
  const { code, said } = started(['--import', 'tsx', ...args]);
  expect(said).toMatch(sentence);
  expect(code).toBe(2);
});

it('a package that is not installed is told with what installs it', () => {
  const { code, said } = started(['--input-type=module', '-e', "import './scripts/inWords.mjs'; await import('no-such-package');"]);
  expect(said).toBe("Cannot find package 'no-such-package'. Install what this project needs first: npm ci\n");
  expect(code).toBe(2);
});

it('what nobody expected shows where it happened', () => {
  const { code, said } = started(['--input-type=module', '-e', "import './scripts/inWords.mjs'; null.size;"]);
  expect(said).toMatch(/TypeError: .*\n +at /);
  expect(code).toBe(1);
});
