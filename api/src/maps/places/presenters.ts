import type { City, GeocodeAnswer, PlaceSuggestion, State } from '@waymark/api-contract';
import type { Hit } from './find-places.ts';
import { localityOfCity } from './locality.ts';
import type { StateInfo } from './layout.ts';
import type { Places } from './places.ts';

export type GeoFeature = GeocodeAnswer['features'][number];
/** Whether the site has pages for a country; small letters. */
export type Offered = (country: string) => boolean;

const pathOf = (country: string, slug: string) => `/${country.toLowerCase()}/${slug}`;
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ');

export function toState(places: Places, state: StateInfo): State {
  const { code } = places.data.countries[state.country]!;
  return {
    name: state.name,
    short_name: state.short,
    slug: state.slug,
    path: pathOf(code, state.slug),
  };
}

export function toCity(places: Places, city: number): City {
  const state = places.state(city);
  const { code } = places.country(city);
  const slug = places.slug(city);
  return {
    geoname_id: places.data.ids[city]!,
    name: places.name(city),
    slug,
    path: pathOf(code, slug),
    state_name: state?.name ?? '',
    state_short_name: state?.short ?? '',
    state_path: state ? pathOf(code, state.slug) : null,
    country: code,
    ...places.spot(city),
    population: places.data.population[city]!,
  };
}

interface Described {
  name: string;
  /** `Austin, TX, US`, `Bavaria, Germany`. */
  label: string;
  /** `Austin, Texas, United States`. */
  long: string;
  lat: number;
  lng: number;
  country: string;
  region: string;
  /** Of its page; undefined where a country has only one of its own. */
  slug: string | undefined;
  id: number | null;
}

function describe(places: Places, { kind, index }: Hit): Described {
  const { countries, states } = places.data;
  if (kind === 'city') {
    const state = places.state(index);
    const country = places.country(index);
    const name = places.name(index);
    return {
      ...places.spot(index),
      name,
      label: joined(name, state?.short, country.code),
      long: joined(name, state?.name, country.name),
      country: country.code,
      region: state?.short ?? '',
      slug: places.slug(index),
      id: places.data.ids[index]!,
    };
  }
  const state = kind === 'state' ? states[index] : undefined;
  const country = countries[state?.country ?? index]!;
  const { name, lat, lng } = state ?? country;
  const label = joined(name, state && country.name);
  return {
    name,
    label,
    long: label,
    lat,
    lng,
    country: country.code,
    id: null,
    region: state?.short ?? '',
    slug: state?.slug,
  };
}

export function toSuggestion(places: Places, hit: Hit, offered: Offered): PlaceSuggestion {
  const { name, label, lat, lng, country, slug, id } = describe(places, hit);
  return {
    value: `${lat},${lng}`,
    label,
    locality: name,
    isCity: hit.kind === 'city',
    isRegion: hit.kind === 'state',
    isState: hit.kind === 'state',
    isCountry: hit.kind === 'country',
    geoname_id: id,
    path: !offered(country) ? null : slug ? pathOf(country, slug) : `/${country.toLowerCase()}`,
  };
}

const at = (lat: number, lng: number) => ({
  type: 'Feature' as const,
  geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  center: [lng, lat],
});

export function toFeature(places: Places, hit: Hit): GeoFeature {
  const { name, long, lat, lng, country, region, id } = describe(places, hit);
  const locality = hit.kind === 'city' ? name : '';
  return {
    ...at(lat, lng),
    properties: { display_name: long, name, locality, region, country, geoname_id: id },
  };
}

/** A place that was given as coordinates, and the city it belongs to; `city` -1 for none. */
export function coordinatesFeature(places: Places, lat: number, lng: number, city: number): GeoFeature {
  const name = `${lat}, ${lng}`;
  if (city < 0)
    return {
      ...at(lat, lng),
      properties: { display_name: name, name, locality: '', region: '', country: '', geoname_id: null },
    };
  const { geonameId, ...where } = localityOfCity(places, city);
  const { long } = describe(places, { kind: 'city', index: city, score: 0 });
  return {
    ...at(lat, lng),
    properties: { display_name: `${name} (${long})`, name, ...where, geoname_id: geonameId },
  };
}
