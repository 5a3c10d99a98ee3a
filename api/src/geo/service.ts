import { geoCalls } from '@waymark/api-contract';
import { countryOfVisitor } from './geoip.ts';
import type { Context } from '../kernel/server/context.ts';
import { route, type Service } from '../kernel/server/route.ts';
import { placesOf, type FindPlace } from './places.ts';

let places: { file: string | undefined; find: Promise<FindPlace> } | undefined;

function placesFor({ env }: Context): Promise<FindPlace> {
  if (places?.file !== env.GEO_MMDB || !places) places = { file: env.GEO_MMDB, find: placesOf(env.GEO_MMDB) };
  return places.find;
}

/** Where visitors are: by their address where an MMDB is configured, else by time zone and language. */
export const geoService: Service = {
  name: 'Geolocation',
  base: '/services/geo',
  routes: [
    route<typeof geoCalls.lookup>({
      call: geoCalls.lookup,
      access: 'anyone',
      lenient: true,
      async handler({ context, request }) {
        const find = await placesFor(context);
        const place = find(request.ip);
        return {
          CountryISOCode: { en: place.country ?? countryOfVisitor(request) },
          StateISOCode: { en: place.state },
        };
      },
    }),
  ],
};
