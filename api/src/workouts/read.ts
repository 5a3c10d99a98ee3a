import { type Workout, workoutCalls } from '@waymark/api-contract';
import { decodePolyline } from '@waymark/streams';
import { hiddenAreas } from '../privacy/redaction/hidden-areas.ts';
import { viewerScopeOf } from '../privacy/redaction/recompute-redactions.ts';
import { visibleLaps } from '../privacy/redaction/visible-recording.ts';
import type { Context } from '../kernel/server/context.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { readableWorkout } from '../workout-store/workout-access.ts';
import { loadExtras } from './extras.ts';
import { loadMember, zonesAt } from '../workout-store/member.ts';
import type { Relation } from '../visibility/policy.ts';
import { presentWorkout } from './presenter.ts';
import { legsOf, type WorkoutRow } from '../workout-store/workout-rows.ts';
import { startPlace } from '../routes/measure-course.ts';

/** The answer of every call that ends with one workout. @param relation what the caller is to its owner */
export async function answerWorkout(
  context: Context,
  caller: Caller | null,
  row: WorkoutRow,
  relation: Relation,
): Promise<Workout> {
  const { db } = context;
  const [legs, owner, zones, extras, areas] = await Promise.all([
    legsOf(db, row),
    loadMember(db, row.user_id),
    zonesAt(db, row.user_id, row.start_at),
    loadExtras(context, row, relation, caller),
    hiddenAreas(db, row.user_id, relation),
  ]);
  const [laps, scope] = await Promise.all([
    visibleLaps(db, row, areas),
    viewerScopeOf(db, row.user_id, areas, [row, ...legs]),
  ]);
  const presented = presentWorkout(row, legs, owner, zones, relation, scope, laps);
  return { ...presented, ...extras, locality: localityOfStart(context, presented.preview.polyline) };
}

export const readRoute = route<typeof workoutCalls.one>({
  call: workoutCalls.one,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const { row, relation } = await readableWorkout(context, caller, params.id, query.key);
    return answerWorkout(context, caller, row, relation);
  },
});

/** Of the part of the track that the caller may see. */
function localityOfStart(context: Context, polyline: string | null): string {
  const [start] = polyline ? decodePolyline(polyline) : [];
  return start ? startPlace(context, { lng: start[0], lat: start[1] }).locality : '';
}
