/** A column that keeps in view what is new, or what is chosen. */
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Bring the chosen turn into view inside the column, without moving the page. Where it is, an observer tells once the frame is laid out: to ask
 * at once would lay out the page in the middle of the work. @returns gives it up
 */
export function bringIntoView(box: HTMLElement): (() => void) | undefined {
  const item = box.querySelector<HTMLElement>('[aria-current="step"]');
  if (!item) return;
  const observer = new IntersectionObserver(
    ([{ boundingClientRect: shown, rootBounds: frame }]) => {
      observer.disconnect();
      if (frame === null) return;
      if (shown.top < frame.top) box.scrollTop += shown.top - frame.top;
      else if (shown.bottom > frame.bottom) box.scrollTop += shown.bottom - frame.bottom;
    },
    { root: box },
  );
  observer.observe(item);
  return () => observer.disconnect();
}

function scrollToEnd(box: HTMLElement): void {
  box.scrollTop = box.scrollHeight;
}

/** Keep the newest line in view, but only while the reader is at the end of the column. */
export function useFollow(list: RefObject<HTMLOListElement | null>): () => void {
  const atEnd = useRef(true);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const onScroll = (): void => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [list]);
  return () => {
    if (list.current && atEnd.current) scrollToEnd(list.current);
  };
}
