import { placeCalls, SERVICE_BASES } from '@waymark/api-contract';
import { demoSuggestions } from './demo-place.ts';
import { countriesOf } from '../../members/geo/countries.ts';
import { invalid } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { toSuggestion } from './presenters.ts';
import { findPlaces } from './find-places.ts';
import { placesOf, type Spot } from './places.ts';

/** Shorter prefixes match too many names. */
const MIN_LENGTH = 3;

function spotOf(text: string | undefined): Spot | undefined {
  if (!text) return undefined;
  const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const spot = { lat: Number(lat), lng: Number(lng) };
  if (!(Math.abs(spot.lat) <= 90 && Math.abs(spot.lng) <= 180))
    throw invalid({ near: ['Write the place near which to search as lat,lng, for instance 30.27,-97.74.'] });
  return spot;
}

/** Cities, states and countries while somebody types. */
export const citySearchService: Service = {
  name: 'City search',
  base: SERVICE_BASES.main,
  routes: [
    route<typeof placeCalls.search>({
      call: placeCalls.search,
      access: 'anyone',
      lenient: true,
      limit: { max: 1200, windowSeconds: 60 },
      handler({ context, query, reply }) {
        const near = spotOf(query.near);
        if (query.term.length < MIN_LENGTH) return Promise.resolve({ suggestions: [] });
        const places = placesOf(context.env);
        const offered = new Set(countriesOf(context.env));
        void reply.header('cache-control', 'public, max-age=3600');
        const hits = findPlaces(places, { text: query.term, limit: query.limit, near });
        const suggestions = [
          ...demoSuggestions(context.env, query.term),
          ...hits.map((hit) => toSuggestion(places, hit, (country) => offered.has(country.toLowerCase()))),
        ];
        return Promise.resolve({ suggestions: suggestions.slice(0, query.limit) });
      },
    }),
  ],
};
