import { defineConfig } from '@playwright/test';
import type { BackendOptions } from './e2e/browser.ts';

/** WebGPU without a graphics card: Chromium's software adapter. It is right, and slow; times mean nothing. */
const webgpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];
const quiet = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Any address path will do; this one shows that none is assumed. The page has to do without headers of a host's own, so one thread. */
const app = { port: 4173, base: '/some/path/' };
/** The same build as `npm start` serves it: cross-origin isolated, with threads. */
const started = { port: 4176, base: '/' };
const harness = { port: 4174, base: '/harness/' };
const isolated = { port: 4175, base: '/harness/' };
const harnessConfig = '-c e2e/harness/vite.config.ts';

interface Site {
  readonly port: number;
  readonly base: string;
}

const address = ({ port, base }: Site): string => `http://127.0.0.1:${port}${base}`;
const preview = ({ port, base }: Site, more = ''): string => `npx vite preview --host 127.0.0.1 --port ${port} --strictPort --base ${base} ${more}`;

export default defineConfig<BackendOptions>({
  testDir: 'e2e',
  workers: 1,
  retries: 0,
  // SwiftShader compiles every shader on the CPU, which takes its time on a busy machine.
  timeout: 180_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // One picture for every machine: looks.spec.ts says how.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  use: {
    // Each test sees what the server gives; offline.spec.ts is about the other case.
    serviceWorkers: 'block',
    baseURL: address(app),
    startedURL: address(started),
    harnessURL: address(harness),
    isolatedURL: address(isolated),
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--headless=new', ...quiet, ...webgpu],
    },
  },
  projects: [
    { name: 'wasm', use: { backend: 'wasm' } },
    { name: 'webgpu', use: { backend: 'webgpu' } },
  ],
  // Started one after the other: the second serves what the first has built, the fourth what the third has.
  webServer: [
    { command: `node scripts/build-for-tests.mjs && ${preview(app, '--mode plain')}`, url: address(app), timeout: 120_000 },
    { command: preview(started), url: address(started), timeout: 30_000 },
    { command: `npx vite build ${harnessConfig} && ${preview(harness, harnessConfig)}`, url: address(harness), timeout: 120_000 },
    { command: preview(isolated, `${harnessConfig} --mode isolated`), url: address(isolated), timeout: 30_000 },
  ],
});
