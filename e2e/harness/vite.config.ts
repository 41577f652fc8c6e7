import { defineConfig } from 'vite';
import { contentSecurityPolicy, headers, isolation } from '../../vite.config.ts';

/** The harness is a page for tests alone, built as the app is and never shipped with it. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: './',
  plugins: [contentSecurityPolicy()],
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, outDir: '../../.cache/harness', emptyOutDir: true },
  optimizeDeps: { exclude: ['onnxruntime-web'] },
  // `--mode isolated`: with the two headers that make a page cross-origin isolated, which the others must do without.
  preview: { headers: mode === 'isolated' ? { ...headers, ...isolation } : headers },
}));
