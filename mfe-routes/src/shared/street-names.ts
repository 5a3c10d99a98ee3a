import type { Place } from '@waymark/routes';
import { createStore, type ReadableStore, useStore } from '@waymark/store';
import { placeText } from './coordinates.ts';

const MAX_NAMES = 2000;

/** The streets that routed legs begin and end on. They belong to a planner, which may come from another script. */
export interface StreetNames extends ReadableStore<ReadonlyMap<string, string>> {
  remember: (found: readonly (readonly [place: Place, name: string])[]) => void;
}

export function createStreetNames(): StreetNames {
  const names = createStore<ReadonlyMap<string, string>>(new Map());
  return {
    get: names.get,
    subscribe: names.subscribe,
    remember(found) {
      const known = names.get();
      const fresh = found
        .map(([place, name]): [string, string] => [placeText(place), name])
        .filter(([key, name]) => known.get(key) !== name);
      if (fresh.length > 0) names.set(new Map([...known, ...fresh].slice(-MAX_NAMES)));
    },
  };
}

/** The street that a point of a route lies on, once a leg from or to it was routed. */
export const useStreetName = (streets: StreetNames, place: Place): string | undefined =>
  useStore(streets, (known) => known.get(placeText(place)));
