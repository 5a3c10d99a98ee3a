import type { MapView } from '@waymark/map';
import { haversine } from '@waymark/units';
import type { Around } from './draw-routes.ts';
import { boundsAround, boundsOf, type RouteLine } from './route-lines.ts';

export interface Center {
  lat: number;
  lng: number;
  zoom: number;
}

/** Controls the viewport of a map of search results. */
export interface ResultViewport {
  /** Fits the results into view, unless the search came from the current viewport. */
  show: (lines: readonly RouteLine[], around: Around | null, center: Center | null) => void;
  /** Fits all routes into view. */
  all: (lines: readonly RouteLine[]) => void;
  /** The visible area as a circle out to the nearer edge. The next call of `show` leaves the viewport unchanged. */
  area: () => Around;
  end: () => void;
}

const BY_HAND = ['pointerdown', 'wheel', 'keydown'] as const;

/** @param onMoved told when the map was moved by hand, and when it looks at what was found again */
export function createResultViewport(
  map: MapView,
  element: HTMLElement,
  onMoved: (moved: boolean) => void,
): ResultViewport {
  let byHand = false;
  let hold = false;
  let held: string | null = null;
  const hand = () => {
    byHand = true;
  };
  for (const kind of BY_HAND) element.addEventListener(kind, hand, { capture: true, passive: true });
  const unsubscribe = map.on('moveend', () => {
    if (byHand) onMoved(true);
  });
  const fit = (lines: readonly RouteLine[], around: Around | null): boolean => {
    const bounds = boundsOf(lines) ?? (around && boundsAround(around, around.radius));
    if (bounds) map.fit(bounds, { maxZoom: 14, padding: 40 });
    return bounds !== null;
  };
  return {
    show(lines, around, center) {
      const key = around && `${around.lat},${around.lng},${around.radius}`;
      onMoved(false);
      byHand = false;
      if (hold) held = key;
      hold = false;
      if (held !== null && held === key) return;
      held = null;
      if (!fit(lines, around) && center) map.look([center.lng, center.lat], center.zoom, false);
    },
    all(lines) {
      onMoved(false);
      byHand = false;
      fit(lines, null);
    },
    area() {
      hold = true;
      onMoved(false);
      const [lng, lat] = map.center();
      const [, south, east, north] = map.bounds();
      const toTop = Math.min(haversine(lat, lng, north, lng), haversine(lat, lng, south, lng));
      return { lat, lng, radius: Math.min(haversine(lat, lng, lat, east), toTop) };
    },
    end() {
      unsubscribe();
      for (const kind of BY_HAND) element.removeEventListener(kind, hand, { capture: true });
    },
  };
}
