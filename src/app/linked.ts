/**
 * One cell, many places: whatever shows a cell of the board on stage (picture, text, a mention in a thought) carries `data-cell="row,column"`
 * (from 0); pointing at one or focusing it lights all of them. Kept outside React, so that pointing costs nothing.
 */
import { useEffect, type HTMLAttributes, type KeyboardEvent } from 'react';
import { namesCells } from './blocks.ts';

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
      const found = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
      const key = found?.getAttribute('data-cell') ?? '';
      light(key);
      // Whoever does not see it light up hears what is there.
      if (event.type === 'focusin' && found?.classList.contains('mention')) found.setAttribute('aria-description', nameOf(key, found));
    };
    document.addEventListener('pointerover', onPoint);
    document.addEventListener('focusin', onPoint);
    return () => {
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onPoint);
    };
  }, []);
}

/** What a board says of a cell: that of the same side where two are compared. */
function nameOf(key: string, from: Element): string {
  return (from.closest('.compare-side') ?? document).querySelector(`.board [data-cell="${key}"]`)?.getAttribute('aria-label') ?? '';
}

/**
 * Where a text names cells it is one tab stop, from which ← and → go through them.
 * @param keys says so
 * @param always a stop where it names none, too: it scrolls
 */
export function walked(text: string, name: string, keys: string, always = false): HTMLAttributes<HTMLElement> {
  const cells = namesCells(text);
  return cells || always ? { tabIndex: 0, role: 'group', 'aria-label': name, 'aria-description': cells ? keys : undefined, onKeyDown: walk } : {};
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.mention')];
  if (all.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  const at = all.findIndex((mention) => mention === document.activeElement);
  all[Math.min(Math.max(at + step, 0), all.length - 1)].focus();
}
