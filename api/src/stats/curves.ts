import { statsCalls } from '@waymark/api-contract';
import { CURVE_METERS, CURVE_SECONDS } from '@waymark/streams';
import type { Db } from '../kernel/database/tables.ts';
import { route } from '../kernel/server/route.ts';
import type { Top } from './curve-tops.ts';
import { readCurveGroups, readCurves } from './read-curves.ts';
import { checkGroup, recordWorkout } from './record-workout.ts';
import { checkSpan, scopeOf } from './query-scope.ts';

type Holder = ReturnType<typeof recordWorkout>;

async function holdersOf(db: Db, userId: number, tops: readonly Top[]): Promise<Map<number, Holder>> {
  const ids = new Set(tops.flatMap((top) => [...top.ids]));
  ids.delete(0);
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('workouts')
    .select(['id', 'name', 'local_day', 'activity_type_id'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, recordWorkout(row)]));
}

/** Floats of 32 bits carry seven digits; the rest of their decimals is noise. */
const rounded = (value: number) => Number(value.toPrecision(7));

/** The points that somebody reached. A workout deleted while this was read leaves its points out. */
function pointsOf<P>(
  { values, ids }: Top,
  holders: ReadonlyMap<number, Holder>,
  point: (index: number, value: number, workout: Holder) => P,
): P[] {
  return [...ids].flatMap((id, index) => {
    const workout = holders.get(id);
    return workout ? [point(index, rounded(values[index]!), workout)] : [];
  });
}

export const curvesRoute = route<typeof statsCalls.curves>({
  call: statsCalls.curves,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const group = checkGroup(query.activity_group);
    checkSpan(query.from, query.to);
    const scope = await scopeOf(context, caller, params.id);
    const [tops, activity_groups] = await Promise.all([
      readCurves(context.db, { ...scope, group, from: query.from, to: query.to }),
      readCurveGroups(context.db, scope),
    ]);
    const holders = await holdersOf(context.db, params.id, [tops.distance, tops.power]);
    return {
      distance: pointsOf(tops.distance, holders, (at, seconds, workout) => ({
        meters: CURVE_METERS[at]!,
        seconds,
        workout,
      })),
      power: pointsOf(tops.power, holders, (at, watts, workout) => ({
        seconds: CURVE_SECONDS[at]!,
        watts,
        workout,
      })),
      activity_groups,
    };
  },
});
