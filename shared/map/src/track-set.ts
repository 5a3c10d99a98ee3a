import type { Tracks } from '@waymark/streams';
import type { LngLat } from './view.ts';

/** Units around the world: a unit is 4 cm at the equator. */
export const WORLD = 2 ** 30;

/** Many tracks on the plane of the map (web mercator, `WORLD` units wide, 0 in the middle, north up). */
export interface TrackSet {
  /** Where each track's points begin; one more entry than there are tracks. */
  starts: Uint32Array;
  x: Int32Array;
  y: Int32Array;
  /** 1 for each point to which no line leads. */
  breaks: Uint8Array;
  /** West, south, east, north of each track. */
  boxes: Int32Array;
}

const CELLS_PER_DEGREE = 100;
const MOST_LAT = 85;
let table: Float64Array | undefined;

/** Mercator by a table with a straight line between its entries: a tenth of a metre off, and forty times as fast. */
function mercatorTable(): Float64Array {
  if (table) return table;
  table = new Float64Array(2 * MOST_LAT * CELLS_PER_DEGREE + 2);
  for (let i = 0; i < table.length; i++) {
    const lat = (i / CELLS_PER_DEGREE - MOST_LAT) * (Math.PI / 180);
    table[i] = (Math.log(Math.tan(Math.PI / 4 + lat / 2)) / (2 * Math.PI)) * WORLD;
  }
  return table;
}

export function planeY(lat: number): number {
  const known = mercatorTable();
  const at = (Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) + MOST_LAT) * CELLS_PER_DEGREE;
  const i = Math.floor(at);
  return known[i]! + (at - i) * (known[i + 1]! - known[i]!);
}

export const planeX = (lng: number): number => (lng / 360) * WORLD;

/** Units of the plane in a metre at a latitude. */
export const unitsPerMeter = (lat: number): number =>
  WORLD / (40_075_016.686 * Math.cos((lat * Math.PI) / 180));

/** Puts tracks on the plane. A million points take some tens of milliseconds. */
export function createTrackSet({ header: { step }, starts, lat, lng, breaks }: Tracks): TrackSet {
  const n = lat.length;
  const x = new Int32Array(n);
  const y = new Int32Array(n);
  const across = (step / 360) * WORLD;
  const boxes = new Int32Array((starts.length - 1) * 4);
  for (let track = 0; track + 1 < starts.length; track++) {
    let [west, south, east, north] = [WORLD, WORLD, -WORLD, -WORLD];
    for (let i = starts[track]!; i < starts[track + 1]!; i++) {
      const px = (x[i] = Math.round(lng[i]! * across));
      const py = (y[i] = Math.round(planeY(lat[i]! * step)));
      if (px < west) west = px;
      if (px > east) east = px;
      if (py < south) south = py;
      if (py > north) north = py;
    }
    boxes.set([west, south, east, north], track * 4);
  }
  return { starts, x, y, breaks, boxes };
}

/** Which tracks are shown; all of them without a mask. */
export type TrackMask = Uint8Array | null;

/** The tracks that touch a box of the plane, in their order. */
export function tracksWithin(set: TrackSet, shown: TrackMask, box: readonly number[]): number[] {
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const found: number[] = [];
  const { boxes, starts, x, y } = set;
  for (let track = 0; track + 1 < starts.length; track++) {
    if (shown && !shown[track]) continue;
    const at = track * 4;
    if (boxes[at]! > east || boxes[at + 2]! < west || boxes[at + 1]! > north || boxes[at + 3]! < south)
      continue;
    for (let i = starts[track]!; i < starts[track + 1]!; i++) {
      if (x[i]! < west || x[i]! > east || y[i]! < south || y[i]! > north) continue;
      found.push(track);
      break;
    }
  }
  return found;
}

/** The tracks that pass within `reach` units of a place of the plane, in their order. */
export function tracksAt(set: TrackSet, shown: TrackMask, px: number, py: number, reach: number): number[] {
  const found: number[] = [];
  const { boxes, starts, x, y, breaks } = set;
  for (let track = 0; track + 1 < starts.length; track++) {
    if (shown && !shown[track]) continue;
    const at = track * 4;
    if (
      boxes[at]! > px + reach ||
      boxes[at + 2]! < px - reach ||
      boxes[at + 1]! > py + reach ||
      boxes[at + 3]! < py - reach
    )
      continue;
    const last = starts[track + 1]! - 1;
    for (let i = starts[track]!; i <= last; i++) {
      const j = i === last || breaks[i + 1] ? i : i + 1;
      if (squaredDistanceToSegment(px, py, x[i]!, y[i]!, x[j]!, y[j]!) > reach * reach) continue;
      found.push(track);
      break;
    }
  }
  return found;
}

/** Squared distance of a place from the line between two others. */
function squaredDistanceToSegment(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const long = dx * dx + dy * dy;
  const along = long > 0 ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / long)) : 0;
  return (px - ax - along * dx) ** 2 + (py - ay - along * dy) ** 2;
}

/** Where most of the tracks are: the box of those that begin within 25 km of where most begin. */
export function busiestBox(set: TrackSet, shown: TrackMask): [number, number, number, number] | null {
  const { starts, x, y, boxes } = set;
  const cell = WORLD / 800;
  const counts = new Map<string, number[]>();
  for (let track = 0; track + 1 < starts.length; track++) {
    if ((shown && !shown[track]) || starts[track] === starts[track + 1]) continue;
    const key = `${Math.floor(x[starts[track]!]! / cell)} ${Math.floor(y[starts[track]!]! / cell)}`;
    counts.set(key, [...(counts.get(key) ?? []), track]);
  }
  let most: number[] = [];
  for (const tracks of counts.values()) if (tracks.length > most.length) most = tracks;
  if (most.length === 0) return null;
  const side = (k: number, pick: (...values: number[]) => number) =>
    most.reduce((value, track) => pick(value, boxes[track * 4 + k]!), boxes[most[0]! * 4 + k]!);
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}

/** A place of the plane in degrees. */
export function lngLatOf(px: number, py: number): LngLat {
  const lat = (Math.atan(Math.sinh((py / WORLD) * 2 * Math.PI)) * 180) / Math.PI;
  return [(((((px / WORLD) * 360 + 540) % 360) + 360) % 360) - 180, lat];
}
