/** Whether another tab is playing a trial right now: a lock tells, and goes with its tab, however that ends. */
import { tree } from '../log.ts';
import { source } from '../source.ts';

const nameOf = (trial: string): string => `fieldnotes.playing.${trial}`;

/** The trial on stage, while another tab plays it; null: none does, or it can not be told. */
export const awayTrial = source<string | null>(null);

let release: (() => void) | null = null;
let playing: string | null = null;

export function watchTabs(): void {
  if (!('locks' in navigator)) return;
  tree.subscribe(() => {
    const { running, shown } = tree.get();
    if (running !== playing) {
      playing = running;
      release?.();
      release = null;
      if (running !== null) void navigator.locks.request(nameOf(running), { ifAvailable: true }, (lock) => (lock ? new Promise<void>((free) => (release = free)) : undefined));
    }
    if (shown !== null && running === null) void look(shown);
  });
}

async function look(trial: string): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  if (tree.get().running !== null) return;
  const away = held.some(({ name }) => name === nameOf(trial));
  awayTrial.set(away ? trial : null);
  // It is over there sooner or later.
  if (away) setTimeout(() => tree.get().shown === trial && void look(trial), 2000);
}
