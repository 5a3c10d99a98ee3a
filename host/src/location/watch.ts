import type { Store } from '../app/store.ts';
import { addressOf, parsePlace, type Place } from '../app/place.ts';

/**
 * Keeps the place in step with the address, whoever changes it: the host, a remote's router, the back button.
 * @returns the function that ends it
 */
export function watchLocation(place: Store<Place>, window: Window): () => void {
  const { history, location } = window;
  const read = () => {
    const now = parsePlace(location.pathname + location.search);
    if (addressOf(now) !== addressOf(place.get())) place.set(now);
  };
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  history.pushState = (...args) => {
    const before = location.pathname;
    pushState(...args);
    read();
    if (location.pathname !== before && !location.hash) window.scrollTo(0, 0);
  };
  history.replaceState = (...args) => {
    replaceState(...args);
    read();
  };
  window.addEventListener('popstate', read);
  return () => {
    // The browser's own come back.
    delete (history as Partial<History>).pushState;
    delete (history as Partial<History>).replaceState;
    window.removeEventListener('popstate', read);
  };
}
