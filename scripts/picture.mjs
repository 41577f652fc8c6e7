// `npm run picture`: docs/page.png, the picture in the README, taken from the built page after a teacher has played.
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { ensureChromium } from './chromium.mjs';

await build({ logLevel: 'warn' });
const server = await preview();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1360, height: 900 }, colorScheme: 'light', locale: 'en-US' });
await page.goto(server.resolvedUrls.local[0]);
await page.getByLabel('Speed').selectOption('max');
await page.getByLabel('Seed', { exact: true }).fill('16');
await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
await page.getByRole('button', { name: 'Run' }).click();
await page.locator('.strip-status', { hasText: /^(Won|Not won)/ }).waitFor();
await page.screenshot({ path: 'docs/page.png' });
await browser.close();
await server.close();
