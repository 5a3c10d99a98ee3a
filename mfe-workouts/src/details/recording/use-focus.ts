import { useSyncExternalStore } from 'react';
import { samePart, type Focus, type Part } from './focus.ts';

/** The selected part, rendered again only when it changes. */
export const usePart = (focus: Focus): Part | null =>
  useSyncExternalStore(focus.subscribe, () => focus.get().part);

/** Which of some parts is the selected one, -1 for none: a drag over the chart renders a long table only when that changes. */
export const useSelectedIndex = (focus: Focus, parts: readonly Part[]): number =>
  useSyncExternalStore(focus.subscribe, () => {
    const { part } = focus.get();
    return part ? parts.findIndex((one) => samePart(one, part)) : -1;
  });
