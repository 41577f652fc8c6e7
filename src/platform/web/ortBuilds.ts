/**
 * The three builds of onnxruntime-web that we use. Each is its own lazily loaded chunk, and its `.wasm` a hashed file of our
 * own build: nothing comes from a CDN, and only the chosen pair is downloaded. The package's default import is left alone on
 * purpose: its WebGPU backend (JSEP) ignores a shared device and returns zeros.
 */
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

export type Ort = typeof import('onnxruntime-web/wasm');
type OrtBuild = 'jspi' | 'asyncify' | 'wasm';

const wasmUrls: Record<OrtBuild, string> = { jspi: jspiWasm, asyncify: asyncifyWasm, wasm: plainWasm };

/** JSPI suspends WebAssembly natively: a smaller file, and it survives what Asyncify does not. */
export function gpuBuild(): OrtBuild {
  return 'Suspending' in WebAssembly ? 'jspi' : 'asyncify';
}

/** Where the build's WebAssembly lies, for those who want to show its download. */
export function wasmUrl(build: OrtBuild): string {
  return new URL(wasmUrls[build], import.meta.url).href;
}

/** @param threads taken at the first load of a build in this thread; later values have no effect */
export async function loadOrt(build: OrtBuild, threads: number): Promise<Ort> {
  const ort = await importBuild(build);
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = { wasm: wasmUrl(build) };
  return ort;
}

function importBuild(build: OrtBuild): Promise<Ort> {
  switch (build) {
    case 'jspi':
      return import('onnxruntime-web/jspi');
    case 'asyncify':
      return import('onnxruntime-web/webgpu');
    case 'wasm':
      return import('onnxruntime-web/wasm');
  }
}
