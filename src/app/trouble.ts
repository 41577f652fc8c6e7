/** Errors in words for people. Most errors of ours are; those of the browser and of downloads get theirs here, with what to do. */
import { DownloadError } from '../platform/web/download.ts';
import type { Strings } from './strings/index.ts';

/** As Chromium, Firefox, Safari and we ourselves say that a part of the page's code did not come. */
const noCode = /dynamically imported module|importing a module script failed|unable to preload|its code could not be loaded/i;
/** As browsers and ONNX Runtime say that what came is no WebAssembly, or that none came. */
const noRuntime = /webassembly\.(?:compile|instantiate)|expected magic|application\/wasm|(?:load|fetch)\w*\b.*\bwasm|no available backend/i;

export function inWords(error: unknown, { problem }: Strings): string {
  if (error instanceof DownloadError) return problem.download[error.kind];
  const message = error instanceof Error ? error.message : String(error);
  if (noCode.test(message)) return problem.noCode;
  return noRuntime.test(message) ? problem.noRuntime(message) : message;
}
