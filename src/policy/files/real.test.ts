/**
 * Opt-in: QWEN_GGUF=PATH (Qwen2.5-Coder-0.5B-Instruct, Q4_K_M) and ORACLE=FOLDER with tokenize.json and chat.json made by llama.cpp and
 * jinja2 from the same file.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileSource } from '../../platform/node/fileSource.ts';
import { chatOf, openModel } from './model.ts';

const path = process.env.QWEN_GGUF;
const oracle = process.env.ORACLE;
const ids = z.array(z.number());
const tokenize = z.object({ strings: z.array(z.object({ text: z.string(), parse_special: ids, plain: ids })) });
const message = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
const chats = z.object({
  conversations: z.array(z.object({ messages: z.array(message), add_generation_prompt: z.boolean(), text: z.string(), ids })),
});

describe.skipIf(path === undefined || oracle === undefined)('a real Qwen', () => {
  it('tokenizes and renders chats as llama.cpp and jinja2 do', { timeout: 120_000 }, async () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(`${oracle}/${name}`, 'utf8'));
    await using source = await fileSource(path ?? '');
    const model = await openModel(source);
    const chat = chatOf(model);
    for (const { text, parse_special: special, plain } of tokenize.parse(read('tokenize.json')).strings) {
      expect(chat.tokenizer.encode(text, { parseSpecial: true }), text).toEqual(special);
      expect(chat.encode(text), text).toEqual(plain);
      expect(chat.decode(plain)).toBe(text);
    }
    for (const { messages, add_generation_prompt: reply, text, ids: wanted } of chats.parse(read('chat.json')).conversations) {
      expect(chat.render(messages, reply)).toBe(text);
      expect(chat.tokenizer.encode(text, { parseSpecial: true })).toEqual(wanted);
      if (reply) expect(chat.open(messages)).toEqual(wanted);
    }
    expect(model.config).toMatchObject({ architecture: 'qwen2', layers: 24, hidden: 896, headDim: 64, vocabulary: 151_936, tied: false });
    expect(await model.weight('model.layers.23.self_attn.k_proj.bias')).toHaveLength(128);
  });
});
