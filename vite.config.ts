import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
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

/** With these two the page is cross-origin isolated, and WASM may use several threads. Many hosts do not send them; there it uses one. */
export const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Tells the service worker which files belong to this build. ONNX Runtime is large and comes in three forms: kept when it is first used. */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const script = bundle['offline.js'];
      if (script?.type !== 'chunk') return;
      const publicFolder = new URL('public/', import.meta.url);
      const given = readdirSync(publicFolder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')).filter((name) => statSync(new URL(name, publicFolder)).isFile());
      const built = Object.keys(bundle).filter((name) => name !== 'offline.js' && name !== 'index.html' && !name.endsWith('.wasm'));
      const hash = createHash('sha256').update(built.join());
      for (const name of given) hash.update(readFileSync(new URL(name, publicFolder)));
      script.code = script.code
        .replaceAll('__OFFLINE_FILES__', JSON.stringify([...given, ...built]))
        .replaceAll('__OFFLINE_VERSION__', JSON.stringify(hash.digest('hex').slice(0, 12)));
    },
  };
}

/** The service worker lies beside the page, under a name that stays: its place decides what it may serve. */
const entryFileNames = ({ name }: { readonly name: string }): string => (name === 'offline' ? 'offline.js' : 'assets/[name]-[hash].js');

/** How long the bundler's plugins took is no news to a person who starts the page. */
const rolldownOptions = { checks: { bundlerTimings: false } };

/**
 * One file for all that the page needs before it is there, instead of thirty; what comes later finds there what it shares with it. Charts are for
 * whoever trains, and of a size of their own.
 */
const codeSplitting = {
  groups: [
    { name: 'page', tags: ['$initial' as const], test: (id: string) => !id.includes('offline.worker'), priority: 2 },
    { name: 'charts', test: /node_modules[\\/](@reduxjs|d3-|decimal|es-toolkit|immer|react-redux|recharts|redux|reselect|victory-vendor)/, priority: 1 },
  ],
};

const scout = statSync(new URL('models/scout/scout.gguf', import.meta.url), { throwIfNoEntry: false });

export default defineConfig(({ mode }) => ({
  define: { __SCOUT_BYTES__: scout?.size ?? 0 },
  // Relative addresses: the build works under any path of any static host.
  base: './',
  plugins: [react(), contentSecurityPolicy(), offlineFiles()],
  worker: { format: 'es', rolldownOptions },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // In kB as they are; what counts is what travels, 250 kB gzipped, which a test holds.
    chunkSizeWarningLimit: 800,
    rolldownOptions: { ...rolldownOptions, input: { index: 'index.html', offline: 'src/platform/web/offline.worker.ts' }, output: { entryFileNames, codeSplitting } },
  },
  // Left as it is, so that ONNX Runtime finds its own address (its threads start from it).
  optimizeDeps: { exclude: ['onnxruntime-web'] },
  // `--mode plain`: as a host that sends nothing of its own, for tests.
  preview: { headers: mode === 'plain' ? headers : { ...headers, ...isolation } },
}));
