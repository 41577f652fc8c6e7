/** Asks the worker for the truth about a board and remembers it; the worker starts when somebody first wants to know. */
import { useEffect, useState } from 'react';
import type { State } from '../../worlds/index.ts';
import { askOf, parseAnswer, type Ask, type Truth } from './truth.ts';

const known = new Map<string, Promise<Truth | null>>();
const waiting = new Map<number, (truth: Truth | null) => void>();
let worker: Worker | null = null;
let asked = 0;

function start(): Worker {
  const started = new Worker(new URL('./truth.worker.ts', import.meta.url), { type: 'module', name: 'truth' });
  started.addEventListener('message', (event: MessageEvent<unknown>) => {
    const answer = parseAnswer(event.data);
    if (answer === null) return;
    waiting.get(answer.id)?.(answer.truth);
    waiting.delete(answer.id);
  });
  // A worker that can't run knows nothing; whoever asks next tries another one.
  started.addEventListener('error', () => {
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
    known.clear();
    started.terminate();
    if (worker === started) worker = null;
  });
  return started;
}

function truthOf(state: State): Promise<Truth | null> {
  const ask = askOf(state);
  const key = `${ask.world} ${ask.mines} ${ask.rows.join('/')}`;
  const before = known.get(key);
  if (before) return before;
  worker ??= start();
  const port = worker;
  const id = ++asked;
  const answer = new Promise<Truth | null>((resolve) => {
    waiting.set(id, resolve);
    const message: Ask = { id, ...ask };
    port.postMessage(message);
  });
  if (known.size > 2000) known.clear();
  known.set(key, answer);
  return answer;
}

/** The same of several at once, in their order; undefined: being worked out. @param states a list that stays the same as long as what is asked does */
export function useTruths(states: readonly (State | null)[]): readonly (Truth | null)[] | undefined {
  const [found, setFound] = useState<{ readonly states: readonly (State | null)[]; readonly truths: readonly (Truth | null)[] } | null>(null);
  useEffect(() => {
    let wanted = true;
    void Promise.all(states.map((state) => (state ? truthOf(state) : Promise.resolve(null)))).then((truths) => {
      if (wanted) setFound({ states, truths });
    });
    return () => {
      wanted = false;
    };
  }, [states]);
  return found?.states === states ? found.truths : undefined;
}

/** undefined: being worked out; null: not wanted, or there is none. An answer that comes too late is dropped. */
export function useTruth(state: State | null): Truth | null | undefined {
  const [found, setFound] = useState<{ readonly state: State; readonly truth: Truth | null } | null>(null);
  useEffect(() => {
    if (state === null) return;
    let wanted = true;
    void truthOf(state).then((truth) => {
      if (wanted) setFound({ state, truth });
    });
    return () => {
      wanted = false;
    };
  }, [state]);
  if (state === null) return null;
  return found?.state === state ? found.truth : undefined;
}
