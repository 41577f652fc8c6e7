import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkOut, makeFolder, writeOut } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a link', () => {
  const [dead, alive, toFolder] = ['dead', 'alive', 'to-folder'].map((name) => join(folder, name));
  symlinkSync(join(folder, 'nothing'), dead);
  writeFileSync(join(folder, 'file'), 'old');
  symlinkSync(join(folder, 'file'), alive);
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), toFolder);

  it('to nothing is refused as one, for files, folders and what is to lie in it', () => {
    for (const flag of ['--out', '--json']) expect(() => checkOut(flag, dead)).toThrow(`${flag} ${dead} can't be written (it is a link to something that does not exist); give the path of a file`);
    expect(() => makeFolder('--dir', dead)).toThrow(`--dir ${dead} can't be used (it is a link to something that does not exist); give a folder`);
    expect(() => makeFolder('--dir', join(dead, 'deep', 'er'))).toThrow(/deep\/er can't be used \(it is a link to something that does not exist\)/);
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
  });

  it('to a file or folder is taken for it', () => {
    checkOut('--out', alive);
    writeOut('--out', alive, 'new');
    expect(readFileSync(alive, 'utf8')).toBe('new');
    checkOut('--out', join(toFolder, 'x'));
    makeFolder('--dir', join(toFolder, 'deep'));
    expect(existsSync(join(folder, 'real', 'deep'))).toBe(true);
  });
});

describe('a folder that is not there', () => {
  it('is made with those above it', () => {
    const deep = join(folder, 'one', 'two', 'three');
    makeFolder('--dir', deep);
    makeFolder('--dir', deep);
    expect(existsSync(deep)).toBe(true);
  });

  it.runIf(existsSync('/proc/self'))('and can not be made, is refused at once, however deep: Node alone would try for ever', () => {
    for (const path of ['/proc/fieldnotes', '/proc/fieldnotes/two/three']) expect(() => makeFolder('--dir', path)).toThrow(`--dir ${path} can't be used (no folder can be made in /proc)`);
  });
});
