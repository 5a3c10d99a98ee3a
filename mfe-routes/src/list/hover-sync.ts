import { useSyncExternalStore } from 'react';

/** State that list and map share: the hovered route, and the one selected on the map. */
export interface HoverSync {
  /** Id of the route whose row or line is hovered or focused. */
  hovered: () => number | null;
  hover: (id: number | null) => void;
  /** Id of the route that was clicked or tapped on the map. */
  selected: () => number | null;
  select: (id: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Kept outside React, so that hovering over many lines renders only the two rows that change. */
export function createHoverSync(): HoverSync {
  const listeners = new Set<() => void>();
  let hovered: number | null = null;
  let selected: number | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    hovered: () => hovered,
    hover(id) {
      if (id === hovered) return;
      hovered = id;
      tell();
    },
    selected: () => selected,
    select(id) {
      if (id === selected) return;
      selected = id;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether this route is hovered or selected, in the list or on the map. */
export const useIsHighlighted = (hoverSync: HoverSync, id: number): boolean =>
  useSyncExternalStore(hoverSync.subscribe, () => hoverSync.hovered() === id || hoverSync.selected() === id);

/** Id of the route selected on the map. */
export const useSelectedRoute = (hoverSync: HoverSync): number | null =>
  useSyncExternalStore(hoverSync.subscribe, hoverSync.selected);
