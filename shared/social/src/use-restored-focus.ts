import { useEffect } from 'react';

/** The elements around a control of the page, the closest first, without what is the same on every page. */
function placeOf(control: Element): HTMLElement[] {
  const place: HTMLElement[] = [];
  const page = control.closest('main');
  if (!page) return place;
  for (let element: Element | null = control; element && element !== page; element = element.parentElement)
    if (element instanceof HTMLElement) place.push(element);
  return place;
}

/** @returns stops it */
function restoreFocus(): () => void {
  let place: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent) => {
    const now = placeOf(target as Element);
    // A dialog or menu above the page gives the focus back to where it came from.
    if (now.length > 0) place = now;
  };
  const restore = () => {
    const [control] = place;
    if (!control || control.isConnected || document.activeElement !== document.body) return;
    const next =
      place.find((element) => element.isConnected) ?? document.querySelector<HTMLElement>('main h1');
    place = [];
    if (!next) return;
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
