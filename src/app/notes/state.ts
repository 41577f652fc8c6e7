/** What is being done with notes: which one is edited, and the lifts that are known or being measured. The work itself is fetched when it is wanted. */
import type { KeptLift } from '../../experiment/lift.ts';
import { sampled, source } from '../source.ts';

/** The note after this episode (from 0) is being edited; null: none is. */
export const editing = source<number | null>(null);

export interface LiftView {
  readonly phase: 'kept' | 'queued' | 'loading' | 'running' | 'waiting' | 'stopped' | 'failed';
  readonly kept: KeptLift;
  /** of each arm, as wanted */
  readonly samples: number;
  /** over all arms */
  readonly done: number;
  readonly total: number;
  /** null: can not be told yet */
  readonly secondsLeft: number | null;
  /** what went wrong; null: nothing */
  readonly problem: unknown;
}

/** Is it being measured, or about to be? */
export function isUnderWay(phase: LiftView['phase']): phase is 'queued' | 'loading' | 'running' | 'waiting' {
  return phase === 'queued' || phase === 'loading' || phase === 'running' || phase === 'waiting';
}

/** By `liftKey`; told once a frame. */
export const lifts = sampled<ReadonlyMap<string, LiftView>>(new Map());

let known: ReadonlyMap<string, LiftView> = new Map();

/** As it stands at this moment. */
export function liftAt(key: string): LiftView | undefined {
  return known.get(key);
}

export function setLift(key: string, lift: LiftView): void {
  known = new Map(known).set(key, lift);
  lifts.set(known);
}
