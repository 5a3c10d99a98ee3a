import type { Env } from '../../kernel/server/env.ts';
import { nearestCity } from './nearest.ts';
import { hasPlaces, placesOf, type Places } from './places.ts';

/** Where a place is, in words: `Austin`, `TX`, `US` (the short name of the state, else its name; a country code). */
export interface Locality {
  locality: string;
  region: string;
  country: string;
  geonameId: number;
}

export const localityOfCity = (places: Places, city: number): Locality => ({
  locality: places.name(city),
  region: places.state(city)?.short ?? '',
  country: places.country(city).code,
  geonameId: places.data.ids[city]!,
});

/**
 * The city that a place belongs to, within microseconds once the list has been read. Degrees.
 * @returns null far from every city, and where the list of cities has not been made
 */
export function localityOf(lat: number, lng: number, env: Pick<Env, 'PLACES_FILE'> = {}): Locality | null {
  if (!hasPlaces(env)) return null;
  const places = placesOf(env);
  const city = nearestCity(places, { lat, lng });
  return city < 0 ? null : localityOfCity(places, city);
}
