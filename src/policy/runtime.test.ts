import { expect, test } from 'vitest';
import { tensorFrom } from './runtime.ts';

test.each([
  ['float32', new Float32Array(2)],
  ['int32', new Int32Array(2)],
  ['int64', new BigInt64Array(2)],
  ['uint8', new Uint8Array(2)],
  ['bool', new Uint8Array(2)],
])('a tensor of type %s is taken over without a copy', (type, data) => {
  const tensor = tensorFrom('out', { type, dims: [2], data });
  expect(tensor).toEqual({ type, dims: [2], data });
  expect(tensor.data).toBe(data);
});

test.each([
  ['float16', new Uint16Array(2)],
  ['string', ['a', 'b']],
  ['float32', new Int32Array(2)],
])('a tensor of type %s with data that does not fit is refused by name', (type, data) => {
  expect(() => tensorFrom('logits', { type, dims: [2], data })).toThrow(`Output logits is a ${type} tensor`);
});
