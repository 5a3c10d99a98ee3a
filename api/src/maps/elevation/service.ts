import polyline from '@mapbox/polyline';
import { elevationCalls, ROUTE_POINTS_MAX, SERVICE_BASES } from '@waymark/api-contract';
import { abortWhenLeft } from '../../kernel/server/abort-when-left.ts';
import { invalid } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { heightsOf } from './sources.ts';
import { hasMorePlaces } from './encoded-line.ts';
import { contourHandler, shadingHandler } from './terrain/tile-routes.ts';

/** Heights along a line, from the sources that are configured, null where none knows; and the shape of the land as map tiles. */
export const elevationService: Service = {
  name: 'Elevation',
  base: SERVICE_BASES.elevation,
  routes: [
    shadingHandler,
    contourHandler,
    route<typeof elevationCalls.heights>({
      call: elevationCalls.heights,
      access: 'anyone',
      lenient: true,
      limit: [
        { max: 600, windowSeconds: 60 },
        { max: 30_000_000, windowSeconds: 60, unit: 'bytes' },
      ],
      bodyLimit: 3_000_000,
      async handler({ context, body, reply }) {
        if (hasMorePlaces(body.encoded_polyline, ROUTE_POINTS_MAX))
          throw invalid({ encoded_polyline: ['Heights are told for at most 100,000 points at once.'] });
        const places = polyline.decode(body.encoded_polyline, 6);
        if (places.some(([lat, lng]) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)))
          throw invalid({ encoded_polyline: ['This is no line on earth: encode it with 6 decimals.'] });
        return heightsOf(context, places, abortWhenLeft(reply));
      },
    }),
  ],
};
