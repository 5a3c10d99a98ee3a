import type { LngLat, MapColor, MapDot, MapLine, MapView } from '@waymark/map';
import { distanceMarkers, type Place, type PlanLine } from '@waymark/routes';
import { METERS_PER_KILOMETER } from '@waymark/units';

/** A course on a map. `unit` is the metres between two distance markers' labels of 1; none without. */
export interface DrawnRoute {
  whole: Pick<PlanLine, 'line' | 'along'>;
  unit?: number;
  waypoints?: readonly Place[];
  arrows?: boolean;
  color?: MapColor;
}

const LAYERS = ['route', 'route-points'] as const;
const CURSOR_PIXELS = 18;

/** The line of a course in the colours of the product. */
export const routeLines = (
  line: Float64Array,
  { color = 'track', ...rest }: Partial<Omit<MapLine, 'line'>> = {},
): MapLine[] => (line.length < 4 ? [] : [{ line, color, width: 4, ...rest }]);

/** Distance markers of a course, with their unit: a bare number could be a point's. @param unit metres of 1 */
export const distanceDots = (whole: Pick<PlanLine, 'line' | 'along'>, unit: number): MapDot[] =>
  distanceMarkers(whole, unit).map(({ lat, lng, label }) => ({
    at: [lng, lat],
    shape: 'label',
    color: 'label',
    text: `${label}\u00a0${unit === METERS_PER_KILOMETER ? 'km' : 'mi'}`,
  }));

/** Start, end, waypoints and distance markers, the first on top. */
export function routeDots({ whole: { line, along }, unit, waypoints = [] }: DrawnRoute): MapDot[] {
  if (line.length < 2) return [];
  const at = (i: number): LngLat => [line[i]!, line[i + 1]!];
  const start: MapDot = { at: at(0), shape: 'dot', color: 'moss', radius: 7 };
  if (line.length < 4) return [start];
  return [
    start,
    { at: at(line.length - 2), shape: 'flag', color: 'label', radius: 6 },
    ...waypoints
      .slice(1, -1)
      .map(({ lat, lng }): MapDot => ({ at: [lng, lat], shape: 'ring', color: 'track', radius: 5 })),
    ...(unit ? distanceDots({ line, along }, unit) : []),
  ];
}

/** Draws a course. @returns the function that takes it away */
export function drawRoute(map: MapView, route: DrawnRoute): () => void {
  const { whole, color, arrows } = route;
  map.setLines('route', routeLines(whole.line, { ...(color && { color }), ...(arrows && { arrows }) }));
  map.setDots('route-points', routeDots(route));
  return () => {
    for (const layer of LAYERS) {
      map.setLines(layer, []);
      map.setDots(layer, []);
    }
  };
}

export interface RouteCursor {
  /** Puts it on a place, or takes it away. */
  moveTo: (at: LngLat | null) => void;
  remove: () => void;
}

/** The dot that follows the pointer over the profile, in the colours of the page. */
export function routeCursor(map: MapView): RouteCursor {
  const dot = document.createElement('div');
  dot.dataset.part = 'cursor';
  dot.style.cssText = `width:${CURSOR_PIXELS}px;height:${CURSOR_PIXELS}px;box-sizing:border-box;border-radius:50%;pointer-events:none;background:var(--wm-sky);border:2px solid var(--wm-paper)`;
  dot.hidden = true;
  return {
    moveTo: (at) => map.follow(dot, at),
    remove() {
      map.follow(dot, null);
      dot.remove();
    },
  };
}
