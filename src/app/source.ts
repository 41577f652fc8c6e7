/**
 * A value that lives outside React and tells whoever watches when it changed. Records and streams are kept in such sources,
 * so that no token passes through React state.
 */
import { useSyncExternalStore } from 'react';

export interface Source<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** @param schedule when to tell the listeners; several changes before that are told once. Default: at once. */
export function source<T>(initial: T, schedule: (tell: () => void) => void = (tell) => tell()): Source<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  let planned = false;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      if (planned) return;
      planned = true;
      schedule(() => {
        planned = false;
        for (const listener of listeners) listener();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** At most once a frame; a hidden tab draws no frames and misses nothing. */
export function onFrame(tell: () => void): void {
  requestAnimationFrame(tell);
}

/** A source told once a frame shows what it held at the last frame, so all components of a frame agree. */
export function sampled<T>(initial: T): Source<T> {
  const raw = source(initial, onFrame);
  let shown = initial;
  raw.subscribe(() => {
    shown = raw.get();
  });
  return { get: () => shown, set: (value) => raw.set(value), subscribe: (listener) => raw.subscribe(listener) };
}

export function useSource<T>(from: Source<T>): T {
  return useSyncExternalStore((listener) => from.subscribe(listener), () => from.get());
}
