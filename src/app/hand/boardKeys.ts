/** Keys of whoever plays or guesses: before the page's own, and left alone where they mean something else. */
import { useEffect, useRef } from 'react';
import type { Direction } from '../../worlds/sokoban/index.ts';

export const directionKeys: Readonly<Partial<Record<string, Direction>>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** Where these keys mean something else. */
const elsewhere = 'input, select, textarea, dialog, [contenteditable], [role=dialog], .text-board';

/** @param on true when the key was used; `target` is what has the focus */
export function useBoardKeys(on: (key: string, target: Element | null) => boolean): void {
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target?.closest(elsewhere)) return;
      if (!latest.current(event.key, target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
