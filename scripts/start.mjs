// `npm start`: build the page, serve it on this machine and open it in a browser if there is one to open.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import './inWords.mjs';

parseArgs();
const { build, preview } = await import('vite');
await build({ logLevel: 'warn' });
const server = await preview();
const url = server.resolvedUrls?.local[0] ?? 'http://localhost:4173/';
console.log(`\n  Fieldnotes is ready: ${url}\n  Everything runs in the tab; no network is needed. Stop with Ctrl+C.\n`);
openInBrowser(url);

/** A machine without a screen or without a browser is no error: the address is printed above. */
function openInBrowser(address) {
  const opener = {
    darwin: ['open', [address]],
    win32: ['cmd', ['/c', 'start', '', address]],
    linux: process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open', [address]] : undefined,
  }[process.platform];
  if (process.env.CI || process.env.BROWSER === 'none' || opener === undefined) return;
  const child = spawn(...opener, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
