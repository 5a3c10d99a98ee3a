import { MISSING, simplifyTrack } from '@waymark/streams';
import type { LngLat } from './types.ts';

/** The most points that are drawn of one track. */
export const DRAWN_POINTS = 10_000;

/** Indices of the points worth drawing: all of a short track, at most about `DRAWN_POINTS` of a long one. */
export function thinned(points: readonly (LngLat | null)[], most = DRAWN_POINTS): number[] {
  const n = points.length;
  const lat = new Int32Array(n).fill(MISSING);
  const lng = new Int32Array(n).fill(MISSING);
  points.forEach((p, i) => {
    if (!p) return;
    lng[i] = Math.round(p[0] * 1e7);
    lat[i] = Math.round(p[1] * 1e7);
  });
  let tolerance = 0;
  let kept = simplifyTrack(lat, lng, tolerance, MISSING);
  while (kept.length > most && tolerance < 1) {
    tolerance = tolerance ? tolerance * 1.6 : 1e-5;
    kept = simplifyTrack(lat, lng, tolerance, MISSING, kept);
  }
  return kept;
}

/** The index of the point nearest to a place, among `candidates`, by a plane that shrinks with latitude. */
export function nearest(
  points: readonly (LngLat | null)[],
  place: LngLat,
  candidates: readonly number[],
): number | null {
  const shrink = Math.cos((place[1] * Math.PI) / 180);
  let best: number | null = null;
  let least = Infinity;
  for (const i of candidates) {
    const p = points[i];
    if (!p) continue;
    const away = ((p[0] - place[0]) * shrink) ** 2 + (p[1] - place[1]) ** 2;
    if (away < least) {
      least = away;
      best = i;
    }
  }
  return best;
}
