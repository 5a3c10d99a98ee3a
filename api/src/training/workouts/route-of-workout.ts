import type { FollowedRoute } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import { redactOtherPreview, type VisibleWorkout } from '../privacy/visible-workout.ts';
import { invalid } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import { readableRoutes } from '../../maps/routes/route-rows.ts';

/**
 * The route that a workout followed, as far as the caller may open it. Its picture beside the workout's is cut like
 * that one: it may have been made from the track.
 */
export async function routeOfWorkout(
  db: Db,
  caller: Caller | null,
  workout: VisibleWorkout<Pick<WorkoutRow, 'user_id' | 'id' | 'parent_id' | 'bounds' | 'route_id'>>,
): Promise<FollowedRoute | null> {
  if (workout.route_id === null) return null;
  const found = await readableRoutes(db, caller)
    .where('routes.id', '=', workout.route_id)
    .select(['routes.id', 'routes.name', 'routes.distance', 'routes.polyline', 'routes.bounds'])
    .executeTakeFirst();
  if (!found) return null;
  const { polyline, bounds, ...rest } = found;
  const preview = redactOtherPreview(workout, { polyline, bounds });
  return { ...rest, preview: { polyline: preview.polyline, bounds: preview.bounds } };
}

/** @throws ApiProblem when there is no such route that the caller may open */
export async function checkRoute(
  db: Db,
  caller: Caller | null,
  routeId: number | null,
): Promise<number | null> {
  if (routeId === null) return null;
  const route = await readableRoutes(db, caller)
    .where('routes.id', '=', routeId)
    .select('routes.id')
    .executeTakeFirst();
  if (route) return routeId;
  throw invalid({ route_id: ['This route is private or does not exist. Choose another one, or none.'] });
}
