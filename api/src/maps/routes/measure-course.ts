import { heightsOf } from '../elevation/sources.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { DraftCourse } from './points/draft.ts';
import { climbOf, type Climb } from './points/course.ts';
import { cellOf } from './search/cells.ts';
import { demoFeatureAt } from '../places/demo-place.ts';
import { localityOf } from '../places/locality.ts';
import { TOWN_NAME } from '../demo-town.ts';
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

/** Where the points say no height the configured sources are asked; null where none knows. */
async function climbed(
  context: Context,
  { climb, placesWithoutHeight: unknown, distance }: DraftCourse['course'],
): Promise<Climb> {
  if (!unknown) return climb;
  const places: [lat: number, lng: number][] = [];
  for (let i = 0; i < unknown.length; i += 2) places.push([unknown[i]!, unknown[i + 1]!]);
  const { height } = await heightsOf(context, places);
  const along = Float64Array.from(height, (_, i) => (distance * i) / (height.length - 1));
  return climbOf(height, along);
}

/** Columns that follow from the points. */
export async function measureCourse(context: Context, { course }: DraftCourse) {
  const { start, distance, polyline, bounds } = course;
  const climb = await climbed(context, course);
  return {
    distance,
    ...climb,
    start_lat: start.lat,
    start_lng: start.lng,
    cell: cellOf(start.lat, start.lng),
    polyline,
    bounds,
    ...startPlace(context, start),
  };
}
