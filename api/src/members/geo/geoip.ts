import { authCalls } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { route } from '../../kernel/server/route.ts';
import { findPlaceOfAddress } from './places.ts';
import { COUNTRY_CODES, countryOfTimeZone } from './countries.ts';

/** The country a visitor seems to be in: by the clock they send (`x-time-zone`), else by their language's region. */
export function countryOfVisitor({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const zone = headers['x-time-zone'];
  const byClock = typeof zone === 'string' && zone.length < 64 ? countryOfTimeZone(zone) : null;
  return byClock ?? countryOfLanguages(headers['accept-language'] ?? '');
}

function countryOfLanguages(header: string): string | null {
  for (const part of header.slice(0, 200).split(',')) {
    const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(part)?.[1]?.toUpperCase();
    if (region && COUNTRY_CODES.has(region)) return region;
  }
  return null;
}

export const geoipHandler = route<typeof authCalls.geoip>({
  call: authCalls.geoip,
  access: 'anyone',
  lenient: true,
  async handler({ context, request }) {
    const { country, state } = await findPlaceOfAddress(context.env, request.ip);
    return { country_code: country ?? countryOfVisitor(request), region_code: state };
  },
});
