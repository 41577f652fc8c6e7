/** What is found out about a model and its adapter before long work begins. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chatTemplate } from '../experiment/scout/vocabulary.ts';
import { tinyFile, tinyNet, tinyWeights } from '../experiment/testing.ts';
import { adapterLayout, adapterOf, initialAdapter } from '../learning/adapterLayout.ts';
import { loadAdapter } from '../platform/node/trialWorker.ts';
import { writeAdapter } from '../policy/files/adapter.ts';
import { placeOf } from './policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function model(template: string): string {
  const path = join(folder, 'model.gguf');
  writeFileSync(path, tinyFile({ template }));
  return path;
}

describe('a chat template', () => {
  const forgetful = '{% for m in messages %}{% if m.role == "user" %}{{ m.content }}{% endif %}{% endfor %}';
  const silent = '{% for m in messages %}{% if m.role == "assistant" %}{{ m.content }}{% elif loop.first %}x{% endif %}{% endfor %}';
  it.each([
    ['writes nothing', 'chat', '{{ "" }}', /--model .*: The chat template writes nothing for a message/],
    ['writes replies alone', 'chat', '{% for m in messages %}{% if m.role == "assistant" %}{{ m.content }}{% endif %}{% endfor %}', /writes nothing for a message/],
    ['writes nothing', 'play', '{{ "" }}', /writes nothing for a message/],
    ['forgets replies', 'play', forgetful, /--model .*: The chat template does not write an earlier reply exactly once/],
    ['writes nothing after a reply', 'play', silent, /--model .*: The chat template writes nothing after a reply/],
  ] as const)('that %s is refused before anything is begun (%s)', async (_what, use, template, message) => {
    await expect(placeOf('--model', model(template), undefined, use)).rejects.toThrow(message);
  });

  it('that works is taken, and one without turns for a single reply', async () => {
    for (const use of ['chat', 'play', 'ids'] as const) expect(await placeOf('--model', model(chatTemplate), undefined, use)).toEqual({ file: join(folder, 'model.gguf') });
    expect(await placeOf('--model', model(forgetful), undefined, 'chat')).toEqual({ file: join(folder, 'model.gguf') });
    expect(await placeOf('--model', model(''), undefined, 'ids')).toEqual({ file: join(folder, 'model.gguf') });
  });
});

describe("an adapter's settings", () => {
  const layout = adapterLayout(tinyNet, { rank: 2, alpha: 4, targets: ['q_proj'] }, false);
  const files = writeAdapter(adapterOf(layout, initialAdapter(layout, 1)), tinyNet, { name: 'model' });
  const adapter = join(folder, 'adapter');
  mkdirSync(adapter);
  writeFileSync(join(adapter, 'adapter_model.safetensors'), files.tensors);

  it.each([['as they are', ''], ['with a byte order mark', '\ufeff']])('%s pass the check and are loaded', async (_what, before) => {
    writeFileSync(join(adapter, 'adapter_config.json'), before + files.config);
    const file = model(chatTemplate);
    expect(await placeOf('--model', file, adapter, 'ids')).toEqual({ file, adapter });
    expect((await loadAdapter(adapter, tinyWeights())).rank).toBe(2);
  });

  it('that are no JSON are refused by the flag', async () => {
    writeFileSync(join(adapter, 'adapter_config.json'), `\ufeff${files.config.slice(1)}`);
    await expect(placeOf('--model', model(chatTemplate), adapter, 'ids')).rejects.toThrow(/^--adapter .*adapter_config\.json is not JSON/);
  });
});
