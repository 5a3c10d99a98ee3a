import type { RouteSummary } from '@waymark/api-contract';
import { decodePolyline } from '@waymark/streams';
import { unwrapped } from './route-sketch.tsx';

/** West, south, east, north in degrees; west is greater than east across the date line. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** A route as a map draws it: longitude, latitude, ... that run on across the date line. */
export interface RouteLine {
  id: number;
  line: Float64Array;
  /** West, south, east, north of the line, not wrapped. */
  box: Bounds;
}

const wrap = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180;

export function routeLine({ id, preview }: Pick<RouteSummary, 'id' | 'preview'>): RouteLine {
  const points = unwrapped(decodePolyline(preview.polyline));
  const line = Float64Array.from(points.flat());
  const box: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of points) grow(box, lng, lat);
  return { id, line, box };
}

function grow(box: Bounds, lng: number, lat: number): void {
  if (lng < box[0]) box[0] = lng;
  if (lat < box[1]) box[1] = lat;
  if (lng > box[2]) box[2] = lng;
  if (lat > box[3]) box[3] = lat;
}

/** Bounds of all lines together, the short way round the earth; null without any. */
export function boundsOf(lines: readonly RouteLine[]): Bounds | null {
  const some = lines.filter(({ line }) => line.length > 0);
  if (some.length === 0) return null;
  const middle = some[0]!.box[0];
  const all: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of some) {
    const turn = Math.round((middle - box[0]) / 360) * 360;
    grow(all, box[0] + turn, box[1]);
    grow(all, box[2] + turn, box[3]);
  }
  if (all[2] - all[0] >= 360) return [-180, all[1], 180, all[3]];
  return [wrap(all[0]), all[1], wrap(all[2]), all[3]];
}

/** Bounds of a circle. @param radius metres */
export function boundsAround({ lat, lng }: { lat: number; lng: number }, radius: number): Bounds {
  const high = radius / 111_195;
  const wide = Math.min(179, high / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return [wrap(lng - wide), Math.max(-85, lat - high), wrap(lng + wide), Math.min(85, lat + high)];
}

/** A circle as a line, drawn where maps can. @param radius metres */
export function circleLine({ lat, lng }: { lat: number; lng: number }, radius: number): Float64Array {
  const line = new Float64Array(65 * 2);
  const high = radius / 111_195;
  for (let i = 0; i <= 64; i++) {
    const turn = (i / 32) * Math.PI;
    const at = Math.min(85, Math.max(-85, lat + high * Math.sin(turn)));
    line[i * 2] = lng + (high * Math.cos(turn)) / Math.max(0.01, Math.cos((at * Math.PI) / 180));
    line[i * 2 + 1] = at;
  }
  return line;
}

/**
 * The line nearest to a place, none further than so many pixels.
 * @param degrees of longitude in a pixel at the place
 */
export function lineAt(
  lines: readonly RouteLine[],
  [lng, lat]: readonly [number, number],
  degrees: number,
  pixels: number,
): number | null {
  // Planar around the place, in degrees of longitude there: maps keep angles.
  const stretch = 1 / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const within = degrees * pixels;
  let best = within * within;
  let found: number | null = null;
  for (const { id, line, box } of lines) {
    const x = lng + Math.round((box[0] - lng) / 360) * 360;
    const away = Math.max(box[0] - x, x - box[2], (box[1] - lat) * stretch, (lat - box[3]) * stretch);
    if (away > within) continue;
    for (let i = 0; i + 3 < line.length; i += 2) {
      const ax = line[i]! - x;
      const ay = (line[i + 1]! - lat) * stretch;
      const vx = line[i + 2]! - line[i]!;
      const vy = (line[i + 3]! - line[i + 1]!) * stretch;
      const length = vx * vx + vy * vy;
      const part = length > 0 ? Math.min(1, Math.max(0, -(ax * vx + ay * vy) / length)) : 0;
      const square = (ax + part * vx) ** 2 + (ay + part * vy) ** 2;
      if (square > best) continue;
      best = square;
      found = id;
    }
  }
  return found;
}
