import type { Place } from '@waymark/routes';
import { createStore, useStore } from '@waymark/store';
import { placeText } from './coordinates.ts';

const MAX_NAMES = 2000;

/** The streets that routed legs begin and end on. A new map with every change. */
const names = createStore<ReadonlyMap<string, string>>(new Map());

export function rememberStreets(found: readonly (readonly [place: Place, name: string])[]): void {
  const known = names.get();
  const fresh = found
    .map(([place, name]): [string, string] => [placeText(place), name])
    .filter(([key, name]) => known.get(key) !== name);
  if (fresh.length > 0) names.set(new Map([...known, ...fresh].slice(-MAX_NAMES)));
}

/** The street that a point of a route lies on, once a leg from or to it was routed. */
export const useStreetName = (place: Place): string | undefined =>
  useStore(names, (known) => known.get(placeText(place)));
