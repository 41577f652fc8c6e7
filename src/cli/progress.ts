/** How far long work is, on standard error. */
import { columns } from './terminal.ts';

let open = false;

/** A line at the foot of a terminal, in place of the passing line before it; where there is no terminal, nothing. */
export function passing(text: string): void {
  if (!process.stderr.isTTY) return;
  // A line that wraps can't be taken back.
  const width = (process.stderr.columns || 80) - 1;
  let shown = '';
  for (const character of text) {
    if (columns(shown + character) > width) break;
    shown += character;
  }
  process.stderr.write(`\r\u001b[K${shown}`);
  open = true;
}

/** Take the passing line back: what is written next stays, and begins a line. */
export function clearPassing(): void {
  if (open) process.stderr.write('\r\u001b[K');
  open = false;
}

/**
 * "12 % (340/2800), 1 min 20 s left", before that can be told "20 s so far"; the function that is returned takes too how long it will take at most, in milliseconds, where that is
 * known: it is told for as long as too little is done for an estimate. On a terminal in place, else a line after 2 s and then every 10 s.
 * @param from what was done before this session: a resumed run's speed is that of what it does now
 */
export function progress(label: string, total: number, from = 0): (done: number, extra?: string, most?: number | null) => void {
  const pace = new Pace(total, from, Date.now());
  const start = Date.now();
  const terminal = process.stderr.isTTY;
  let last = terminal ? 0 : start - 8000;
  return (done, extra = '', most = null) => {
    const now = Date.now();
    const left = pace.left(done, now);
    if (done < total && now - last < (terminal ? 200 : 10_000)) return;
    last = now;
    const ahead = left !== null ? `${duration(left)} left` : most !== null ? `${duration(most)} left at most` : '';
    const past = duration(now - start);
    const sofar = now - start < 10_000 ? '' : `${past} so far`;
    const time = done >= total ? past : ahead || sofar;
    const text = [`${label}: ${Math.floor((100 * done) / total)} % (${done}/${total})`, time, extra].filter((part) => part !== '').join(', ');
    if (terminal && done < total) {
      passing(text);
      return;
    }
    clearPassing();
    process.stderr.write(`${text}\n`);
  };
}

/** The same, told again every second while nothing more is done, for as long as it is in scope: work that is slow to begin is not silent. */
export function steadyProgress(...of: Parameters<typeof progress>): ReturnType<typeof progress> & Disposable {
  const show = progress(...of);
  let last: Parameters<typeof show> = [of[2] ?? 0];
  const timer = setInterval(() => last[0] < of[1] && show(...last), 1000);
  const told = (...now: typeof last): void => show(...(last = now));
  return Object.assign(told, { [Symbol.dispose]: () => clearInterval(timer) });
}

interface Mark {
  readonly done: number;
  readonly at: number;
}

/**
 * Judges speed by the last half of the time or more. The beginning tells nothing: models are loaded, and where many things are under way
 * at once the first is done long after the first second and long before its fellows.
 */
export class Pace {
  readonly #total: number;
  readonly #start: Mark;
  /** the speed is measured from here; `#next` takes its place when the work has gone on for twice as long */
  #since: Mark;
  #next: Mark;

  /** @param at milliseconds */
  constructor(total: number, done: number, at: number) {
    this.#total = total;
    this.#start = this.#since = this.#next = { done, at };
  }

  /** Milliseconds; null before an estimate is sensible: a twentieth is done, or half a minute is over. To be told of all that is done. */
  left(done: number, at: number): number | null {
    const { total, start } = { total: this.#total, start: this.#start };
    if (done > this.#next.done && at - start.at >= 2 * (this.#next.at - start.at)) {
      this.#since = this.#next;
      this.#next = { done, at };
    }
    const early = done - start.done < (total - start.done) / 20 && at - start.at < 30_000;
    const few = Math.min(8, Math.max(2, (total - start.done) / 20));
    const [count, spent] = [done - this.#since.done, at - this.#since.at];
    return early || this.#since === start || count < few || spent < 2000 ? null : (spent / count) * (total - done);
  }
}

export function duration(ms: number): string {
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
