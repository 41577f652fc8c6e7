/** Everything that can be done by button or key, once: the buttons, the keys and their hints read the same list. */
import { useEffect } from 'react';
import { after, before, lastPlace, same, settle } from './navigate.ts';
import { trial, status } from './log.ts';
import { start, stop } from './run.ts';
import { parseSeed } from './settings.ts';
import { useSetup } from './setup.ts';
import type { Strings } from './strings/index.ts';

export interface Command {
  readonly keys: readonly string[];
  label(strings: Strings): string;
  /** may be asked at any time; cheap */
  when(): boolean;
  run(): void;
}

function view() {
  return trial.get().view;
}

export function isBusy(): boolean {
  const now = status.get();
  return now.kind === 'loading' || (now.kind === 'running' && !now.example);
}

export function canRun(): boolean {
  return parseSeed(useSetup.getState().seed) !== null;
}

function move(to: typeof after): Pick<Command, 'when' | 'run'> {
  const target = () => {
    const now = view();
    return now && useSetup.getState().showing === 'trial' ? to(now, settle(now, useSetup.getState().place)) : null;
  };
  return {
    when: () => target() !== null,
    run() {
      const place = target();
      const now = view();
      if (place === null || now === null) return;
      useSetup.getState().play(false);
      // Whoever steps to the newest turn goes on with the trial.
      useSetup.getState().look(same(place, lastPlace(now)) ? null : place);
    },
  };
}

export const commands = {
  first: {
    keys: ['Home'],
    label: (strings) => strings.transport.first,
    ...move((now, place) => {
      const start = { episode: place.episode, turn: 0 };
      return same(start, place) ? before(now, place) && { episode: place.episode - 1, turn: 0 } : start;
    }),
  },
  previous: { keys: ['ArrowLeft', 'k'], label: (strings) => strings.transport.previous, ...move(before) },
  next: { keys: ['ArrowRight', 'j'], label: (strings) => strings.transport.next, ...move(after) },
  last: {
    keys: ['End'],
    label: (strings) => strings.transport.last,
    ...move((now, place) => (same(lastPlace(now), place) ? null : lastPlace(now))),
  },
  play: {
    keys: [' '],
    label: (strings) => (useSetup.getState().playing ? strings.transport.pause : strings.transport.play),
    when: () => (view()?.episodes[0]?.turns.length ?? 0) > 0 && useSetup.getState().showing === 'trial',
    run() {
      const { playing, place, look, play } = useSetup.getState();
      const now = view();
      if (now === null) return;
      if (!playing && after(now, settle(now, place)) === null) look({ episode: 0, turn: 0 });
      play(!playing);
    },
  },
  run: {
    keys: ['r'],
    label: (strings) => (isBusy() ? strings.setup.stop : strings.setup.run),
    when: () => isBusy() || canRun(),
    run() {
      if (isBusy()) stop();
      else void start(useSetup.getState());
    },
  },
} satisfies Record<string, Command>;

const list: readonly Command[] = Object.values(commands);

/** "Next turn (→, J)" */
export function hint(command: Command, strings: Strings): string {
  const names: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ' ': 'Space' };
  return `${command.label(strings)} (${command.keys.map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)).join(', ')})`;
}

/** Keys of the whole page. Silent while a field has the focus, and for Space on anything that Space presses. */
export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, select, textarea, [contenteditable]')) return;
      if (event.key === ' ' && target?.closest('button, summary, a')) return;
      const command = list.find(({ keys }) => keys.includes(event.key));
      if (!command?.when()) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
