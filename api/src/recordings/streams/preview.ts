import { pauseEnds, PREVIEW_BREAK } from '@waymark/streams';
import { MISSING, type Preview, type Streams } from '../model/parsed-workout.ts';

const MAX_POINTS = 200;
/** Pauses in which nobody moved so far are not seen. */
const MIN_GAP_METERS = 10;
/** Most of the points are for the course. */
const MAX_GAPS = 40;
const METERS_PER_DEGREE = 111_195;
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
 * @param breaks the points before which no line leads, ascending: the points on both sides stay
 */
export function simplifyTrack(
  x: Float64Array,
  y: Float64Array,
  breaks: readonly number[] = [],
  maxPoints = MAX_POINTS,
): number[] {
  const n = x.length;
  if (n <= 2) return Array.from({ length: n }, (_, i) => i);
  const indices = [...new Set([0, ...breaks.flatMap((at) => [at - 1, at]), n - 1])];
  const pieces = indices.slice(1).map((to, i) => findFarthest(x, y, indices[i]!, to));
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

/**
 * Google's polyline encoding with 5 decimals.
 * @param breaks the places before which no line leads
 */
export function encodePolyline(
  places: readonly (readonly [lat: number, lng: number])[],
  breaks: ReadonlySet<number> = new Set(),
): string {
  let text = '';
  const before = [0, 0];
  for (const [i, place] of places.entries()) {
    if (breaks.has(i)) text += PREVIEW_BREAK;
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

const pausesOf = (streams: Streams): number[] =>
  streams.columns.time && streams.columns.timer ? pauseEnds(streams) : [];

/**
 * The small picture of a track. Longitudes run on over the date line, so that a line stays a line.
 * @param pauses the samples before which nothing was recorded, ascending
 */
export function createPreview(streams: Streams, pauses: readonly number[] = pausesOf(streams)): Preview {
  const {
    n,
    columns: { lat, lng },
  } = streams;
  if (!lat || !lng) return { polyline: null, bounds: null };
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  let count = 0;
  let turns = 0;
  let pause = 0;
  const pauseAt: number[] = [];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    if (lat[i] === MISSING) continue;
    if (pauses[pause]! <= i) pauseAt.push(count);
    while (pauses[pause]! <= i) pause++;
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
  const shrunk = x.subarray(0, count).map((lng) => lng * shrink);
  const gaps = widestGaps(shrunk, y, pauseAt);
  const chosen = simplifyTrack(shrunk, y.subarray(0, count), gaps);
  const places = chosen.map((i) => [y[i]!, wrapped(x[i]!)] as const);
  const breaks = new Set(gaps.map((at) => chosen.indexOf(at)));
  return { polyline: encodePolyline(places, breaks), bounds: [wrapped(west), south, wrapped(east), north] };
}

/** The pauses that a picture shows, in the order of the track. */
function widestGaps(x: Float64Array, y: Float64Array, pauseAt: readonly number[]): number[] {
  const meters = (at: number) => Math.hypot(x[at]! - x[at - 1]!, y[at]! - y[at - 1]!) * METERS_PER_DEGREE;
  return pauseAt
    .filter((at) => at > 0 && meters(at) >= MIN_GAP_METERS)
    .sort((a, b) => meters(b) - meters(a))
    .slice(0, MAX_GAPS)
    .sort((a, b) => a - b);
}
