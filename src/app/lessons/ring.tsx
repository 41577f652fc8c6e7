/** A ring around what a lesson speaks of. It follows what moves and grows, and is in nobody's way. */
import { useEffect, useRef } from 'react';
import { wantsStillness } from '../preferences.ts';
import { find, type Target } from './targets.ts';

/** milliseconds between looks; what is pointed at may come and go as the page changes */
const patience = 120;

export function Ring({ target }: { readonly target: Target }) {
  const ring = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let brought: Element | null = null;
    const look = (): void => {
      const found = find(target);
      const { current } = ring;
      if (!current) return;
      current.hidden = found === null;
      if (!found) return;
      if (found !== brought && !document.querySelector('dialog[open]')) {
        if (brought === null) bring(found);
        brought = found;
      }
      const { left, top, width, height } = found.getBoundingClientRect();
      Object.assign(current.style, { transform: `translate(${left - 5}px, ${top - 5}px)`, width: `${width + 10}px`, height: `${height + 10}px` });
    };
    look();
    const timer = setInterval(look, patience);
    window.addEventListener('scroll', look, { passive: true, capture: true });
    window.addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [target]);
  return <div ref={ring} className="lesson-ring" hidden aria-hidden />;
}

/** Into the part of the window that the lesson leaves free. */
function bring(element: Element): void {
  const { top, bottom, height } = element.getBoundingClientRect();
  const sheet = document.querySelector('.lesson-panel')?.getBoundingClientRect();
  const covered = sheet && sheet.width > window.innerWidth * 0.8 ? sheet.height : 0;
  const free = window.innerHeight - covered;
  if (top >= 8 && bottom <= free - 8) return;
  const wanted = height < free ? (free - height) / 2 : 16;
  window.scrollBy({ top: top - wanted, behavior: wantsStillness() ? 'instant' : 'smooth' });
}
