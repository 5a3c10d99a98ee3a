import { haversine } from '@waymark/units';

/** Latitude, longitude in degrees and altitude in metres. */
export type Place = readonly [lat: number, lng: number, altitude: number];

/** A way on the ground, walked from one end to the other and back as often as it takes, or round and round. */
export interface Course {
  at(meters: number): { lat: number; lng: number; altitude: number };
}

const STEPS_BETWEEN = 24;

/** Catmull-Rom: a smooth line through all four, here between the second and the third. */
const bend = (a: number, b: number, c: number, d: number, t: number): number =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3);

function smooth(places: readonly Place[], loop: boolean): Place[] {
  const n = places.length;
  const pick = (i: number): Place => places[loop ? (i + n) % n : Math.min(n - 1, Math.max(0, i))]!;
  const line: Place[] = [];
  for (let i = 0; i < (loop ? n : n - 1); i++) {
    const around = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)] as const;
    for (let step = 0; step < STEPS_BETWEEN; step++) {
      const value = (k: 0 | 1 | 2) =>
        bend(around[0][k], around[1][k], around[2][k], around[3][k], step / STEPS_BETWEEN);
      line.push([value(0), value(1), value(2)]);
    }
  }
  line.push(pick(loop ? 0 : n - 1));
  return line;
}

/** Makes a course of the places it passes. */
export function courseOf(places: readonly Place[], { loop }: { loop: boolean }): Course {
  const line = smooth(places, loop);
  const along = [0];
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    along.push(along[i - 1]! + haversine(from[0], from[1], to[0], to[1]));
  }
  const length = along.at(-1)!;
  return {
    at(meters) {
      const lap = meters % (loop ? length : 2 * length);
      const here = lap > length ? 2 * length - lap : lap;
      let after = along.findIndex((reached) => reached > here);
      if (after < 0) after = along.length - 1;
      const [from, to] = [line[after - 1]!, line[after]!];
      const part = (here - along[after - 1]!) / (along[after]! - along[after - 1]! || 1);
      const value = (k: 0 | 1 | 2) => from[k] + (to[k] - from[k]) * part;
      return { lat: value(0), lng: value(1), altitude: value(2) };
    },
  };
}
