import { normalizeText, slugOf } from '@waymark/api/src/kernel/normalize-text.ts';
import type { StateInfo } from '@waymark/api/src/maps/places/layout.ts';
import { otherStateName, ownCountryName } from './other-names.ts';
import { shortName } from './short-names.ts';
import type { SourceCity } from './sources.ts';

const RADIANS = Math.PI / 180;

/** Where people of a group live on average, over the sphere: Fiji and the USA lie on both sides of 180°. */
function middle(cities: readonly SourceCity[]) {
  let [x, y, z, population] = [0, 0, 0, 0];
  for (const city of cities) {
    const weight = city.population + 1;
    const [lat, lng] = [city.lat * RADIANS, city.lng * RADIANS];
    x += weight * Math.cos(lat) * Math.cos(lng);
    y += weight * Math.cos(lat) * Math.sin(lng);
    z += weight * Math.sin(lat);
    population += city.population;
  }
  const degrees = (radians: number) => Math.round((radians / RADIANS) * 1e5) / 1e5;
  return { lat: degrees(Math.atan2(z, Math.hypot(x, y))), lng: degrees(Math.atan2(y, x)), population };
}

/** Countries and states that have a city, in the order of their codes, with names, addresses and middles. */
export function groupsOf(
  cities: readonly SourceCity[],
  parts: readonly boolean[],
  names: ReadonlyMap<string, string>,
) {
  const whole = cities.filter((_, i) => !parts[i]);
  const words = new Intl.DisplayNames('en', { type: 'region' });
  const byCountry = Map.groupBy(cities, ({ country }) => country);
  const codes = [...byCountry.keys()].sort();
  const countryOf = new Map(codes.map((code, i) => [code, i]));
  const countries = codes.map((code) => {
    const { lat, lng, population } = middle(byCountry.get(code)!);
    const name = words.of(code) ?? code;
    return { code, name, other: ownCountryName(code, name) ?? '', lat, lng, population };
  });
  const byState = Map.groupBy(whole, ({ country, admin1 }) => `${country}.${admin1}`);
  const taken = new Set<string>();
  const stateOf = new Map<string, number>();
  const states: StateInfo[] = [];
  for (const [key, own] of [...byState].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = names.get(key);
    if (!name) continue;
    const [code = '', admin1 = ''] = key.split('.');
    const short = shortName(code, admin1, name, normalizeText(name));
    const base = slugOf(short) || admin1.toLowerCase();
    const slug = taken.has(`${code}/${base}`) ? `${base}-${admin1.toLowerCase()}` : base;
    taken.add(`${code}/${slug}`);
    stateOf.set(key, states.length);
    states.push({
      country: countryOf.get(code)!,
      name,
      other: otherStateName(code, name) ?? '',
      short,
      slug,
      ...middle(own),
    });
  }
  return { countries, states, stateOf, countryOf };
}
