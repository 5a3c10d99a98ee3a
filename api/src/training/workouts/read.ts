import { type Workout, workoutCalls } from '@waymark/api-contract';
import { decodePolyline } from '@waymark/streams';
import { readOwnScope, type ViewerScope } from '../privacy/viewer-scope.ts';
import {
  openWorkout,
  readVisibleLaps,
  viewWorkout,
  viewWorkouts,
  type VisibleWorkout,
} from '../privacy/visible-workout.ts';
import type { Context } from '../../kernel/server/context.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { loadExtras } from './extras.ts';
import { loadMember, zonesAt } from '../workout-store/member.ts';
import { presentWorkout } from './presenter.ts';
import { legsOf, type WorkoutRow } from '../workout-store/workout-rows.ts';
import { startPlace } from '../../maps/routes/measure-course.ts';

interface OpenedWorkout {
  workout: VisibleWorkout;
  scope: ViewerScope;
}

async function answerWorkout(
  context: Context,
  caller: Caller | null,
  { workout, scope }: OpenedWorkout,
): Promise<Workout> {
  const { db } = context;
  const [legs, owner, zones, extras, laps] = await Promise.all([
    legsOf(db, workout).then((rows) => viewWorkouts(db, [scope], rows)),
    loadMember(db, workout.user_id),
    zonesAt(db, workout.user_id, workout.start_at),
    loadExtras(context, workout, caller),
    readVisibleLaps(db, workout),
  ]);
  const presented = presentWorkout(workout, legs, owner, zones, laps);
  return { ...presented, ...extras, locality: localityOfStart(context, workout.polyline) };
}

/** The answer of every call that changed a workout of the caller's. */
export async function answerOwnWorkout(context: Context, row: WorkoutRow): Promise<Workout> {
  const { db } = context;
  const scope = await readOwnScope(db, row.user_id);
  return answerWorkout(
    context,
    { userId: row.user_id },
    { workout: await viewWorkout(db, scope, row), scope },
  );
}

export const readHandler = route<typeof workoutCalls.one>({
  call: workoutCalls.one,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    return answerWorkout(context, caller, await openWorkout(context, caller, params.id, query.key));
  },
});

/** Of the part of the track that the caller may see. */
function localityOfStart(context: Context, polyline: string | null): string {
  const [start] = polyline ? decodePolyline(polyline) : [];
  return start ? startPlace(context, { lng: start[0], lat: start[1] }).locality : '';
}
