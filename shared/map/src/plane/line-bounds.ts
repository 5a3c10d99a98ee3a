import type { Bounds } from '../view.ts';

/** West, south, east and north of a line of longitudes and latitudes, the short way around the world; null without any. */
export function lineBounds(line: Float64Array): Bounds | null {
  if (line.length < 2) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let before = line[0]!;
  for (let i = 0; i + 1 < line.length; i += 2) {
    const lng = line[i]! - 360 * Math.round((line[i]! - before) / 360);
    before = lng;
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, line[i + 1]!);
    north = Math.max(north, line[i + 1]!);
  }
  if (east - west >= 360) return [-180, south, 180, north];
  const around = (lng: number) => lng - 360 * Math.round(lng / 360);
  return [around(west), south, around(east), north];
}

/** Several lines as one, for its bounds. */
export function joinLines(lines: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lines.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const line of lines) {
    all.set(line, at);
    at += line.length;
  }
  return all;
}
