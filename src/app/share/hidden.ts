/**
 * Controls that a link leaves out, for a class: they are not shown and their keys rest, until somebody brings them back. Names in links that
 * this page does not know hide nothing.
 */
import { useBranching } from '../branches/store.ts';
import type { CommandName } from '../commands.ts';
import { useSetup } from '../setup.ts';
import { source } from '../source.ts';

/** `later` is no control: what comes after the moment that a link opens at stays hidden until it is played. */
export const hideable = ['setup', 'run', 'thoughts', 'reader', 'overlay', 'tokens', 'wall', 'branches', 'doors', 'later'] as const;
export type Hideable = (typeof hideable)[number];

/** The names with one more or one less, in their order. */
export function withHidden(names: readonly Hideable[], name: Hideable, on: boolean): readonly Hideable[] {
  return hideable.filter((each) => (each === name ? on : names.includes(each)));
}

export const hidden = source<readonly Hideable[]>([]);

/** @param names of which unknown ones are passed over */
export function hide(names: readonly string[]): void {
  const known = hideable.filter((name) => names.includes(name));
  hidden.set(known);
  const { dataset } = document.documentElement;
  if (known.length > 0) dataset['hide'] = known.join(' ');
  else delete dataset['hide'];
  // What was open goes with the controls that close it.
  if (known.includes('overlay')) useSetup.getState().show({ overlay: 'none' });
  if (known.includes('branches')) useBranching.setState({ whatIf: null, beside: null });
  if (known.includes('thoughts')) useBranching.setState({ kind: 'action' });
}

/** What can be done by the controls of a name; hidden.css says which those are. */
const commandsOf: Readonly<Record<Hideable, readonly CommandName[]>> = {
  setup: ['run', 'edit'],
  run: ['run'],
  thoughts: ['tokens'],
  reader: [],
  overlay: ['truth'],
  tokens: ['tokens'],
  wall: ['wall'],
  branches: ['whatIf', 'compare'],
  doors: ['door', 'edit'],
  later: [],
};

/** Does the command of this name rest? */
export function rests(command: string): boolean {
  return hidden.get().some((name) => commandsOf[name].some((each) => each === command));
}
