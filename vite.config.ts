import { statSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The page asks the browser to hold it to its promise: nothing is loaded from or sent to anywhere else, no inline scripts, no
 * code from strings. `wasm-unsafe-eval` lets WebAssembly compile and nothing more. Only in builds: Vite's dev server needs inline scripts.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' }],
  };
}

/** The same as a header, for `vite preview` and as a model for real servers: it holds the workers too, which the page's own does not. */
export const headers = { 'Content-Security-Policy': policy };

/** How long the bundler's plugins took is no news to a person who starts the page. */
const rolldownOptions = { checks: { bundlerTimings: false } };

const scout = statSync(new URL('models/scout/scout.gguf', import.meta.url), { throwIfNoEntry: false });

export default defineConfig({
  define: { __SCOUT_BYTES__: scout?.size ?? 0 },
  // Relative addresses: the build works under any path of any static host.
  base: './',
  plugins: [react(), contentSecurityPolicy()],
  worker: { format: 'es', rolldownOptions },
  build: { target: 'es2023', assetsInlineLimit: 0, rolldownOptions },
  // Left as it is, so that ONNX Runtime finds its own address (its threads start from it).
  optimizeDeps: { exclude: ['onnxruntime-web'] },
  preview: { headers },
});
