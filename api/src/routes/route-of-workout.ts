import type { FollowedRoute } from '@waymark/api-contract';
import type { Db } from '../kernel/database/tables.ts';
import type { HiddenAreas } from '../privacy/redaction/hidden-areas.ts';
import { NOTHING_HIDDEN } from '../privacy/redaction/viewer-scope.ts';
import { redactPreview } from '../privacy/redaction/redact-preview.ts';
import { invalid } from '../kernel/server/errors.ts';
import type { Caller } from '../kernel/server/route.ts';
import { readableRoutes } from './route-rows.ts';

/**
 * The route that a workout followed, as far as the caller may open it. Its picture beside the workout's is cut like
 * that one: it may have been made from the track.
 * @param areas what `hiddenAreas` gives for the caller and the workout's owner
 */
export async function routeOfWorkout(
  db: Db,
  caller: Caller | null,
  routeId: number | null,
  areas: HiddenAreas,
): Promise<FollowedRoute | null> {
  if (routeId === null) return null;
  const found = await readableRoutes(db, caller)
    .where('routes.id', '=', routeId)
    .select(['routes.id', 'routes.name', 'routes.distance', 'routes.polyline', 'routes.bounds'])
    .executeTakeFirst();
  if (!found) return null;
  const { polyline, bounds, ...rest } = found;
  const preview = redactPreview({ polyline, bounds }, areas);
  return { ...rest, preview: { polyline: preview.polyline, bounds: preview.bounds } };
}

/** @throws ApiProblem when there is no such route that the caller may open */
export async function checkRoute(
  db: Db,
  caller: Caller | null,
  routeId: number | null,
): Promise<number | null> {
  if (routeId === null || (await routeOfWorkout(db, caller, routeId, NOTHING_HIDDEN))) return routeId;
  throw invalid({ route_id: ['This route is private or does not exist. Choose another one, or none.'] });
}
