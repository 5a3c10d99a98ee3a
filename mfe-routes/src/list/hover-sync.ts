import { useSyncExternalStore } from 'react';

/** What list and map share: the route that is pointed at, and the one that was chosen on the map. */
export interface HoverSync {
  /** Id of the route whose row or line the pointer or the focus is on. */
  hovered: () => number | null;
  hover: (id: number | null) => void;
  /** Id of the route that was clicked or tapped on the map. */
  selected: () => number | null;
  select: (id: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Outside React: a pointer that runs over many lines draws no row but the two that change. */
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

/** Is this route pointed at, here or on the map? */
export const useIsHighlighted = (hoverSync: HoverSync, id: number): boolean =>
  useSyncExternalStore(hoverSync.subscribe, () => hoverSync.hovered() === id || hoverSync.selected() === id);

/** The route chosen on the map. */
export const useSelectedRoute = (hoverSync: HoverSync): number | null =>
  useSyncExternalStore(hoverSync.subscribe, hoverSync.selected);
