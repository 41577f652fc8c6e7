import type { Command } from 'commander';
import { z } from 'zod';
import type { Token } from '../../policy/contract.ts';
import { serveFile } from '../../platform/node/trialWorker.ts';
import { placeOf } from '../policy.ts';
import { Interrupted, numberIn, print, readJson, stopSignal, UsageError, wholeNumber } from '../shell.ts';

interface Options {
  readonly model: string;
  readonly adapter?: string;
  readonly chat: string;
  readonly max: string;
  readonly greedy?: true;
  readonly temperature: string;
  readonly topP: string;
  readonly topK: string;
  readonly sampleSeed: string;
  readonly threads: string;
  readonly json?: true;
}

const conversation = z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1);

export function register(program: Command): void {
  program
    .command('complete')
    .description("A model's reply to a conversation.")
    .requiredOption('--model <file>', 'a GGUF file, or scout')
    .requiredOption('--chat <file>', 'JSON: [{"role": "user", "content": "…"}, …]')
    .option('--adapter <folder>', 'LoRA weights in PEFT format')
    .option('--max <n>', 'tokens at most', '256')
    .option('--greedy', 'always the likeliest token')
    .option('--temperature <t>', 'without --greedy', '0.7')
    .option('--top-p <p>', 'without --greedy', '0.8')
    .option('--top-k <k>', 'without --greedy; 0 = off', '20')
    .option('--sample-seed <n>', 'without --greedy', '1')
    .option('--threads <n>', 'cores to use', '2')
    .option('--json', 'one JSON object: promptIds, ids, text, logprobs, and the ten likeliest tokens of each step')
    .action(async (options: Options) => {
      const parsed = conversation.safeParse(readJson('--chat', options.chat));
      if (!parsed.success) {
        const [{ path, message }] = parsed.error.issues;
        const place = path.length > 0 ? `message ${Number(path[0]) + 1}${path.length > 1 ? `, ${path.slice(1).join('.')}` : ''}` : 'the whole';
        throw new UsageError(`--chat ${options.chat} is no conversation (${place}: ${message}); write it as [{"role": "user", "content": "…"}].`);
      }
      const maxTokens = wholeNumber('--max', options.max, 1, 100_000);
      const sampling = options.greedy
        ? { temperature: 0, topP: 1, topK: 0 }
        : { temperature: numberIn('--temperature', options.temperature, 0, 100), topP: numberIn('--top-p', options.topP, 0.000_001, 1), topK: wholeNumber('--top-k', options.topK, 0, 1_000_000) };
      const draw = { seed: wholeNumber('--sample-seed', options.sampleSeed, 0, 2 ** 31), trial: 0, episode: 0, turn: 0 };
      const place = await placeOf('--model', options.model, options.adapter);
      const signal = stopSignal();
      const served = await serveFile(place, wholeNumber('--threads', options.threads, 1, 64), 1);
      const { engine } = served;
      try {
        const prompt = engine.format.open(parsed.data);
        const show = options.json ? undefined : (_id: string, _token: Token, text: string): void => void process.stdout.write(text);
        engine.enqueue({ id: 'complete', prompt, maxTokens, stopIds: engine.format.endIds, stopStrings: [], sampling, draw, top: options.json ? 10 : 0 });
        let [done] = await engine.tick(show);
        while (!done) {
          if (signal.aborted) throw new Interrupted('stopped.');
          [done] = await engine.tick(show);
        }
        if (!options.json) {
          print('');
          return;
        }
        const ids = done.tokens.map((token) => token.id);
        const logprobs = done.tokens.map((token) => token.logprob);
        print(JSON.stringify({ version: 1, promptIds: prompt, ids, text: done.text, logprobs, top: done.tokens.map((token) => token.top ?? []), finish: done.finish }));
      } finally {
        await served.dispose();
      }
    });
}
