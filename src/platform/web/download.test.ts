import { afterEach, describe, expect, it, vi } from 'vitest';
import { download, DownloadError } from './download.ts';

afterEach(() => vi.unstubAllGlobals());

async function kindOf(answer: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', answer);
  try {
    await download('model.gguf', () => undefined);
  } catch (error) {
    return error instanceof DownloadError ? error.kind : String(error);
  }
  return 'none thrown';
}

describe('A download', () => {
  it('is told apart by how it fails', async () => {
    expect(await kindOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('unreachable');
    expect(await kindOf(() => Promise.resolve(new Response('nope', { status: 404 })))).toBe('refused');
    expect(await kindOf(() => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })))).toBe('foreign');
    expect(await kindOf(() => Promise.resolve(new Response('abc', { headers: { 'content-length': '10' } })))).toBe('broken');
    expect(await kindOf(() => Promise.resolve(new Response('abc', { headers: { 'content-length': '3' } })))).toBe('none thrown');
  });
});
