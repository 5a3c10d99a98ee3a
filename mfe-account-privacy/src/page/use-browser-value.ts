import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** What only the browser knows, such as the zone of its clock: `before` until the page runs there. */
export const useBrowserValue = <T extends string | boolean | null>(read: () => T, before: T): T =>
  useSyncExternalStore(subscribe, read, () => before);
