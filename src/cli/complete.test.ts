/** A reply that is stopped; in a file of its own, because Ctrl-C is heard once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { tinyGguf } from '../policy/files/fixtures/read.ts';
import { lab } from './lab.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-complete-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('Ctrl-C ends a reply with what there is of it, as text and as JSON', async () => {
  const [model, chat] = [join(folder, 'tiny.gguf'), join(folder, 'chat.json')];
  writeFileSync(model, await tinyGguf());
  writeFileSync(chat, '[{"role": "user", "content": "Which way?"}]');
  let out: string[] = [];
  let err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    // pressed once, with the first token: a second time ends the program
    if (out.push(String(chunk)) === 1) process.emit('SIGINT');
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => (err += String(chunk)) !== '');
  const argv = ['complete', '--model', model, '--chat', chat, '--greedy', '--max', '150', '--threads', '1'];
  const message = 'lab: stopped; what was written until then is above.\n';
  expect({ code: await lab(argv), err, end: out.at(-1) }).toEqual({ code: 130, err: message, end: '\n' });
  expect(out.length).toBeLessThan(10);
  out = [''];
  err = '';
  expect({ code: await lab([...argv, '--json']), err }).toEqual({ code: 130, err: message });
  const schema = z.object({ ids: z.array(z.int()).min(1).max(5), logprobs: z.array(z.number()), finish: z.literal('cancelled') });
  const { ids, logprobs } = schema.parse(JSON.parse(out.join('')));
  expect(logprobs).toHaveLength(ids.length);
});
