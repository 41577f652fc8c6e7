import { defineConfig } from '@playwright/test';
import type { BackendOptions } from './e2e/browser.ts';

/** WebGPU without a graphics card: Chromium's software adapter. It is right, and slow; times mean nothing. */
const webgpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];
const quiet = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Any address path will do; this one shows that none is assumed. */
const app = { port: 4173, base: '/some/path/' };
const harness = { port: 4174, base: '/harness/' };

export default defineConfig<BackendOptions>({
  testDir: 'e2e',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${app.port}${app.base}`,
    harnessURL: `http://127.0.0.1:${harness.port}${harness.base}`,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--headless=new', ...quiet, ...webgpu],
    },
  },
  projects: [
    { name: 'wasm', use: { backend: 'wasm' } },
    { name: 'webgpu', use: { backend: 'webgpu' } },
  ],
  webServer: [
    { command: `npx vite build && npx vite preview --port ${app.port} --strictPort --host 127.0.0.1 --base ${app.base}`, url: `http://127.0.0.1:${app.port}${app.base}`, timeout: 120_000 },
    {
      command: `npx vite build -c e2e/harness/vite.config.ts && npx vite preview -c e2e/harness/vite.config.ts --port ${harness.port} --strictPort --host 127.0.0.1 --base ${harness.base}`,
      url: `http://127.0.0.1:${harness.port}${harness.base}`,
      timeout: 120_000,
    },
  ],
});
