import { reachOf } from '@waymark/api/src/maps/places/nearest.ts';
import type { SourceCity } from './sources.ts';

/** Cities whose boroughs GeoNames lists as cities beside them, by id: New York, Mexico City, Istanbul. */
const WITH_BOROUGHS = new Set([5128581, 3530597, 745044]);
/** How much farther than the reach of a compact city they go. */
const WIDER = 1.25;
const KM_PER_DEGREE = 111.2;

/**
 * Which places are parts of a larger city: sections (PPLX), and the boroughs of some. Nobody says that they ran in
 * Manhattan and not in New York.
 */
export function markParts(cities: readonly SourceCity[]): boolean[] {
  const large = cities.filter(({ id }) => WITH_BOROUGHS.has(id));
  return cities.map(
    (city) =>
      city.feature === 'PPLX' ||
      large.some((larger) => {
        if (larger === city || larger.country !== city.country || larger.admin1 !== city.admin1) return false;
        const east = (larger.lng - city.lng) * Math.cos((city.lat * Math.PI) / 180);
        const away = KM_PER_DEGREE * Math.hypot(larger.lat - city.lat, east);
        return away < WIDER * reachOf(larger.population);
      }),
  );
}
