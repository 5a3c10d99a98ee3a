// Two files, so that a script without React can take the store alone.
export { createStore, type ReadableStore, type Store } from './store.ts';
export { useStore } from './use-store.ts';
