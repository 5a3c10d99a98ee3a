import type { MapLine, MapPointer, MapView } from '@waymark/map';
import { circleLine, lineAt, type RouteLine } from './route-lines.ts';
import type { HoverSync } from './hover-sync.ts';

/** Pixels around a line within which the pointer is on it. */
const REACH = 10;
const REACH_TOUCH = 22;

export interface Around {
  lat: number;
  lng: number;
  /** Metres. */
  radius: number;
}

/**
 * Draws routes on a map and keeps hover in sync with their rows: the route hovered on one side is highlighted on the other.
 * @param around the circle that was searched, if any
 * @returns the function that takes all of it away
 */
export function drawRoutes(
  map: MapView,
  routes: readonly RouteLine[],
  hoverSync: HoverSync,
  around: Around | null = null,
): () => void {
  const byId = new Map(routes.map((route) => [route.id, route]));
  const draw = () => {
    const chosen = byId.get(hoverSync.get().hovered ?? hoverSync.get().selected ?? 0);
    map.setLines(
      'routes',
      routes
        .filter((route) => route !== chosen)
        .map(({ line }): MapLine => ({ line, color: 'track', width: 3, opacity: chosen ? 0.45 : 0.9 })),
    );
    map.setDots(
      'routes',
      routes.map(({ line }) => ({
        at: [line[0]!, line[1]!],
        shape: 'ring',
        color: 'track',
        radius: 5,
      })),
    );
    map.setLines(
      'routes-highlighted',
      chosen ? [{ line: chosen.line, color: 'track', width: 6, arrows: true }] : [],
    );
    map.setDots(
      'routes-highlighted',
      chosen ? [{ at: [chosen.line[0]!, chosen.line[1]!], shape: 'dot', color: 'track', radius: 8 }] : [],
    );
  };
  map.setLines(
    'around',
    around
      ? [{ line: circleLine(around, around.radius), color: 'muted', width: 1.5, dash: [6, 5], cased: false }]
      : [],
  );
  const below = ({ at, x, y, touch }: MapPointer) => {
    const degrees = Math.abs(map.unproject([x + 1, y])[0] - at[0]);
    return lineAt(routes, at, degrees > 180 ? 360 - degrees : degrees, touch ? REACH_TOUCH : REACH);
  };
  draw();
  const ends = [
    hoverSync.subscribe(draw),
    map.on('hover', (pointer) => {
      const id = pointer && below(pointer);
      map.pointer(id === null ? '' : 'pointer');
      hoverSync.patch({ hovered: id });
    }),
    map.on('click', (pointer) => hoverSync.patch({ selected: below(pointer) })),
  ];
  return () => {
    for (const end of ends) end();
    for (const layer of ['routes', 'routes-highlighted', 'around']) {
      map.setLines(layer, []);
      map.setDots(layer, []);
    }
  };
}
