import { useSyncExternalStore } from 'react';

/** What list and map share: the route that is pointed at, and the one that was chosen on the map. */
export interface Tie {
  /** Id of the route whose row or line the pointer or the focus is on. */
  lit: () => number | null;
  light: (id: number | null) => void;
  /** Id of the route that was clicked or tapped on the map. */
  picked: () => number | null;
  pick: (id: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Outside React: a pointer that runs over many lines draws no row but the two that change. */
export function createTie(): Tie {
  const listeners = new Set<() => void>();
  let lit: number | null = null;
  let picked: number | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    lit: () => lit,
    light(id) {
      if (id === lit) return;
      lit = id;
      tell();
    },
    picked: () => picked,
    pick(id) {
      if (id === picked) return;
      picked = id;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Is this route pointed at, here or on the map? */
export const useLit = (tie: Tie, id: number): boolean =>
  useSyncExternalStore(tie.subscribe, () => tie.lit() === id || tie.picked() === id);

/** The route chosen on the map. */
export const usePicked = (tie: Tie): number | null => useSyncExternalStore(tie.subscribe, tie.picked);
