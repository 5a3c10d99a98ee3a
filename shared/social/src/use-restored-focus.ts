import { useEffect } from 'react';

/** A control of the page and the elements around it, the closest first, without what is the same on every page. */
function placeOf(control: Element): HTMLElement[] {
  const place: HTMLElement[] = [];
  const page = control.closest('main > *');
  if (!page) return place;
  for (let element: Element | null = control; element && element !== page; element = element.parentElement)
    if (element instanceof HTMLElement) place.push(element);
  return place;
}

/** @returns stops it */
function restoreFocus(): () => void {
  let control: Element | undefined;
  let place: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent) => {
    control = target as Element;
    const now = placeOf(control);
    // From a dialog or a message above the page the focus goes back to where it came from.
    if (now.length > 0) place = now;
  };
  const restore = () => {
    if (!control || control.isConnected || document.activeElement !== document.body) return;
    const next =
      place.find((element) => element.isConnected) ?? document.querySelector<HTMLElement>('main h1');
    // The next page may not have its heading yet.
    if (!next) return;
    control = next;
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

let userCount = 0;
let stopRestoring: (() => void) | undefined;

/**
 * Keeps the focus where it was when the control that has it goes away, as a button does that has done its work: the
 * closest element around it that is still there takes it, or the heading. The focus would fall back to the document,
 * whose reader starts again at the top. Components that use it at once, such as the comments of each story of a feed,
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
