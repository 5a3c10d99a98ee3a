import { decodePolyline } from '@waymark/streams';
import { haversine } from '@waymark/units';

/** Places along the course at even distances, in metres east and north of a shared origin. */
export type Course = {
  x: Float64Array;
  y: Float64Array;
  meters: number;
  /** Round and round in so small a place that two neighbours on it say nothing of the direction. */
  winding: boolean;
};

/** Enough to tell two streets apart on ten kilometres. */
const PLACES = 96;
/** A place is looked for so many places before and after its own: clocks and receivers drift apart and together again. */
const DRIFT = 4;
/** Metres between the starts, and between the ends, of two workouts on one course. */
const ENDS = 150;
/** Metres off the other's way that are noise; on a long way the preview's 200 points leave out more. */
const NOISE = 60;
const NOISE_SHARE = 1 / 500;
/** This share of the places must lie on the other's way, both ways round. */
const SHARED = 0.9;
/** Mean cosine between the headings of two that go the same way; against each other it is near -1. */
const HEADING = 0.3;
/** Steps longer than this share of the whole extent are chords of laps on a track. */
const WINDING = 0.1;

const METERS_PER_DEGREE = 111_195;

/** The place all distances are measured from: anywhere near will do. */
export type Origin = { lat: number; lng: number };

export function originOf(polyline: string): Origin | null {
  const [first] = decodePolyline(polyline.slice(0, 16));
  return first ? { lng: first[0], lat: first[1] } : null;
}

/** Null for a track without an extent. */
export function courseOf(polyline: string, { lat, lng }: Origin): Course | null {
  const points = decodePolyline(polyline);
  const shrink = Math.cos((lat * Math.PI) / 180);
  const xs = new Float64Array(points.length);
  const ys = new Float64Array(points.length);
  const along = new Float64Array(points.length);
  for (const [i, point] of points.entries()) {
    // The short way round the globe, so that the date line cuts nothing in two.
    xs[i] = (((((point[0] - lng + 540) % 360) + 360) % 360) - 180) * METERS_PER_DEGREE * shrink;
    ys[i] = (point[1] - lat) * METERS_PER_DEGREE;
    if (i > 0) along[i] = along[i - 1]! + Math.hypot(xs[i] - xs[i - 1]!, ys[i] - ys[i - 1]!);
  }
  const meters = along.at(-1) ?? 0;
  if (meters === 0) return null;
  const x = new Float64Array(PLACES);
  const y = new Float64Array(PLACES);
  let at = 1;
  for (let k = 0; k < PLACES; k++) {
    const reached = (k / (PLACES - 1)) * meters;
    while (at < along.length - 1 && along[at]! < reached) at++;
    const step = along[at]! - along[at - 1]!;
    const part = step > 0 ? Math.min(1, (reached - along[at - 1]!) / step) : 0;
    x[k] = xs[at - 1]! + part * (xs[at]! - xs[at - 1]!);
    y[k] = ys[at - 1]! + part * (ys[at]! - ys[at - 1]!);
  }
  const extent = Math.hypot(spread(xs), spread(ys));
  return { x, y, meters, winding: meters / PLACES > WINDING * extent };
}

const spread = (values: Float64Array): number => Math.max(...values) - Math.min(...values);

const apart = (a: Course, i: number, b: Course, j: number): number =>
  Math.hypot(a.x[i]! - b.x[j]!, a.y[i]! - b.y[j]!);

/** Squared metres from a place of `a` to the way of `b` between two of its places. */
function offWay(a: Course, i: number, b: Course, j: number): number {
  const [px, py] = [a.x[i]! - b.x[j]!, a.y[i]! - b.y[j]!];
  const [dx, dy] = [b.x[j + 1]! - b.x[j]!, b.y[j + 1]! - b.y[j]!];
  const long = dx * dx + dy * dy;
  const part = long > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy) / long)) : 0;
  return (px - part * dx) ** 2 + (py - part * dy) ** 2;
}

/** How many places of `a` lie on the way of `b`, and how alike the headings are there (mean cosine). */
function onWay(a: Course, b: Course, noise: number): { shared: number; heading: number } {
  let shared = 0;
  let heading = 0;
  for (let i = 0; i < PLACES; i++) {
    let best = Number.POSITIVE_INFINITY;
    let nearest = 0;
    for (let j = Math.max(0, i - DRIFT); j < Math.min(PLACES - 1, i + DRIFT); j++) {
      const off = offWay(a, i, b, j);
      if (off < best) [best, nearest] = [off, j];
    }
    if (best > noise * noise) continue;
    shared++;
    heading += cosine(a, Math.min(i, PLACES - 2), b, nearest);
  }
  return { shared: shared / PLACES, heading: shared > 0 ? heading / shared : 0 };
}

function cosine(a: Course, i: number, b: Course, j: number): number {
  const [ax, ay] = [a.x[i + 1]! - a.x[i]!, a.y[i + 1]! - a.y[i]!];
  const [bx, by] = [b.x[j + 1]! - b.x[j]!, b.y[j + 1]! - b.y[j]!];
  const long = Math.hypot(ax, ay) * Math.hypot(bx, by);
  return long > 0 ? (ax * bx + ay * by) / long : 0;
}

/**
 * Both lead the same way from the same start to the same end, as far as receivers and the thinning of previews can
 * tell. A loop the other way round is another course; there and back is the same both
 * ways, and so are rounds on a track.
 */
export function sameCourse(a: Course, b: Course): boolean {
  if (apart(a, 0, b, 0) > ENDS || apart(a, PLACES - 1, b, PLACES - 1) > ENDS) return false;
  const noise = Math.max(NOISE, Math.max(a.meters, b.meters) * NOISE_SHARE);
  const there = onWay(a, b, noise);
  if (there.shared < SHARED) return false;
  if (there.heading < HEADING && !(a.winding && b.winding)) return false;
  return onWay(b, a, noise).shared >= SHARED;
}

/** Degrees of latitude and longitude that a distance spans at most at a place. */
export function degreesOf(meters: number, lat: number): { lat: number; lng: number } {
  const perDegree = haversine(lat, 0, lat, 1);
  return { lat: meters / METERS_PER_DEGREE, lng: perDegree > 1 ? Math.min(360, meters / perDegree) : 360 };
}
