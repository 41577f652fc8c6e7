/** The hits in the texts on the page, painted as long as somebody searches, whatever React draws meanwhile. */
import { useEffect } from 'react';
import type { Hit } from './hits.ts';
import { rangesOnPage, reveal, shownOf } from './ranges.ts';

/** Milliseconds until what changed is painted: by then the columns have brought into view what they bring by themselves. */
const rest = 60;

/** @param hit the one on stage; null: none */
export function usePainted(pattern: RegExp | null, hit: Hit | null): void {
  useEffect(() => {
    const page = document.querySelector('.main');
    if (pattern === null || page === null || !('highlights' in CSS)) return;
    let revealed = false;
    let unfolded: HTMLDetailsElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paint = (): void => {
      const { ranges, fold } = hit ? shownOf(hit, pattern) : { ranges: [], fold: null };
      if (fold && !fold.open) {
        fold.open = true;
        unfolded = fold;
      }
      CSS.highlights.set('found', new Highlight(...rangesOnPage(pattern)));
      CSS.highlights.set('found-here', new Highlight(...ranges));
      if (revealed || ranges.length === 0) return;
      for (const range of ranges) reveal(range);
      revealed = true;
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(paint, rest);
    };
    const observer = new MutationObserver(soon);
    observer.observe(page, { childList: true, characterData: true, subtree: true });
    soon();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      if (unfolded) unfolded.open = false;
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-here');
    };
  }, [pattern, hit]);
}
