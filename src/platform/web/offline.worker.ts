/**
 * The service worker: keeps the files of this build, so that the page opens and plays without a network after the first visit. Files of a build
 * carry a hash in their name or belong to its version, so what is kept is never stale; a visit with a network gets the newest page.
 * It is one classic script and imports nothing.
 */

/** Both are filled in when the page is built: addresses beside this script, and a mark of what is in them. */
declare const __OFFLINE_FILES__: readonly string[];
declare const __OFFLINE_VERSION__: string;

interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface ServiceScope {
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}

declare const self: ServiceScope;

// A module to the type checker, so that its names are its own; nothing is exported.
export {};

const prefix = 'fieldnotes-build-';
const name = prefix + __OFFLINE_VERSION__;
const home = './';
/** Files of a build are the same for everybody, whatever headers a host says that they vary with. */
const same: CacheQueryOptions = { ignoreVary: true };

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(name).then(async (cache) => {
      await cache.addAll([home, ...__OFFLINE_FILES__]);
      await self.skipWaiting();
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (keys) => {
      await Promise.all(keys.filter((key) => key.startsWith(prefix) && key !== name).map((key) => caches.delete(key)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : request.destination === 'worker' ? worker(request) : file(request));
});

/** From the network where there is one, headers too: what the browser kept of a page would tell of the host as it was. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request.url, { cache: 'reload', redirect: 'manual', credentials: 'same-origin' });
  } catch (error) {
    const kept = await caches.match(home, same);
    if (kept) return kept;
    throw error;
  }
}

/** As the host sends it now: a page that the host isolates (COEP) starts no worker that was kept from before it did. */
async function worker(request: Request): Promise<Response> {
  const response = await fetch(request.url, { cache: 'reload' }).catch(() => null);
  return response?.ok ? response : file(request);
}

/** What is kept, else from the network; large files that not everybody needs (ONNX Runtime) are kept when they first pass. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, same);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && request.url.endsWith('.wasm')) {
    const copy = response.clone();
    // A full disk is no reason to fail: it is fetched again next time.
    void caches.open(name).then((cache) => cache.put(request, copy)).catch(() => undefined);
  }
  return response;
}
