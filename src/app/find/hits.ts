/** Finding words in the passages of a trial, without regard to case and to how words are parted. Pure. */
import { compare, type Moment } from '../playback/moments.ts';
import type { Passage } from './passages.ts';

export interface Hit {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
  /** counted among the hits of the same kind, moment and side, from 0 */
  readonly nth: number;
}

/** null: nothing to look for */
export function patternOf(query: string): RegExp | null {
  const words = query.trim().split(/\s+/);
  if (words[0] === '') return null;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'giu');
}

/** All passages, as they are ordered. */
export function hitsOf(passages: readonly Passage[], pattern: RegExp | null): readonly Hit[] {
  if (pattern === null) return [];
  const hits: Hit[] = [];
  for (const passage of passages) {
    for (const { index, 0: found } of passage.text.matchAll(pattern)) {
      const last = hits.at(-1)?.passage;
      const together = last !== undefined && last.kind === passage.kind && last.side === passage.side && compare(last.at, passage.at) === 0;
      hits.push({ passage, start: index, end: index + found.length, nth: together ? hits[hits.length - 1].nth + 1 : 0 });
    }
  }
  return hits;
}

/** The first hit at a moment or after it, else the first of all; -1: there is none */
export function hitFrom(hits: readonly Hit[], at: Moment): number {
  const found = hits.findIndex(({ passage }) => compare(passage.at, at) >= 0);
  return found < 0 && hits.length > 0 ? 0 : found;
}

/**
 * The hit to go to next, round and round. @param now the one that is shown; -1: the trial shows another moment, and counts from there
 * @returns -1: there is none
 */
export function hitAfter(hits: readonly Hit[], now: number, at: Moment, step: 1 | -1): number {
  if (hits.length === 0) return -1;
  if (now >= 0) return (now + step + hits.length) % hits.length;
  if (step === 1) return hitFrom(hits, at);
  const before = hits.findLastIndex(({ passage }) => compare(passage.at, at) < 0);
  return before < 0 ? hits.length - 1 : before;
}

export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** A hit with what stands around it, on one line. @param around characters on either side; cut between words where there are any */
export function excerptOf({ passage: { text }, start, end }: Hit, around: number): Excerpt {
  const head = text.slice(Math.max(0, start - around), start);
  const tail = text.slice(end, end + around);
  const before = start > around ? `…${head.replace(/^\S{0,12}\s/, '')}` : head;
  const after = end + around < text.length ? `${tail.replace(/\s\S{0,12}$/, '')}…` : tail;
  return { before: line(before), found: line(text.slice(start, end)), after: line(after) };
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ');
}
