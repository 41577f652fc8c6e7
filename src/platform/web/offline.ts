/** The page without a network: a service worker keeps its files from the first visit on. */
import { probeGpu } from './gpu.ts';
import { gpuBuild, wasmUrl } from './ortBuilds.ts';

/**
 * Keep this build for later, and fetch what the first run will need while nobody waits for it. Where the browser keeps nothing (private windows,
 * a full disk, no service workers) the page is as it was.
 */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('./offline.js');
    await controlled();
    if (matchMedia('(prefers-reduced-data: reduce)').matches) return;
    const gpu = await probeGpu();
    await fetch(wasmUrl('missing' in gpu || gpu.software ? 'wasm' : gpuBuild()));
  } catch {
    // Nothing was promised yet.
  }
}

/** Until a service worker sees what this page fetches. */
function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) => serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }));
}
