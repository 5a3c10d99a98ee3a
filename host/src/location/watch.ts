import type { Store } from '@waymark/store';
import { addressOf, parsePlace, samePath, type Place } from '../app/place.ts';

/**
 * Keeps the place in step with the address, whoever changes it: the host, a remote's router, the back button. Another
 * page opens at its top, also where it takes the place of the one before in the history.
 * @returns the function that ends it
 */
export function watchLocation(place: Store<Place>, window: Window): () => void {
  const { history, location } = window;
  const read = () => {
    const now = parsePlace(location.pathname + location.search);
    if (addressOf(now) !== addressOf(place.get())) place.set(now);
  };
  const follow =
    (change: History['pushState']): History['pushState'] =>
    (...args) => {
      const before = location.pathname;
      change(...args);
      read();
      if (!samePath(location.pathname, before) && !location.hash) window.scrollTo(0, 0);
    };
  history.pushState = follow(history.pushState.bind(history));
  history.replaceState = follow(history.replaceState.bind(history));
  window.addEventListener('popstate', read);
  return () => {
    // The browser's own come back.
    delete (history as Partial<History>).pushState;
    delete (history as Partial<History>).replaceState;
    window.removeEventListener('popstate', read);
  };
}
