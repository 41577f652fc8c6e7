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
  const locks = locksHere();
  if (locks === null) return;
  tree.subscribe(() => {
    const { running, shown } = tree.get();
    if (running !== playing) {
      playing = running;
      release();
      if (running !== null) hold(locks, nameOf(running));
    }
    if (shown !== null && running === null) void look(locks, shown);
  });
}

/** Some browsers have none, and some refuse them, by an error, where site data is blocked. */
function locksHere(): LockManager | null {
  try {
    return 'locks' in navigator ? navigator.locks : null;
  } catch {
    return null;
  }
}

function hold(locks: LockManager, name: string): void {
  // A trial may be over before the browser has given the lock: then it is let go of as soon as it comes.
  const over = new Promise<void>((done) => {
    release = done;
  });
  released = quietly(() => locks.request(name, { ifAvailable: true }, () => over), undefined);
}

/** A refusal may be a rejection or an error at once; playing goes on without locks. */
async function quietly<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch {
    return otherwise;
  }
}

async function look(locks: LockManager, trial: string): Promise<void> {
  clearTimeout(timer);
  await released;
  const { held = [] } = await quietly(() => locks.query(), {});
  if (tree.get().running !== null || tree.get().shown !== trial) return;
  const away = held.some(({ name }) => name === nameOf(trial));
  awayTrial.set(away ? trial : null);
  // It is over there sooner or later.
  if (away) timer = setTimeout(() => void look(locks, trial), 2000);
}
