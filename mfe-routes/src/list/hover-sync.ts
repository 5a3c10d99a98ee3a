import { createStore, type Store, useStore } from '@waymark/store';

/** The routes that list and map highlight together, by id. */
interface HighlightedRoutes {
  /** Its row or line is hovered or focused. */
  readonly hovered: number | null;
  /** It was clicked or tapped on the map. */
  readonly selected: number | null;
}

export type HoverSync = Store<HighlightedRoutes>;

/** Kept outside React, so that hovering over many lines renders only the two rows that change. */
export const createHoverSync = (): HoverSync =>
  createStore<HighlightedRoutes>({ hovered: null, selected: null });

/** Whether this route is hovered or selected, in the list or on the map. */
export const useIsHighlighted = (hoverSync: HoverSync, id: number): boolean =>
  useStore(hoverSync, ({ hovered, selected }) => hovered === id || selected === id);

/** Id of the route selected on the map. */
export const useSelectedRoute = (hoverSync: HoverSync): number | null =>
  useStore(hoverSync, ({ selected }) => selected);
