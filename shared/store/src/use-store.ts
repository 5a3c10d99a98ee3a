import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/**
 * The store's value, or what `select` takes of it; renders again when that changes. The server renders the value at hand.
 * `select` returns something that is the same as long as the value is: a new object each time would render for ever.
 */
export function useStore<T>(store: ReadableStore<T>): T;
export function useStore<T, S>(store: ReadableStore<T>, select: (value: T) => S): S;
export function useStore<T, S>(store: ReadableStore<T>, select?: (value: T) => S): T | S {
  const read = (): T | S => (select ? select(store.get()) : store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
