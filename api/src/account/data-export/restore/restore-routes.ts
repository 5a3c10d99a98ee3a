import { decodePlan } from '@waymark/routes';
import { RoutePoint } from '@waymark/api-contract';
import { z } from 'zod';
import type { Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { measurePlan } from '../../../maps/routes/points/course.ts';
import { pointsJson } from '../../../maps/routes/points/packed.ts';
import { cellOf } from '../../../maps/routes/search/cells.ts';
import type { Findable } from '../../../maps/routes/search/count-cells.ts';
import { startPlace } from '../../../maps/routes/measure-course.ts';
import { updateLinkKeys } from '../../../members/share-links/store.ts';
import { archiveInvalid } from './restore-problem.ts';

const ROUTES_AT_ONCE = 20;
const Points = z.array(RoutePoint);

/** Columns that follow from the points; climbs only where the points tell heights. @throws RestoreProblem */
async function measurePoints(context: Context, data: Uint8Array) {
  const plan = decodePlan(Points.parse(JSON.parse((await pointsJson(data)).toString())));
  const { start, distance, climb, polyline, bounds } = (() => {
    try {
      return measurePlan(plan);
    } catch {
      throw archiveInvalid('route_points.data');
    }
  })();
  return {
    distance,
    ...(climb.ascent !== null && climb),
    start_lat: start.lat,
    start_lng: start.lng,
    cell: cellOf(start.lat, start.lng),
    polyline,
    bounds,
    ...startPlace(context, start),
  };
}

interface RoutesOfRestore {
  context: Context;
  trx: Trx;
  userId: number;
  /** Called with each route. @throws RestoreProblem where it takes too long */
  onRow: () => Promise<void>;
}

/**
 * Measures the routes that an archive brought, since search and maps show others what is stored of them.
 * @returns what is to be counted in squares that others have routes in, at the end
 * @throws RestoreProblem
 */
export async function restoreRoutes({ context, trx, userId, onRow }: RoutesOfRestore): Promise<Findable[]> {
  for (let last = 0; ;) {
    const rows = await trx
      .selectFrom('route_points')
      .select(['route_id', 'data'])
      .where('user_id', '=', userId)
      .where('route_id', '>', last)
      .orderBy('route_id')
      .limit(ROUTES_AT_ONCE)
      .execute();
    for (const { route_id, data } of rows) {
      await trx
        .updateTable('routes')
        .set(await measurePoints(context, data))
        .where('user_id', '=', userId)
        .where('id', '=', route_id)
        .execute();
      await onRow();
    }
    if (rows.length < ROUTES_AT_ONCE) break;
    last = rows.at(-1)!.route_id;
  }
  const routes = await trx
    .selectFrom('routes')
    .select(['user_id', 'id', 'cell', 'privacy', 'deleted_at'])
    .where('user_id', '=', userId)
    .execute();
  const listed = routes.filter(({ deleted_at }) => deleted_at === null);
  await updateLinkKeys(trx, 'route', userId, [], listed);
  return routes;
}
