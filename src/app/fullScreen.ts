/** The stage alone, on the whole screen; where the browser gives no screen, in the whole window. */
import { source } from './source.ts';

export const full = source(false);

/** It is the whole page that takes the screen: hints and menus are no children of the stage. */
export function fillScreen(on: boolean): void {
  full.set(on);
  const root = document.documentElement;
  root.toggleAttribute('data-full', on);
  if (!on) return leave();
  if (!document.fullscreenEnabled) return;
  root.requestFullscreen().then(
    // Somebody was faster.
    () => full.get() || leave(),
    () => undefined,
  );
}

function leave(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
}

/** Escape leaves it, too; that is the browser's. */
export function watchScreen(): void {
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement === null) fillScreen(false);
  });
}
