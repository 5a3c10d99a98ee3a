import { demoFeatureAt } from '../places/demo-place.ts';
import { localityOf } from '../places/locality.ts';
import { TOWN_NAME } from '../demo/town.ts';
import type { Context } from '../kernel/server/context.ts';
import type { RouteRow } from './route-rows.ts';

type Named = Pick<RouteRow, 'locality' | 'region' | 'country' | 'geoname_id'>;

/** Where a route starts, in words, and the city it belongs to; empty far from every city. */
export function startPlace({ env }: Context, { lat, lng }: { lat: number; lng: number }): Named {
  if (demoFeatureAt(env, lat, lng)) return { locality: TOWN_NAME, region: '', country: '', geoname_id: null };
  const found = localityOf(lat, lng, env);
  if (!found) return { locality: '', region: '', country: '', geoname_id: null };
  const { geonameId, ...words } = found;
  return { ...words, geoname_id: geonameId };
}
