import { defineConfig } from 'vite';
import { contentSecurityPolicy } from '../../vite.config.ts';

/** The harness is a page for tests alone, built as the app is and never shipped with it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [contentSecurityPolicy()],
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, outDir: '../../.cache/harness', emptyOutDir: true },
  optimizeDeps: { exclude: ['onnxruntime-web'] },
});
