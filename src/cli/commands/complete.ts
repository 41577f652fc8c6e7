import type { Command } from 'commander';
import { z } from 'zod';
import type { Completion, Generator, Message, Token } from '../../policy/contract.ts';
import { serveFile } from '../../platform/node/trialWorker.ts';
import { addAdapterFlag, addModelFlag, addSamplingFlags, addThreadsFlag, placeOf, samplingOf, seedOf, threadsOf, type SamplingOptions } from '../policy.ts';
import { Interrupted, messageOf, print, readJson, stopSignal, UsageError, wholeNumber } from '../shell.ts';
import { plural } from '../../worlds/plural.ts';

interface Options extends SamplingOptions {
  readonly model: string;
  readonly adapter?: string;
  readonly chat: string;
  readonly max: string;
  readonly greedy?: true;
  readonly threads: string;
  readonly json?: true;
}

const conversation = z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1);

export function register(program: Command): void {
  const command = addAdapterFlag(addModelFlag(program.command('complete')))
    .description("A model's reply to a conversation.")
    .requiredOption('--chat <file>', 'JSON: [{"role": "user", "content": "…"}, …]')
    .option('--max <n>', 'tokens at most', '256')
    .option('--greedy', 'always the likeliest token, whatever the sampling flags say')
    .option('--json', 'one JSON object: promptIds, ids, text, logprobs, and the ten likeliest tokens of each step');
  addThreadsFlag(addSamplingFlags(command))
    .action(async (options: Options) => {
      const messages = conversationOf(options.chat);
      const maxTokens = wholeNumber('--max', options.max, 1, 100_000);
      const sampling = options.greedy ? { temperature: 0, topP: 1, topK: 0 } : samplingOf(options);
      const draw = { seed: seedOf(options), trial: 0, episode: 0, turn: 0 };
      const threads = threadsOf(options);
      const place = await placeOf('--model', options.model, options.adapter, 'chat');
      const signal = stopSignal();
      const served = await serveFile(place, threads, 1);
      const { engine } = served;
      try {
        const prompt = promptOf(engine, messages, options);
        const show = options.json ? undefined : (_id: string, _token: Token, text: string): void => void process.stdout.write(shown(text));
        engine.enqueue({ id: 'complete', prompt, maxTokens, stopIds: engine.format.endIds, stopStrings: [], sampling, draw, top: options.json ? 10 : 0 });
        const { tokens, text, finish } = await replyOf(engine, signal, show).finally(() => {
          if (!options.json) print('');
        });
        if (options.json) {
          const [ids, logprobs] = [tokens.map((token) => token.id), tokens.map((token) => token.logprob)];
          print(JSON.stringify({ version: 1, promptIds: prompt, ids, text, logprobs, top: tokens.map((token) => token.top ?? []), finish }));
        }
        if (finish === 'cancelled') throw new Interrupted('stopped; what was written until then is above.');
      } finally {
        await served.dispose();
      }
    });
}

/** What the one request in flight comes to; Ctrl-C ends it with what there is. */
async function replyOf(engine: Generator, signal: AbortSignal, show?: (id: string, token: Token, text: string) => void): Promise<Completion> {
  for (;;) {
    const [done] = await engine.tick(show);
    if (done) return done;
    if (signal.aborted) engine.cancel('complete');
  }
}

function conversationOf(file: string): Message[] {
  const parsed = conversation.safeParse(readJson('--chat', file));
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  const [index, ...field] = path;
  const place = index === undefined ? 'the whole' : [`message ${Number(index) + 1}`, ...field].join(', ');
  throw new UsageError(`--chat ${file} is no conversation (${place}: ${message}); write it as [{"role": "user", "content": "…"}].`);
}

/** @throws UsageError for a conversation that the template refuses, or one that fills the context */
function promptOf({ format, context }: Generator, messages: readonly Message[], { chat, model }: Options): number[] {
  let prompt: number[];
  try {
    prompt = format.open(messages);
  } catch (error) {
    throw new UsageError(`--chat ${chat} can't be put into ${model}'s words (${messageOf(error).replace(/\.$/, '')}); change its roles or shorten it.`);
  }
  if (prompt.length < context) return prompt;
  throw new UsageError(`--chat ${chat} has ${plural(prompt.length, 'token')} and leaves no room for a reply: the model's context holds ${context}; shorten it.`);
}

/** On a terminal, what a model writes must not steer it; a file gets every character. */
function shown(text: string): string {
  return process.stdout.isTTY ? text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '') : text;
}
