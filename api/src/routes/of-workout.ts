import type { FollowedRoute } from '@waymark/api-contract';
import { invalid } from '../server/errors.ts';
import type { Caller } from '../server/route.ts';
import { type Db, readableRoutes } from './rows.ts';

/** The route that a workout followed, as far as the caller may open it. */
export async function routeOfWorkout(
  db: Db,
  caller: Caller | null,
  routeId: number | null,
): Promise<FollowedRoute | null> {
  if (routeId === null) return null;
  const found = await readableRoutes(db, caller)
    .where('routes.id', '=', routeId)
    .select(['routes.id', 'routes.name', 'routes.distance', 'routes.polyline', 'routes.bounds'])
    .executeTakeFirst();
  if (!found) return null;
  const { polyline, bounds, ...rest } = found;
  return { ...rest, preview: { polyline, bounds } };
}

/** @throws ApiProblem when there is no such route that the caller may open */
export async function checkRoute(
  db: Db,
  caller: Caller | null,
  routeId: number | null,
): Promise<number | null> {
  if (routeId === null || (await routeOfWorkout(db, caller, routeId))) return routeId;
  throw invalid({ route_id: ['This route is private or does not exist. Choose another one, or none.'] });
}
