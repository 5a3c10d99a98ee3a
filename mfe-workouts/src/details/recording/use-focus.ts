import { useSyncExternalStore } from 'react';
import type { Focus, Part } from './focus.ts';

/** The selected part, rendered again only when it changes. */
export const usePart = (focus: Focus): Part | null =>
  useSyncExternalStore(focus.subscribe, () => focus.get().part);
