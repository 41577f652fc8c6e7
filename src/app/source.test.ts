import { describe, expect, it } from 'vitest';
import { source } from './source.ts';

describe('source', () => {
  it('tells every listener of a change and nobody of a value that stayed', () => {
    const counter = source(1);
    let told = 0;
    const leave = counter.subscribe(() => told++);
    counter.set(2);
    counter.set(2);
    expect([counter.get(), told]).toEqual([2, 1]);
    leave();
    counter.set(3);
    expect([counter.get(), told]).toEqual([3, 1]);
  });

  it('tells once of many changes between two frames', () => {
    const frames: (() => void)[] = [];
    const text = source('', (tell) => frames.push(tell));
    let told = 0;
    text.subscribe(() => told++);
    text.set('a');
    text.set('ab');
    expect([text.get(), told, frames.length]).toEqual(['ab', 0, 1]);
    frames[0]();
    text.set('abc');
    expect([told, frames.length]).toEqual([1, 2]);
  });
});
