/**
 * Hits in the texts on the page, as ranges that the browser paints (CSS custom highlights): nothing is added to what React has drawn, so words
 * that name cells go on lighting them. Where a browser knows no highlights the hits are only counted and gone to.
 */
import type { Hit } from './hits.ts';

/** Whatever shows a passage or a part of one. */
const texts = '.talk-list :is(.say-thought, .chip, pre), .reader-text :is(pre, .text-board), .note-text, .compare-said :is(.say-thought, .chip, pre)';

/** Every hit in every text that is shown. */
export function rangesOnPage(pattern: RegExp): Range[] {
  return [...document.querySelectorAll(texts)].flatMap((text) => rangesIn(text, pattern));
}

function rangesIn(element: Element, pattern: RegExp): Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const isBoard = element.matches('.text-board');
  let row: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    // Rows and symbols of a board stand apart as they do in the text that was read.
    const here: Element | null = isBoard ? (node.parentElement?.closest('[role=row]') ?? null) : null;
    if (isBoard && text !== '') text += here === row ? ' ' : '\n';
    row = here;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
    const range = new Range();
    const [first, last] = [nodeAt(index), nodeAt(index + found.length - 1)];
    range.setStart(first.node, Math.min(index - first.start, first.node.length));
    range.setEnd(last.node, Math.min(index + found.length - last.start, last.node.length));
    return range;
  });

  function nodeAt(offset: number): (typeof nodes)[number] {
    return nodes.findLast(({ start }) => start <= offset) ?? nodes[0];
  }
}

export interface Shown {
  readonly ranges: readonly Range[];
  /** what had to be unfolded to see it */
  readonly fold: HTMLDetailsElement | null;
}

const nowhere: Shown = { ranges: [], fold: null };

/** Where the page shows this hit; nowhere: not at this moment, or not in words (a reply token by token). */
export function shownOf({ passage, nth }: Hit, pattern: RegExp): Shown {
  const sides = document.querySelectorAll('.compare-side');
  if (sides.length > 0) {
    const wanted = passage.side === 'left' ? [sides[0]] : passage.side === 'right' ? [sides[1]] : [...sides];
    const found = wanted.map((side) => inCompared(side, passage.kind, nth, pattern));
    return { ranges: found.flatMap(({ ranges }) => ranges), fold: found.find(({ fold }) => fold)?.fold ?? null };
  }
  const turn = document.querySelector('.talk-list > [aria-current=step]');
  switch (passage.kind) {
    case 'read':
      return { ranges: nthIn([...document.querySelectorAll('.reader-text .block')].slice(passage.from), nth, pattern), fold: null };
    case 'thought':
      return { ranges: nthIn([...(turn?.querySelectorAll('.say-thought') ?? [])].slice(0, 1), nth, pattern), fold: null };
    case 'note': {
      const told = [...(turn?.querySelectorAll('.say-thought') ?? [])].slice(-1);
      return { ranges: [document.querySelector('.note[data-arriving] .note-text'), ...told].flatMap((text) => (text ? nthIn([text], nth, pattern) : [])), fold: null };
    }
    case 'answer':
      return answered(turn, passage.text, nth, pattern);
  }
}

/** An answer is told in words of the page's language; word for word it stands in the fold below. */
function answered(turn: Element | null, text: string, nth: number, pattern: RegExp): Shown {
  const chips = nthIn([...(turn?.querySelectorAll('.chip') ?? [])], nth, pattern);
  if (chips.length > 0) return { ranges: chips, fold: null };
  const fold = turn?.querySelector('details');
  const exact = fold?.querySelector('pre');
  if (!fold || !exact) return nowhere;
  // The thought stands before it.
  const all = rangesIn(exact, pattern);
  const mine = [...text.matchAll(pattern)].length;
  return { ranges: all.slice(all.length - mine).slice(nth, nth + 1), fold };
}

function inCompared(side: Element, kind: Hit['passage']['kind'], nth: number, pattern: RegExp): Shown {
  if (kind === 'thought' || kind === 'note') return { ranges: nthIn([...side.querySelectorAll('.say-thought')], nth, pattern), fold: null };
  if (kind === 'answer') return { ranges: nthIn([...side.querySelectorAll('.chip')], nth, pattern), fold: null };
  const fold = side.querySelector('details');
  return fold ? { ranges: nthIn([...fold.querySelectorAll('pre')], nth, pattern), fold } : nowhere;
}

function nthIn(elements: readonly Element[], nth: number, pattern: RegExp): Range[] {
  const parts = elements.flatMap((element) => (element.matches(texts) ? [element] : [...element.querySelectorAll(texts)]));
  return parts.flatMap((part) => rangesIn(part, pattern)).slice(nth, nth + 1);
}

/** Bring a range into view inside the boxes that scroll, without moving the page. */
export function reveal(range: Range): void {
  for (let box = range.startContainer.parentElement; box && !box.matches('.page'); box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const [frame, hit] = [box.getBoundingClientRect(), range.getBoundingClientRect()];
    const room = Math.min(24, frame.height / 4);
    if (hit.top < frame.top + room) box.scrollTop += hit.top - frame.top - room;
    else if (hit.bottom > frame.bottom - room) box.scrollTop += hit.bottom - frame.bottom + room;
  }
}
