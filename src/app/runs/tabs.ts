/** Whether another tab is playing a trial right now: a lock tells, and goes with its tab, however that ends. */
import { tree } from '../log.ts';
import { source } from '../source.ts';

const nameOf = (trial: string): string => `fieldnotes.playing.${trial}`;

/** The trial on stage, while another tab plays it; null: none does, or it can not be told. */
export const awayTrial = source<string | null>(null);

let playing: string | null = null;
let release = (): void => undefined;
/** Settles once this tab holds no lock of a trial that is over. */
let released: Promise<unknown> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

export function watchTabs(): void {
  if (!('locks' in navigator)) return;
  tree.subscribe(() => {
    const { running, shown } = tree.get();
    if (running !== playing) {
      playing = running;
      release();
      if (running !== null) hold(nameOf(running));
    }
    if (shown !== null && running === null) void look(shown);
  });
}

function hold(name: string): void {
  // A trial may be over before the browser has given the lock: then it is let go of as soon as it comes.
  const over = new Promise<void>((done) => {
    release = done;
  });
  released = navigator.locks.request(name, { ifAvailable: true }, () => over).catch(() => undefined);
}

async function look(trial: string): Promise<void> {
  clearTimeout(timer);
  await released;
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}));
  if (tree.get().running !== null || tree.get().shown !== trial) return;
  const away = held.some(({ name }) => name === nameOf(trial));
  awayTrial.set(away ? trial : null);
  // It is over there sooner or later.
  if (away) timer = setTimeout(() => void look(trial), 2000);
}
