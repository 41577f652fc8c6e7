// `npm run picture`: docs/page.png, the picture in the README, taken from the built page: the recorded trial that it opens with, seen to its end.
import { parseArgs } from 'node:util';
import './inWords.mjs';

parseArgs();
const [{ chromium }, { build, preview }, { ensureChromium }] = await Promise.all([import('@playwright/test'), import('vite'), import('./chromium.mjs')]);
const executablePath = ensureChromium();
await build({ logLevel: 'warn' });
const server = await preview();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1360, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-US' });
await page.goto(server.resolvedUrls.local[0]);
await page.locator('.strip-status', { hasText: /^(Won|Not won)/ }).waitFor();
await page.screenshot({ path: 'docs/page.png' });
await browser.close();
await server.close();
