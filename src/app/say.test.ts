import { describe, expect, it } from 'vitest';
import { actionInWords, backendInWords, leftInWords, loadInWords, outcomeInWords, rewardInWords, styleOf, thoughtOf, withoutTags } from './say.ts';
import { tables } from './strings/index.ts';

describe('A reply in words', () => {
  it.each([
    [' careful mine (4, 6)<action> (3, 6)</action>', 'careful mine (4, 6)'],
    ['<think>left is free</think><action>left</action>', 'left is free'],
    ['<action>left</action>', ''],
    ['no tags at all', 'no tags at all'],
    ['I looked. <remark>mine (5, 3)</remark>', 'I looked.'],
  ])('the thought of %j is %j', (text, thought) => {
    expect(thoughtOf(text)).toBe(thought);
  });

  it.each([
    ['go <act', 'go'],
    ['go <action> up, left', 'go   up, left'],
    ['<remark>mine</remark>', 'mine'],
    ['3 < 4', '3 < 4'],
    ['go <', 'go'],
  ])('%j on its way is shown as %j', (text, shown) => {
    expect(withoutTags(text)).toBe(shown);
  });
});

it('A reply is called exact only as far as it is there', () => {
  const reply = { text: '<action> up</action>', purpose: 'play' as const };
  expect(leftInWords(reply, tables.en)).toBeNull();
  expect(leftInWords({ ...reply, left: 'thought' }, tables.en)).toBe('The link came without thoughts: only the action is exact.');
  expect(leftInWords({ text: '<remark>x</remark>', purpose: 'reflect', left: 'thought' }, tables.en)).toMatch(/only the note is exact/);
  expect(leftInWords({ ...reply, text: '', left: 'thought' }, tables.en)).toMatch(/nothing of this reply/);
});

describe('Actions, rewards, outcomes', () => {
  it('are said in the language of the page', () => {
    expect(actionInWords('3,5', tables.en)).toBe('row 3, column 5');
    expect(actionInWords('3,5', tables.ja)).toBe('3行 5列');
    expect(actionInWords('up', tables.ja)).toBe('上');
    expect(outcomeInWords('dead', 'sokoban', tables.en)).toBe('stuck for good');
    expect(outcomeInWords('dead', 'minesweeper', tables.en)).toBe('hit a mine');
  });

  it.each([
    [10, '+10'],
    [0, '0'],
    [-0.1, '−0.1'],
    [0.1 + 0.2, '+0.3'],
    [-0.001, '0'],
  ])('reward %d is %j', (reward, text) => {
    expect(rewardInWords(reward)).toBe(text);
  });
});

describe('A thought', () => {
  it('names its style by its first word', () => {
    expect(styleOf('plan not (2, 3) left box (1, 3) up')).toBe('perfect');
    expect(styleOf('guess')).toBe('random');
    expect(styleOf('I see a box')).toBeNull();
  });
});

describe('The backend', () => {
  it.each([
    'WASM, 1 thread: as asked; page is not cross-origin isolated',
    'WASM, 1 thread: usual in training; page is not cross-origin isolated',
    'WASM, 4 threads: the only WebGPU adapter is rendered in software (google swiftshader)',
    'WASM, 1 thread: no WebGPU in this browser; page is not cross-origin isolated',
    'WASM, 1 thread: no WebGPU on an insecure page (needs https or localhost); page is not cross-origin isolated',
    'WASM, 2 threads: WebGPU finds no usable graphics adapter',
    'WASM, 2 threads: attention on intel xe is wrong by 0.3, so WebGPU is not used',
    'WebGPU: nvidia ada; ONNX Runtime with JSPI',
    'WebGPU: apple m3; ONNX Runtime with Asyncify; without subgroups, with which its attention is wrong',
  ])('that says “%s” is told in Japanese', (reason) => {
    expect(backendInWords(reason, tables.ja)).toMatch(/[ぁ-ん]/);
    expect(backendInWords(reason, tables.ja)).not.toMatch(/usual|asked|attention|adapter|browser|page/);
    expect(backendInWords(reason, tables.en)).toMatch(/^(WASM|WebGPU)/);
  });

  it('keeps a sentence that it does not know', () => {
    expect(backendInWords('Something new', tables.ja)).toBe('Something new');
  });
});

describe('The loading of Scout', () => {
  it('is said with its phase and how much of it is done', () => {
    expect(loadInWords({ phase: 'download', done: 0, total: null }, tables.en)).toBe('Loading Scout · Download the model');
    expect(loadInWords({ phase: 'download', done: 3_100_000, total: 7_200_000 }, tables.en)).toBe('Loading Scout · Download the model · 3.1 MB of 7.2 MB');
    expect(loadInWords({ phase: 'download', done: 3_100_000, total: null }, tables.en)).toBe('Loading Scout · Download the model · 3.1 MB');
    expect(loadInWords({ phase: 'read', share: 0.618 }, tables.en)).toBe('Loading Scout · Unpack its weights · 62 %');
    expect(loadInWords({ phase: 'warmup' }, tables.ja)).toBe('Scout を読み込み中 · 準備運転');
  });
});
