/** The reading side of a store. */
export interface ReadableStore<T> {
  get: () => T;
  /** Calls `listener` after each change. @returns the function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
}

/** One value outside React and its subscribers: a change renders only what reads it. */
export interface Store<T> extends ReadableStore<T> {
  /** Replaces the value; a function gets the value before. The same value notifies nobody. */
  set: (next: T | ((before: T) => T)) => void;
  /** Replaces some properties of an object; values that are the same notify nobody. */
  patch: (change: Partial<T>) => void;
}

/** Creates a store that holds `initial`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set: Store<T>['set'] = (next) => {
    const after = typeof next === 'function' ? (next as (before: T) => T)(value) : next;
    if (Object.is(after, value)) return;
    value = after;
    for (const listener of listeners) listener();
  };
  return {
    get: () => value,
    set,
    patch(change) {
      for (const key in change) {
        if (!Object.is(change[key], value[key])) {
          set({ ...value, ...change });
          return;
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
