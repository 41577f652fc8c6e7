/** A file from this site's own server, with what a person waits for: how much has come and how much there is. */

type DownloadTrouble =
  | 'unreachable'
  /** by the server, with a status */
  | 'refused'
  /** ended early */
  | 'broken'
  /** a web page came instead, say one to sign in to a network */
  | 'foreign'
  /** all came, but it is not what it should be */
  | 'damaged';

/** A download that failed: a kind for the page's own words, and a sentence that says what and what to do. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  constructor(
    readonly kind: DownloadTrouble,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * @param onProgress bytes so far, and in all (null when the server does not say, or compresses and so can't)
 * @throws DownloadError
 * @throws AbortError (DOMException) when the signal says so
 */
export async function download(url: string, onProgress: (done: number, total: number | null) => void, signal?: AbortSignal): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: 'same-origin' });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new DownloadError('unreachable', `${url} can't be reached. Are you online, and is the page's server still running?`, { cause: error });
  }
  if (!response.ok) throw new DownloadError('refused', `${url} was refused by the server: ${response.status} ${response.statusText}.`);
  if (response.headers.get('content-type')?.startsWith('text/html') === true) throw new DownloadError('foreign', `Instead of ${url} a web page came.`);
  const length = Number(response.headers.get('content-length') ?? NaN);
  // With a content encoding the length counts compressed bytes, and we see the others.
  const total = Number.isSafeInteger(length) && length > 0 && !response.headers.has('content-encoding') ? length : null;
  onProgress(0, total);
  const pieces: Uint8Array[] = [];
  let done = 0;
  const reader = response.body?.getReader();
  try {
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      pieces.push(piece.value);
      done += piece.value.length;
      onProgress(done, total);
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new DownloadError('broken', `The download of ${url} broke off after ${done} bytes. Try again.`, { cause: error });
  }
  if (total !== null && done !== total) throw new DownloadError('broken', `The download of ${url} ended after ${done} of ${total} bytes. Try again.`);
  const bytes = new Uint8Array(done);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
