import { useSyncExternalStore } from 'react';

/** One value that changes, and those who want to know. Small enough for the first script. */
export interface Store<T> {
  get: () => T;
  set: (next: T | ((before: T) => T)) => void;
  /** Calls `listener` after each change. @returns the function that ends it */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      const after = typeof next === 'function' ? (next as (before: T) => T)(value) : next;
      if (Object.is(after, value)) return;
      value = after;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The store's value, and again after each change; on the server the value at hand. */
export const useStore = <T>(store: Store<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get);
