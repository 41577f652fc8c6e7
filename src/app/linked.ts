/**
 * One cell, many places: whatever shows a cell of the board on stage (picture, text, a mention in a thought) carries `data-cell="row,column"`
 * (from 0); pointing at one or focusing it lights all of them. Kept outside React, so that pointing costs nothing.
 */
import { useEffect } from 'react';

export function cellKey(row: number, column: number): string {
  return `${row},${column}`;
}

export function useLinkedCells(): void {
  useEffect(() => {
    let lit = '';
    const light = (key: string): void => {
      if (key === lit) return;
      lit = key;
      for (const old of document.querySelectorAll('[data-lit]')) old.removeAttribute('data-lit');
      if (/^\d+,\d+$/.test(key)) for (const same of document.querySelectorAll(`[data-cell="${key}"]`)) same.setAttribute('data-lit', '');
    };
    let place = '';
    const onPoint = (event: Event): void => {
      if (event instanceof PointerEvent) {
        // Where a pointer rests while the page scrolls under it, nobody has pointed: what has the focus stays lit.
        const here = `${event.clientX},${event.clientY}`;
        if (here === place) return;
        place = here;
      }
      const found = event.target instanceof Element ? event.target.closest('[data-cell]')?.getAttribute('data-cell') : null;
      light(found ?? '');
    };
    document.addEventListener('pointerover', onPoint);
    document.addEventListener('focusin', onPoint);
    return () => {
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onPoint);
    };
  }, []);
}
