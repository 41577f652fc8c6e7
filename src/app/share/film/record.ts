/** A canvas as a WebM film, recorded while it is drawn. Time stands still while the tab is hidden, for browsers draw nothing then. */
import { whole } from './webm.ts';

const kinds = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'] as const;
const framesPerSecond = 30;

/** null: this browser records no WebM from a canvas */
export function filmKind(): string | null {
  if (typeof MediaRecorder === 'undefined' || typeof HTMLCanvasElement.prototype.captureStream !== 'function') return null;
  return kinds.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null;
}

interface FilmOptions {
  /** milliseconds that the film takes */
  readonly length: number;
  /** @param time milliseconds from the film's start */
  readonly draw: (time: number) => void;
  /** @param done from 0 to 1; @param waits the tab is hidden */
  readonly onProgress: (done: number, waits: boolean) => void;
  readonly signal: AbortSignal;
}

/** @returns null when it was cancelled. @throws Error when the recorder fails */
export function record(canvas: HTMLCanvasElement, kind: string, { length, draw, onProgress, signal }: FilmOptions): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
    const stream = canvas.captureStream(framesPerSecond);
    const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 4_000_000 });
    const pieces: Blob[] = [];
    let time = 0;
    let before: number | null = null;
    let frame = 0;
    const end = (): void => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', onVisible);
      if (recorder.state !== 'inactive') recorder.stop();
    };
    const onVisible = (): void => {
      const away = document.visibilityState === 'hidden';
      before = null;
      if (away && recorder.state === 'recording') recorder.pause();
      if (!away && recorder.state === 'paused') recorder.resume();
      onProgress(time / length, away);
    };
    const step = (now: number): void => {
      if (signal.aborted) return end();
      time += before === null ? 0 : now - before;
      before = now;
      draw(Math.min(time, length));
      onProgress(Math.min(1, time / length), false);
      // a moment longer, so that the last frame is in it
      if (time > length + 200) return end();
      frame = requestAnimationFrame(step);
    };
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    recorder.addEventListener('error', () => {
      end();
      reject(new Error('The recorder of this browser failed.'));
    });
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop();
      resolve(signal.aborted ? null : filmOf(new Blob(pieces)));
    });
    signal.addEventListener('abort', end, { once: true });
    document.addEventListener('visibilitychange', onVisible);
    draw(0);
    recorder.start(1000);
    frame = requestAnimationFrame(step);
  });
}

async function filmOf(recorded: Blob): Promise<Blob> {
  return new Blob([whole(new Uint8Array(await recorded.arrayBuffer()))], { type: 'video/webm' });
}
