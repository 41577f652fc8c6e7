/**
 * Whoever works by keys stays where they are: when what has the focus goes or can no longer be used (a button that has done its work, an entry that
 * was deleted), the focus goes on to what stands in its place. The browser would let it fall to the page as a whole.
 */
import { afterLayout } from './afterLayout.ts';

const usable = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [aria-disabled="true"], [tabindex="-1"])';
/** What lies over the page and goes as a whole: the focus then goes back to where it was before. */
const floating = 'dialog, .lesson-panel';

/** Where something is: in each thing around it, from the nearest outwards, behind what it stands. */
interface Place {
  readonly element: Element;
  readonly levels: readonly { readonly within: Element; readonly child: Element; readonly before: Element | null }[];
}

/** From now on, for as long as the page lives. */
export function keepFocus(): void {
  let last: Place | null = null;
  let under: Place | null = null;
  // Whoever points goes on by pointing: the next key is not meant for what happens to stand there.
  let byKey = false;
  let pending = false;

  const check = (): void => {
    pending = false;
    const { activeElement } = document;
    if (last === null || !byKey || (activeElement !== null && activeElement !== document.body && activeElement !== last.element)) return;
    if (isUsable(last.element)) return;
    const left = last.element.closest(floating) ?? last.levels.find(({ within }) => within.matches(floating))?.within;
    const back = left !== undefined && !isShown(left) ? under : last;
    const next = back && (isUsable(back.element) ? back.element : after(back));
    if (next instanceof HTMLElement || next instanceof SVGElement) next.focus();
  };
  // What has a plan of its own for the focus carries it out first.
  const look = (): void => {
    if (pending || last === null) return;
    pending = true;
    afterLayout(check);
  };

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = placeOf(target);
    if (target.closest(floating) === null) under = last;
  });
  document.addEventListener('focusout', look);
  document.addEventListener('keydown', () => (byKey = true), true);
  document.addEventListener('pointerdown', () => (byKey = false), true);
  // A screen reader presses without a pointer.
  document.addEventListener('click', ({ detail }) => (byKey ||= detail === 0), true);
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
}

function placeOf(element: Element): Place {
  const levels = [];
  for (let child = element; child.parentElement !== null && child !== document.body; child = child.parentElement) {
    levels.push({ within: child.parentElement, child, before: child.previousElementSibling });
  }
  return { element, levels };
}

/** What follows where it was, in the nearest thing around it that has anything left; else what goes before. */
function after({ levels }: Place): Element | null {
  for (const { within, child, before } of levels) {
    if (!within.isConnected) continue;
    const left = [...within.querySelectorAll(usable)].filter(isShown);
    const mark = child.parentElement === within ? child : before?.parentElement === within ? before : null;
    const next = left.find((each) => mark === null || (follows(each, mark) && !mark.contains(each))) ?? left.at(-1);
    if (next) return next;
  }
  return null;
}

function follows(element: Element, mark: Element): boolean {
  return (mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && isShown(element);
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
