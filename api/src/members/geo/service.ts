import { geoCalls } from '@waymark/api-contract';
import { countryOfVisitor } from './geoip.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { findPlaceOfAddress } from './places.ts';

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
        const place = await findPlaceOfAddress(context.env, request.ip);
        return {
          CountryISOCode: { en: place.country ?? countryOfVisitor(request) },
          StateISOCode: { en: place.state },
        };
      },
    }),
  ],
};
