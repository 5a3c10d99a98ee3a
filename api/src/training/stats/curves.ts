import { statsCalls } from '@waymark/api-contract';
import { CURVE_METERS, CURVE_SECONDS } from '@waymark/streams';
import { route } from '../../kernel/server/route.ts';
import type { Top } from './curve-tops.ts';
import { readCurveGroups, readCurves } from './read-curves.ts';
import { checkGroup, readRecordHolders, type RecordHolder } from './record-workout.ts';
import { checkSpan, scopeOf } from './query-scope.ts';

/** Floats of 32 bits carry seven digits; the rest of their decimals is noise. */
const rounded = (value: number) => Number(value.toPrecision(7));

/** The points that somebody reached. A workout deleted while this was read leaves its points out. */
function pointsOf<P>(
  { values, ids }: Top,
  holders: ReadonlyMap<number, RecordHolder>,
  point: (index: number, value: number, workout: RecordHolder) => P,
): P[] {
  return [...ids].flatMap((id, index) => {
    const workout = holders.get(id);
    return workout ? [point(index, rounded(values[index]!), workout)] : [];
  });
}

export const curvesHandler = route<typeof statsCalls.curves>({
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
    const ids = new Set([...tops.distance.ids, ...tops.power.ids].filter((id) => id !== 0));
    const holders = await readRecordHolders(context.db, params.id, [...ids]);
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
