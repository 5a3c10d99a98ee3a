import { routeCalls, SERVICE_BASES } from '@waymark/api-contract';
import { route, type Service } from '../../kernel/server/route.ts';
import { hasHiddenPart, viewOwnWorkout } from '../privacy/visible-workout.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { sendWithJson } from '../../maps/routes/send-route.ts';
import { runInlineOrInWorker } from '../../maps/routes/course-worker/course-queue.ts';
import { noTrackProblem } from '../../maps/routes/points/track.ts';

/** Bytes that one point is in the answer. */
const POINT = 60;

/** A route is shown as it is, zones or not: it is made to be followed. */
const IN_A_ZONE =
  'A part of this track lies in one of your privacy zones. A route has no hidden part: whoever may see it sees all of it. Keep it private, or move its start.';

/** Own workouts only: to nobody else the whole track is open. */
const fromWorkoutHandler = route<typeof routeCalls.fromWorkout>({
  call: routeCalls.fromWorkout,
  access: 'member',
  async handler({ context, caller, params, reply }) {
    const row = await ownWorkout(context, caller, params.id, 'copy');
    const columns = await context.db
      .selectFrom('workout_streams')
      .select(['kind', 'n', 'data'])
      .where('user_id', '=', row.user_id)
      .where('workout_id', '=', row.id)
      .where('kind', 'in', ['lat', 'lng', 'altitude'])
      .execute();
    const of = (kind: string) => columns.find((column) => column.kind === kind)?.data ?? null;
    const hidden = await hasHiddenPart(context.db, await viewOwnWorkout(context.db, row));
    const [lat, lng, altitude, n] = [of('lat'), of('lng'), of('altitude'), columns[0]?.n ?? 0];
    if (!lat || !lng) throw noTrackProblem();
    const json = await runInlineOrInWorker({ kind: 'track', track: { n, lat, lng, altitude } }, n * POINT);
    const warnings = hidden ? [IN_A_ZONE] : [];
    return sendWithJson(
      reply,
      { name: row.name, activity_type_id: row.activity_type_id, warnings },
      'points',
      json,
    );
  },
});

/** A course made from a workout is the workout's track: no token reads it without the scope to read workouts. */
export const workoutCoursesService: Service = {
  name: 'courses of workouts',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [fromWorkoutHandler],
};
