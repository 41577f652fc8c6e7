import type * as FileSystem from 'node:fs';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeWhole } from './writeWhole.ts';

const writes = vi.hoisted(() => ({ lengths: new Array<number>(), full: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const writeSync = (file: number, bytes: Uint8Array, at: number, length: number): number => {
    writes.lengths.push(length);
    if (writes.full && at > 0) throw new Error('full');
    return fs.writeSync(file, bytes, at, length);
  };
  return { ...fs, writeSync };
});

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-whole-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  writes.lengths = [];
  writes.full = false;
});

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

describe('a file written whole', () => {
  it('is written in pieces, none of which is longer than the system takes, and leaves nothing beside it', () => {
    const path = join(folder, 'pieces');
    writeWhole(path, bytes, 300);
    expect(writes.lengths).toEqual([300, 300, 300, 100]);
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
    writeWhole(path, '箱', 2);
    expect(readFileSync(path, 'utf8')).toBe('箱');
    writeWhole(path, '');
    expect(readFileSync(path, 'utf8')).toBe('');
    expect(readdirSync(folder)).toEqual(['pieces']);
  });

  it('is the old one still when writing fails', () => {
    const path = join(folder, 'old');
    writeWhole(path, 'old');
    writes.full = true;
    expect(() => writeWhole(path, bytes, 300)).toThrow('full');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.startsWith('old'))).toEqual(['old']);
  });

  it('is whole also while another process writes it', () => {
    const path = join(folder, 'both');
    const before = process.pid;
    // what the other one, of the next number, has written so far
    writeFileSync(`${path}.${before + 1}.part`, 'half');
    writeWhole(path, 'ours');
    expect([readFileSync(path, 'utf8'), readFileSync(`${path}.${before + 1}.part`, 'utf8')]).toEqual(['ours', 'half']);
  });

  it('leaves devices and links what they are, and is written in place where nothing can be put beside it', () => {
    writeWhole('/dev/null', bytes);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    const [path, link, crowded] = [join(folder, 'target'), join(folder, 'link'), join(folder, 'crowded')];
    symlinkSync(path, link);
    writeWhole(link, 'through');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('through');
    mkdirSync(`${crowded}.${process.pid}.part`);
    writeFileSync(crowded, 'before');
    writeWhole(crowded, 'after');
    expect(readFileSync(crowded, 'utf8')).toBe('after');
  });
});
