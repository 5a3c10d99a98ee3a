import { geocodeCalls, PLACES_CREDIT, SERVICE_BASES, type GeocodeAnswer } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { demoFeatureAt, demoFeatures } from './demo-place.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { coordinatesFeature, toFeature, type GeoFeature } from './presenters.ts';
import { readCoordinates } from './coordinates.ts';
import { findPlaces } from './find-places.ts';
import { askGeocoder, type GeocoderAnswer } from './geocoder.ts';
import { nearestCity } from './nearest.ts';
import { checkPlaces, hasPlaces, placesFile, placesOf } from './places.ts';

/** Below this only whole names are found: there are towns named Bo and Ii. */
const MIN_LENGTH = 3;
const LIMIT = { max: 300, windowSeconds: 60 };
const OWN_CREDIT = `${PLACES_CREDIT.name} (${PLACES_CREDIT.licence})`;

const collection = ({ env }: Context, { features, attribution }: GeocoderAnswer): GeocodeAnswer => ({
  type: 'FeatureCollection',
  features,
  attribution,
  addresses: Boolean(env.GEOCODER_URL),
});
const own = (context: Context, features: GeoFeature[]) =>
  collection(context, { features, attribution: OWN_CREDIT });

/** Where something is, and what a place is called: by a configured geocoder, else by the cities of GeoNames. */
export const geocodeService: Service = {
  name: 'Places',
  base: SERVICE_BASES.places,
  routes: [
    route<typeof geocodeCalls.search>({
      call: geocodeCalls.search,
      access: 'anyone',
      lenient: true,
      limit: LIMIT,
      async handler({ context, query: { q, limit } }) {
        const spot = readCoordinates(q);
        if (spot) {
          const places = placesOf(context.env);
          return own(context, [coordinatesFeature(places, spot.lat, spot.lng, nearestCity(places, spot))]);
        }
        const invented = demoFeatures(context.env, q);
        if (invented.length >= limit) return own(context, invented);
        const asked = await askGeocoder(context, 'search', { q, limit: String(limit) });
        if (asked) return collection(context, { ...asked, features: asked.features.slice(0, limit) });
        const places = placesOf(context.env);
        const hits = findPlaces(places, { text: q, limit, whole: q.length < MIN_LENGTH });
        return own(context, [...invented, ...hits.map((hit) => toFeature(places, hit))].slice(0, limit));
      },
    }),
    route<typeof geocodeCalls.reverse>({
      call: geocodeCalls.reverse,
      access: 'anyone',
      lenient: true,
      limit: LIMIT,
      async handler({ context, query: { lat, lon } }) {
        const invented = demoFeatureAt(context.env, lat, lon);
        if (invented) return own(context, [invented]);
        const asked = await askGeocoder(context, 'reverse', {
          lat: lat.toFixed(5),
          lon: lon.toFixed(5),
        });
        if (asked) return collection(context, asked);
        const places = placesOf(context.env);
        const city = nearestCity(places, { lat, lng: lon });
        return own(context, city < 0 ? [] : [toFeature(places, { kind: 'city', index: city, score: 0 })]);
      },
    }),
  ],
  checkConfiguration(env) {
    if (hasPlaces(env)) checkPlaces(env);
  },
  async started({ env, log }) {
    if (!hasPlaces(env))
      log.warn(
        { file: placesFile(env) },
        'there is no list of cities: city search, city pages and names wait',
      );
  },
};
