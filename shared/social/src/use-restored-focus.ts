import { useEffect } from 'react';

/** One of several alike, such as a story, a comment or a request: its neighbour is where reading goes on. */
const ITEM = 'article, li, tr, [role=row]';

interface Step {
  element: HTMLElement;
  next: Element | null;
  previous: Element | null;
}

/** A control and the elements around it, the closest first, without what is the same on every page. */
function placeOf(control: Element): Step[] {
  const place: Step[] = [];
  const page = control.closest('main > *, dialog');
  if (!page) return place;
  for (let element: Element | null = control; element && element !== page; element = element.parentElement)
    if (element instanceof HTMLElement)
      place.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
  if (page instanceof HTMLDialogElement) place.push({ element: page, next: null, previous: null });
  return place;
}

/** Where to go on, the best first: the neighbour of what is gone, then what was around it, then the heading. */
function* placesToGoOn(place: readonly Step[]): Generator<Element> {
  for (const { element, next, previous } of place) {
    if (element.isConnected) yield element;
    else if (element.matches(ITEM))
      for (const neighbour of [next, previous])
        if (neighbour?.isConnected && neighbour.matches(ITEM)) yield neighbour;
  }
  const heading = document.querySelector('main h1');
  if (heading) yield heading;
}

/** @returns stops it */
function restoreFocus(): () => void {
  let control: Element | undefined;
  let place: Step[] = [];
  let isInPlace = false;
  let isTapped = false;
  const onKey = () => void (isTapped = false);
  const onTap = () => void (isTapped = true);
  const remember = ({ target }: FocusEvent) => {
    control = target as Element;
    const now = placeOf(control);
    isInPlace = now.length > 0;
    // From a message above the page the focus goes back to where it came from.
    if (isInPlace) place = now;
  };
  const restore = () => {
    if (!control || control.isConnected || document.activeElement !== document.body) return;
    // After a tap on a message the focus in a field would open the keyboard of a phone.
    if (!isInPlace && isTapped) return;
    for (const next of placesToGoOn(place)) {
      if (!(next instanceof HTMLElement)) continue;
      if (next.tabIndex < 0) next.tabIndex = -1;
      next.focus({ preventScroll: true });
      // What is hidden for the moment takes no focus; the next page may not have its heading yet.
      if (document.activeElement !== next) continue;
      control = next;
      return;
    }
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', onTap, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', onTap, true);
  };
}

let userCount = 0;
let stopRestoring: (() => void) | undefined;

/**
 * Keeps the focus where it was when the control that has it goes away, as a button does that has done its work: the
 * story, comment or row after one that is gone takes it, else the closest element around it that is still there, or the
 * heading. The focus would fall back to the document, whose reader starts again at the top. Components that use it at once, such as the comments of each story of a feed,
 * share one observer.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    userCount += 1;
    stopRestoring ??= restoreFocus();
    return () => {
      userCount -= 1;
      if (userCount > 0) return;
      stopRestoring?.();
      stopRestoring = undefined;
    };
  }, []);
}
