import { EARTH_RADIUS } from './constants.ts';

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in metres between two places in degrees, on a sphere of 6,371,000 m (haversine). */
export function haversine(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const a =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lng2 - lng1) / 2) ** 2;
  // Rounding can push opposite places a hair above 1, where asin has no value.
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(a)));
}
