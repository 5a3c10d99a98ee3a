import polyline from '@mapbox/polyline';
import { elevationCalls, ROUTE_POINTS_MAX, SERVICE_BASES } from '@waymark/api-contract';
import { invalid } from '../kernel/server/errors.ts';
import { route, type Service } from '../kernel/server/route.ts';
import { heightsOf } from './sources.ts';

/** Heights along a line, from the sources that are configured; null, and said so, where none knows. */
export const elevationService: Service = {
  name: 'Elevation',
  base: SERVICE_BASES.elevation,
  routes: [
    route<typeof elevationCalls.heights>({
      call: elevationCalls.heights,
      access: 'anyone',
      lenient: true,
      limit: { max: 600, windowSeconds: 60 },
      bodyLimit: 3_000_000,
      async handler({ context, body }) {
        const places = polyline.decode(body.encoded_polyline, 6);
        if (places.length > ROUTE_POINTS_MAX)
          throw invalid({ encoded_polyline: ['Heights are told for at most 100,000 points at once.'] });
        if (places.some(([lat, lng]) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)))
          throw invalid({ encoded_polyline: ['This is no line on earth: encode it with 6 decimals.'] });
        return heightsOf(context, places);
      },
    }),
  ],
};
