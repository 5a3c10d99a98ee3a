import { regionCalls, routeCalls, SERVICE_BASES } from '@waymark/api-contract';
import { countriesOf } from '../../members/geo/countries.ts';
import type { Env } from '../../kernel/server/env.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { toCity, toState } from './presenters.ts';
import { PART } from './layout.ts';
import { cityOfSlug, stateOf } from './lookup.ts';
import { lowerBound, placesOf, type Places } from './places.ts';

const POPULAR = 24;
/** Longest list of cities on a page; the search finds the others. */
const CITIES_MAX = 1000;
/** Rate limit: a list of a thousand cities takes ten milliseconds to build. */
const LIMIT = { max: 300, windowSeconds: 60 };
/** A state's strong cities: those from this population on, but never fewer or more than these numbers. */
const STRONG = { population: 50_000, least: 10, most: 40 };
const AN_HOUR = 'public, max-age=3600';

const missing = (sentence: string) => new ApiProblem(404, 'not_found', sentence);

/** The index of a country of the site. @throws ApiProblem 404 for any other */
function countryOf(places: Places, env: Env, code: string): number {
  const index = countriesOf(env).includes(code.toLowerCase()) ? places.countryIndex(code) : -1;
  if (index < 0)
    throw missing(`Waymark has no pages for the country "${code}". Search for a city to find its routes.`);
  return index;
}

/** Cities of a country, or of one of its states, the largest first; parts of cities left out. */
function citiesIn({ data, count }: Places, column: Uint8Array | Uint16Array, value: number, limit: number) {
  const found: number[] = [];
  for (let city = 0; city < count && found.length < limit; city++)
    if (column[city] === value && !(data.flags[city]! & PART)) found.push(city);
  return found;
}

/** States and cities of the countries of the site, by the addresses of their pages. */
export const regionsService: Service = {
  name: 'Regions',
  base: SERVICE_BASES.internal,
  routes: [
    route<typeof regionCalls.states>({
      call: regionCalls.states,
      access: 'anyone',
      lenient: true,
      limit: LIMIT,
      handler({ context, query, reply }) {
        const places = placesOf(context.env);
        const country = countryOf(places, context.env, query.country);
        void reply.header('cache-control', AN_HOUR);
        const { code, name } = places.data.countries[country]!;
        return Promise.resolve({
          country: code,
          country_name: name,
          states: places.data.states
            .filter((state) => state.country === country)
            .sort((a, b) => a.name.localeCompare(b.name, 'en'))
            .map((state) => toState(places, state)),
          popular_cities: citiesIn(places, places.data.country, country, POPULAR).map((city) =>
            toCity(places, city),
          ),
        });
      },
    }),
    route<typeof regionCalls.cities>({
      call: regionCalls.cities,
      access: 'anyone',
      lenient: true,
      limit: LIMIT,
      handler({ context, query, reply }) {
        const places = placesOf(context.env);
        const country = countryOf(places, context.env, query.country);
        const state = stateOf(places, country, query.state);
        if (!state) throw missing('There is no such state in this country. Choose one from the list.');
        void reply.header('cache-control', AN_HOUR);
        const index = places.data.states.indexOf(state);
        const found = citiesIn(places, places.data.state, index, CITIES_MAX);
        const large = lowerBound(
          found.length,
          (i) => places.data.population[found[i]!]! >= STRONG.population,
        );
        return Promise.resolve({
          cities: found.map((city) => toCity(places, city)),
          strong_cities_cutoff: Math.min(found.length, STRONG.most, Math.max(STRONG.least, large)),
          state_name: state.name,
          state_short_name: state.short,
        });
      },
    }),
    route<typeof regionCalls.city>({
      call: regionCalls.city,
      access: 'anyone',
      lenient: true,
      limit: LIMIT,
      handler({ context, query, reply }) {
        const places = placesOf(context.env);
        const country = countryOf(places, context.env, query.country);
        const slug = query.slug.toLowerCase();
        const state = places.data.states.find((one) => one.country === country && one.slug === slug);
        const city = state ? -1 : cityOfSlug(places, country, slug);
        if (!state && city < 0) throw missing('There is no such city or state. Search for it by its name.');
        void reply.header('cache-control', AN_HOUR);
        return Promise.resolve(
          state
            ? {
                kind: 'state' as const,
                state: toState(places, state),
                country: places.data.countries[country]!.code,
              }
            : { kind: 'city' as const, city: toCity(places, city) },
        );
      },
    }),
    route<typeof regionCalls.cityRoutes>({
      call: regionCalls.cityRoutes,
      access: 'anyone',
      lenient: true,
      limit: LIMIT,
      handler({ context, params, query, reply }) {
        const places = placesOf(context.env);
        const countries = query.country
          ? [countryOf(places, context.env, query.country)]
          : countriesOf(context.env).map((code) => places.countryIndex(code));
        const slug = params.slug.toLowerCase();
        const city = countries
          .filter((country) => country >= 0)
          .map((country) => cityOfSlug(places, country, slug))
          .find((found) => found >= 0);
        if (city === undefined) throw missing('There is no such city. Search for it by its name.');
        void reply.header('cache-control', AN_HOUR);
        return Promise.resolve({ city: toCity(places, city), routes_href: routesHref(places, city) });
      },
    }),
  ],
};

const PART_RADIUS = 5000;

/** The list of a city's routes. Routes name whole cities, so that for a part of one those around it are listed. */
function routesHref(places: Places, city: number): string {
  const { lat, lng } = places.spot(city);
  const search = new URLSearchParams();
  if (places.data.flags[city]! & PART) {
    search.set('close_to_location', `${lat},${lng}`);
    search.set('search_radius', String(PART_RADIUS));
  } else search.set('city', String(places.data.ids[city]));
  return `${SERVICE_BASES.main}${routeCalls.list.path}?${search.toString()}`;
}
