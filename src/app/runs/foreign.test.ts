import { describe, expect, it } from 'vitest';
import { foreignKind } from './foreign.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function safetensors(head: object): Uint8Array {
  const json = bytes(JSON.stringify(head));
  const out = new Uint8Array(8 + json.length + 4);
  new DataView(out.buffer).setBigUint64(0, BigInt(json.length), true);
  out.set(json, 8);
  return out;
}

describe('A file without a run', () => {
  it.each([
    ['a level of Sokoban', bytes('#####\n#@$.#\n#####\n'), 'level'],
    ['a level that is too large for this page', bytes(`${'#'.repeat(90)}\n#@$.${' '.repeat(85)}#\n${'#'.repeat(90)}\n`), 'level'],
    ['a board of MineSweeper', bytes('*....\n.....\n..*..\n.....\n....*\n'), 'level'],
    ['the settings of an adapter', bytes('{\n  "peft_type": "LORA",\n  "r": 8\n}'), 'adapter'],
    ['the tensors of an adapter', safetensors({ 'base_model.model.layers.0.q_proj.lora_A.weight': { dtype: 'F32', shape: [1], data_offsets: [0, 4] } }), 'adapter'],
    ['the tensors of a model', safetensors({ 'model.norm.weight': { dtype: 'F32', shape: [1], data_offsets: [0, 4] } }), 'model'],
    ['a model', Uint8Array.of(0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0), 'model'],
    ['a film', Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1), 'film'],
    ['nothing', new Uint8Array(), null],
    ['some JSON', bytes('{"a":1}'), null],
    ['a text with headings', bytes('# Title\n\nSome words.\n\n## More\n1. one\n'), null],
    ['a table', bytes('a,b\n1,2\n'), null],
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0), null],
  ])('is told to be what it is: %s', (_, file, kind) => {
    expect(foreignKind(file)).toBe(kind);
  });
});
