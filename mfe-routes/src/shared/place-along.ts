import type { Place, PlanLine } from '@waymark/routes';

/** Normalizes the longitude: a map wraps around the world, a course does not. */
export const placeOf = ([lng, lat]: readonly [lng: number, lat: number]): Place => ({
  lng: lng - 360 * Math.round(lng / 360),
  lat: Math.max(-90, Math.min(90, lat)),
});

/** The place of a line at a distance from its start; null on an empty one. */
export function placeAlong({ line, along }: Pick<PlanLine, 'line' | 'along'>, meters: number): Place | null {
  if (along.length === 0) return null;
  let low = 0;
  let high = along.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along[middle]! < meters) low = middle + 1;
    else high = middle;
  }
  const i = Math.max(1, low);
  if (along.length === 1) return { lng: line[0]!, lat: line[1]! };
  const span = along[i]! - along[i - 1]!;
  const part = span > 0 ? Math.max(0, Math.min(1, (meters - along[i - 1]!) / span)) : 0;
  const east = line[i * 2]! - line[i * 2 - 2]!;
  return {
    lng: line[i * 2 - 2]! + part * (east - 360 * Math.round(east / 360)),
    lat: line[i * 2 - 1]! + part * (line[i * 2 + 1]! - line[i * 2 - 1]!),
  };
}
