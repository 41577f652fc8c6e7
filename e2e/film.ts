/** A film as a player sees it. */
import type { Browser } from '@playwright/test';

interface Shown {
  readonly width: number;
  readonly height: number;
  /** in seconds */
  readonly duration: number;
  /** in seconds, until where a player can wind it */
  readonly seekable: number;
  /** how many points of the picture look different from what they looked like at its beginning, from 0 to 1; where most do */
  readonly changed: number;
  /** the same for its beginning, wound back to */
  readonly back: number;
}

/** It is shown on an empty page: the page's own policy lets no film be loaded into it. */
export async function show(browser: Browser, film: Uint8Array): Promise<Shown> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(async (data) => {
      const video = document.createElement('video');
      const on = (event: string): Promise<void> =>
        new Promise((done, fail) => {
          video.addEventListener(event, () => done(), { once: true });
          video.addEventListener('error', () => fail(new Error(`The film can not be shown: ${video.error?.message ?? ''}`)), { once: true });
        });
      const ready = on('loadeddata');
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], { type: 'video/webm' }));
      await ready;
      const { videoWidth: width, videoHeight: height, duration } = video;
      const canvas = new OffscreenCanvas(width, height);
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('There is no canvas.');
      const pictureAt = async (time: number): Promise<Uint8ClampedArray> => {
        const there = on('seeked');
        video.currentTime = time;
        await there;
        pen.drawImage(video, 0, 0);
        return pen.getImageData(0, 0, width, height).data;
      };
      // Compression leaves small differences.
      const differ = (a: Uint8ClampedArray, b: Uint8ClampedArray): number => {
        let count = 0;
        for (let at = 0; at < a.length; at += 4) if (Math.max(...[0, 1, 2].map((channel) => Math.abs(a[at + channel] - b[at + channel]))) > 48) count++;
        return count / (a.length / 4);
      };
      const first = await pictureAt(0);
      // A busy machine leaves pictures out of a film, some at its end: it is looked at in several places.
      let changed = 0;
      for (const share of [0.25, 0.5, 0.75, 1]) changed = Math.max(changed, differ(first, await pictureAt(share * (Number.isFinite(duration) ? duration : 1e6))));
      return { width, height, duration, seekable: video.seekable.end(0), changed, back: differ(first, await pictureAt(0)) };
    }, Buffer.from(film).toString('base64'));
  } finally {
    await page.close();
  }
}
