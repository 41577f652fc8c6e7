// `npm run picture`: docs/page.png, the picture in the README, taken from the built page: the recorded trial that it opens with, seen to its end.
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { ensureChromium } from './chromium.mjs';

await build({ logLevel: 'warn' });
const server = await preview();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1360, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-US' });
await page.goto(server.resolvedUrls.local[0]);
await page.locator('.strip-status', { hasText: /^(Won|Not won)/ }).waitFor();
await page.screenshot({ path: 'docs/page.png' });
await browser.close();
await server.close();
