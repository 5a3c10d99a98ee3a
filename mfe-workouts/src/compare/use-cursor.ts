import { useSyncExternalStore } from 'react';

/** The place on the course below the pointer, shared by map, charts and values; it lives outside React. */
export interface Cursor {
  get: () => number | null;
  set: (place: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createCursor(): Cursor {
  let place: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => place,
    set(next) {
      if (next === place) return;
      place = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const usePlace = (cursor: Cursor): number | null => useSyncExternalStore(cursor.subscribe, cursor.get);
