import { MISSING, type Preview, type Streams } from '../model/parsed-workout.ts';

const MAX_POINTS = 200;
/** Squared degrees; a tenth of a metre, less than the polyline's last decimal. */
const STRAIGHT_DEGREES_SQUARED = 1e-12;

type Piece = { from: number; to: number; worst: number; offset: number };

/** The point of a piece farthest from the straight line between its ends; squared distance. */
function findFarthest(x: Float64Array, y: Float64Array, from: number, to: number): Piece {
  const ax = x[from]!;
  const ay = y[from]!;
  const dx = x[to]! - ax;
  const dy = y[to]! - ay;
  const long = dx * dx + dy * dy;
  let worst = -1;
  let offset = 0;
  for (let i = from + 1; i < to; i++) {
    const px = x[i]! - ax;
    const py = y[i]! - ay;
    const along = long > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy) / long)) : 0;
    const ex = px - along * dx;
    const ey = py - along * dy;
    const distance = ex * ex + ey * ey;
    if (distance > offset) {
      offset = distance;
      worst = i;
    }
  }
  return { from, to, worst, offset };
}

/**
 * Greedy variant of Douglas-Peucker: starts with the two ends and adds the point that is farthest off, until there are
 * `maxPoints` points or none is off by 0.1 m. Returns ascending indices.
 */
export function simplifyTrack(x: Float64Array, y: Float64Array, maxPoints = MAX_POINTS): number[] {
  const n = x.length;
  if (n <= 2) return Array.from({ length: n }, (_, i) => i);
  const indices = [0, n - 1];
  const pieces = [findFarthest(x, y, 0, n - 1)];
  while (indices.length < maxPoints) {
    let at = 0;
    for (let i = 1; i < pieces.length; i++) if (pieces[i]!.offset > pieces[at]!.offset) at = i;
    const piece = pieces[at]!;
    if (piece.offset < STRAIGHT_DEGREES_SQUARED) break;
    indices.push(piece.worst);
    pieces[at] = findFarthest(x, y, piece.from, piece.worst);
    pieces.push(findFarthest(x, y, piece.worst, piece.to));
  }
  return indices.sort((a, b) => a - b);
}

/** Google's polyline encoding with 5 decimals. */
export function encodePolyline(places: readonly (readonly [lat: number, lng: number])[]): string {
  let text = '';
  const before = [0, 0];
  for (const place of places) {
    for (const axis of [0, 1] as const) {
      const value = Math.round(place[axis] * 1e5);
      const delta = value - before[axis]!;
      before[axis] = value;
      let rest = delta < 0 ? ~(delta << 1) : delta << 1;
      for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
      text += String.fromCharCode(rest + 63);
    }
  }
  return text;
}

const wrapped = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180;

/** The small picture of a track. Longitudes run on over the date line, so that a line stays a line. */
export function createPreview({ n, columns: { lat, lng } }: Streams): Preview {
  if (!lat || !lng) return { polyline: null, bounds: null };
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  let count = 0;
  let turns = 0;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    if (lat[i] === MISSING) continue;
    const here = lng[i]! / 1e7;
    if (count > 0) turns += Math.round((x[count - 1]! - turns * 360 - here) / 360);
    x[count] = here + turns * 360;
    y[count] = lat[i]! / 1e7;
    west = Math.min(west, x[count]!);
    east = Math.max(east, x[count]!);
    south = Math.min(south, y[count]!);
    north = Math.max(north, y[count]!);
    count++;
  }
  if (count < 2) return { polyline: null, bounds: null };
  // A degree of longitude shrinks towards the poles; without this the choice of points would lean.
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const chosen = simplifyTrack(
    x.subarray(0, count).map((lng) => lng * shrink),
    y.subarray(0, count),
  );
  const places = chosen.map((i) => [y[i]!, wrapped(x[i]!)] as const);
  return { polyline: encodePolyline(places), bounds: [wrapped(west), south, wrapped(east), north] };
}
