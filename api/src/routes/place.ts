import type { Context } from '../server/context.ts';
import type { RouteRow } from './rows.ts';

type Named = Pick<RouteRow, 'locality' | 'region' | 'country' | 'geoname_id'>;

/** Where a route starts, in words, and the city it belongs to. */
export function startPlace(_context: Context, _start: { lat: number; lng: number }): Promise<Named> {
  return Promise.resolve({ locality: '', region: '', country: '', geoname_id: null });
}
