import type { LngLat } from './types.ts';

/** The index of the point nearest to a place, by a plane that shrinks with latitude; null when no point has a place. */
export function nearestPointIndex(points: readonly (LngLat | null)[], [lng, lat]: LngLat): number | null {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let best: number | null = null;
  let least = Infinity;
  for (const [i, point] of points.entries()) {
    if (!point) continue;
    const east = point[0] - lng;
    const away = ((east - 360 * Math.round(east / 360)) * shrink) ** 2 + (point[1] - lat) ** 2;
    if (away < least) [least, best] = [away, i];
  }
  return best;
}
