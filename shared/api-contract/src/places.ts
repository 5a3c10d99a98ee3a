import { z } from 'zod';
import { Id, type Call } from './common.ts';
import { geocodeEndpoints, placeEndpoints, regionEndpoints } from './endpoints/routes.ts';

/** `value` is 'lat,lng'. `geoname_id` and `path` (its page) are there for cities, `path` for states and countries. */
export const PlaceSuggestion = z.object({
  value: z.string(),
  label: z.string(),
  locality: z.string(),
  isCity: z.boolean(),
  isRegion: z.boolean(),
  isState: z.boolean(),
  isCountry: z.boolean(),
  geoname_id: Id.nullable(),
  path: z.string().nullable(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

export const State = z.object({
  name: z.string(),
  short_name: z.string(),
  slug: z.string(),
  path: z.string(),
});
export type State = z.infer<typeof State>;
export const City = z.object({
  geoname_id: Id,
  name: z.string(),
  slug: z.string(),
  /** `/us/austin-tx`; with the id at the end where two cities would share it. */
  path: z.string(),
  state_name: z.string(),
  state_short_name: z.string(),
  /** The state's page; null for a city in none. */
  state_path: z.string().nullable(),
  country: z.string(),
  lat: z.number(),
  lng: z.number(),
  population: z.number().int(),
});
export type City = z.infer<typeof City>;

/** What `/{country}/{code}` shows: a state with its cities or a city with its routes. 404 for neither. */
export const PlacePage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), state: State, country: z.string() }),
  z.object({ kind: z.literal('city'), city: City }),
]);
export type PlacePage = z.infer<typeof PlacePage>;

const Country = z.string().regex(/^[A-Za-z]{2}$/, 'A country has two letters.');

/** Same-site calls of the specification. Credit: GeoNames (CC BY 4.0). */
export const regionCalls = {
  states: {
    ...regionEndpoints.states,
    summary: 'States and popular cities of a country',
    querystring: z.object({ country: Country }),
    response: z.object({
      country: z.string(),
      country_name: z.string(),
      states: z.array(State),
      popular_cities: z.array(City),
    }),
  },
  cities: {
    ...regionEndpoints.cities,
    summary: 'Cities of a state, the larger ones first; those from `strong_cities_cutoff` on are small',
    querystring: z.object({ country: Country, state: z.string().max(80) }),
    response: z.object({
      cities: z.array(City),
      strong_cities_cutoff: z.number().int(),
      state_name: z.string(),
      state_short_name: z.string(),
    }),
  },
  city: {
    ...regionEndpoints.city,
    summary: 'A city or a state by its slug',
    querystring: z.object({ country: Country, slug: z.string().max(160) }),
    response: PlacePage,
  },
  cityRoutes: {
    ...regionEndpoints.cityRoutes,
    summary: 'A city by its slug, and the address that lists the routes in it',
    params: z.object({ slug: z.string().max(160) }),
    /** Without a country the first one of the site that has such a city. */
    querystring: z.object({ country: Country.optional() }),
    response: z.object({ city: City, routes_href: z.string() }),
  },
} satisfies Record<keyof typeof regionEndpoints, Call>;

export const placeCalls = {
  /** Main API: places as one types; from 3 characters on. */
  search: {
    ...placeEndpoints.search,
    summary: 'Cities, states and countries by the beginning of their names',
    querystring: z.object({
      term: z.string().trim().max(100),
      limit: z.coerce.number().int().min(1).max(20).default(10),
      near: z.string().max(40).optional(),
    }),
    response: z.object({ suggestions: z.array(PlaceSuggestion) }),
  },
} satisfies Record<keyof typeof placeEndpoints, Call>;

/** Open geocoder form: GeoJSON features with `properties.display_name`, `center` [lng, lat]. */
const Feature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).length(2) }),
  center: z.array(z.number()).length(2),
  properties: z.object({
    display_name: z.string(),
    name: z.string(),
    locality: z.string(),
    region: z.string(),
    country: z.string(),
    geoname_id: Id.nullable(),
  }),
});
export const GeocodeAnswer = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(Feature),
  attribution: z.string(),
  /** A geocoder is configured, so that streets and addresses are found, not only cities. */
  addresses: z.boolean(),
});
export type GeocodeAnswer = z.infer<typeof GeocodeAnswer>;
export const geocodeCalls = {
  search: {
    ...geocodeEndpoints.search,
    summary: 'A place by its name, address or coordinates (a configured geocoder, else cities)',
    querystring: z.object({
      q: z.string().trim().min(1).max(200),
      format: z.literal('geojson').default('geojson'),
      limit: z.coerce.number().int().min(1).max(10).default(1),
    }),
    response: GeocodeAnswer,
  },
  reverse: {
    ...geocodeEndpoints.reverse,
    summary: 'What a place is called',
    querystring: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lon: z.coerce.number().min(-180).max(180),
    }),
    response: GeocodeAnswer,
  },
} satisfies Record<keyof typeof geocodeEndpoints, Call>;
