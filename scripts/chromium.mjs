// Where Chromium is on this machine; installs it through Debian's apt where that is possible.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { ScriptError } from './inWords.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium, or null. `CHROMIUM_PATH` wins; Playwright's own download counts too. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...onPath, chromium.executablePath()].find((path) => path && isExecutable(path)) ?? null;
}

/** @throws ScriptError that says what to do, where there is none and none can be installed */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (isRoot && hasApt) {
    console.log('No Chromium found: installing Debian’s (apt-get install chromium).');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
    run('update', '-q');
    if (run('install', '-y', '-q', '--no-install-recommends', 'chromium')) {
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  throw new ScriptError(
    'This needs Chromium and there is none on this machine. Install it (Debian, as root: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome that is there.',
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
