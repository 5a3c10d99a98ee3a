import { scaleAt, worldX, worldY } from './plane.ts';

/** A line on the plane of the map, with what is worth drawing of it at one zoom. */
export interface ThinLine {
  /** x, y, x, y, ...; crosses the date line by going on beyond 0 or 1. */
  xy: Float64Array;
  /** Length of the line up to each point. */
  along: Float64Array;
  /** West, north, east, south of each `CHUNK` pieces. */
  boxes: Float64Array;
}

export const CHUNK = 64;
/** How far a drawn line may be from the true one, in pixels. */
const TOLERANCE = 0.5;
/** Lines are simplified in parts of this many points, so that none takes long. */
const PART = 2048;
const DEEPEST = 22;

/** Longitudes and latitudes on the plane, each step the short way around the world. Places that are no numbers are left out. */
export function onPlane(line: Float64Array): Float64Array {
  const xy = new Float64Array(line.length - (line.length % 2));
  let n = 0;
  let before = 0;
  for (let i = 0; i + 1 < line.length; i += 2) {
    const lng = line[i]!;
    const lat = line[i + 1]!;
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) continue;
    let x = worldX(lng);
    if (n > 0) x -= Math.round(x - before);
    xy[n] = before = x;
    xy[n + 1] = worldY(lat);
    n += 2;
  }
  return xy.subarray(0, n);
}

/** Leaves out points that are within a pixel of the line without them. */
export function thin(xy: Float64Array, tolerance: number): Float64Array {
  const apart = withoutNear(xy, tolerance);
  const n = apart.length / 2;
  const keep = new Uint8Array(n);
  for (let from = 0; from < n; from += PART)
    simplify(apart, from, Math.min(n - 1, from + PART), keep, tolerance);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (!keep[i]) continue;
    apart[2 * count] = apart[2 * i]!;
    apart[2 * count + 1] = apart[2 * i + 1]!;
    count++;
  }
  return apart.slice(0, 2 * count);
}

function withoutNear(xy: Float64Array, tolerance: number): Float64Array {
  const out = new Float64Array(xy.length);
  const square = tolerance * tolerance;
  const last = xy.length - 2;
  let n = 0;
  for (let i = 0; i <= last; i += 2) {
    if (n > 0 && i < last) {
      const dx = xy[i]! - out[n - 2]!;
      const dy = xy[i + 1]! - out[n - 1]!;
      if (dx * dx + dy * dy < square) continue;
    }
    out[n] = xy[i]!;
    out[n + 1] = xy[i + 1]!;
    n += 2;
  }
  return out.subarray(0, n);
}

/** Douglas and Peucker, between two points that stay. */
function simplify(xy: Float64Array, first: number, end: number, keep: Uint8Array, tolerance: number): void {
  keep[first] = keep[end] = 1;
  const square = tolerance * tolerance;
  const open = [first, end];
  while (open.length > 0) {
    const to = open.pop()!;
    const from = open.pop()!;
    // A long line is thinned once, before any of this is compiled: nothing here makes an array.
    const ax = xy[2 * from]!;
    const ay = xy[2 * from + 1]!;
    const dx = xy[2 * to]! - ax;
    const dy = xy[2 * to + 1]! - ay;
    const length = dx * dx + dy * dy;
    const share = length > 0 ? 1 / length : 0;
    let farthest = -1;
    let most = square;
    for (let i = from + 1; i < to; i++) {
      const px = xy[2 * i]! - ax;
      const py = xy[2 * i + 1]! - ay;
      let t = (px * dx + py * dy) * share;
      if (t < 0) t = 0;
      else if (t > 1) t = 1;
      const x = px - t * dx;
      const y = py - t * dy;
      const away = x * x + y * y;
      if (away > most) {
        most = away;
        farthest = i;
      }
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    open.push(from, farthest, farthest, to);
  }
}

function measured(xy: Float64Array): ThinLine {
  const n = xy.length / 2;
  const along = new Float64Array(n);
  const boxes = new Float64Array(4 * Math.max(1, Math.ceil((n - 1) / CHUNK)));
  for (let i = 1; i < n; i++) {
    const dx = xy[2 * i]! - xy[2 * i - 2]!;
    const dy = xy[2 * i + 1]! - xy[2 * i - 1]!;
    along[i] = along[i - 1]! + Math.sqrt(dx * dx + dy * dy);
  }
  for (let chunk = 0; 4 * chunk < boxes.length; chunk++) {
    const end = Math.min(n - 1, (chunk + 1) * CHUNK);
    const box = 4 * chunk;
    boxes[box] = boxes[box + 1] = Infinity;
    boxes[box + 2] = boxes[box + 3] = -Infinity;
    for (let i = chunk * CHUNK; i <= end; i++) {
      const x = xy[2 * i]!;
      const y = xy[2 * i + 1]!;
      if (x < boxes[box]) boxes[box] = x;
      if (y < boxes[box + 1]!) boxes[box + 1] = y;
      if (x > boxes[box + 2]!) boxes[box + 2] = x;
      if (y > boxes[box + 3]!) boxes[box + 3] = y;
    }
  }
  return { xy, along, boxes };
}

const known = new WeakMap<Float64Array, { plane: Float64Array; levels: Map<number, ThinLine> }>();

/** What to draw of a line at a zoom. Remembered with the array, which must not be changed afterwards. */
export function thinLine(line: Float64Array, zoom: number): ThinLine {
  let entry = known.get(line);
  if (!entry) known.set(line, (entry = { plane: onPlane(line), levels: new Map() }));
  const level = Math.max(0, Math.min(DEEPEST, Math.ceil(zoom - 0.01)));
  let found = entry.levels.get(level);
  if (!found) entry.levels.set(level, (found = measured(thin(entry.plane, TOLERANCE / scaleAt(level)))));
  return found;
}
