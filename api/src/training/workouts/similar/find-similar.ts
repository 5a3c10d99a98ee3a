import { setImmediate as turn } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import type { ViewerScope } from '../../privacy/viewer-scope.ts';
import { viewWorkouts, type VisibleWorkout } from '../../privacy/visible-workout.ts';
import { listedPrivacy } from '../../../members/visibility/policy.ts';
import { groupOfActivity } from '../../../recordings/activity-names.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { type Course, courseOf, degreesOf, originOf, sameCourse } from './compare-courses.ts';

type CandidateRow = Pick<
  WorkoutRow,
  | 'user_id'
  | 'id'
  | 'parent_id'
  | 'activity_type_id'
  | 'active_time_total'
  | 'start_at'
  | 'polyline'
  | 'bounds'
>;
export type SimilarWorkout = { id: number; rank: number; startAt: Date };

/** Two lengths of one course differ by a twentieth at most. */
const LENGTH = 0.05;
const LENGTH_WITH_HIDDEN_PARTS = 0.5;
/** Metres by which the bounds of two tracks of one course may differ. */
const MARGIN = 300;
/** The newest so many are compared: beyond them a course is a habit. */
const MAX_CANDIDATES = 1500;
/** Compared before others get their turn. */
const BATCH_SIZE = 50;

// Bounds are west, south, east, north; the index of 0551 is on south and west.
const CANDIDATES = `
  select user_id, id, parent_id, activity_type_id, active_time_total, start_at, polyline, bounds from workouts
  where user_id = $1 and parent_id is null and deleted_at is null and polyline is not null
    and bounds[2] between $2::float8 - $6::float8 and $2::float8 + $6::float8
    and bounds[1] between $3::float8 - $7::float8 and $3::float8 + $7::float8
    and bounds[3] between $4::float8 - $7::float8 and $4::float8 + $7::float8
    and bounds[4] between $5::float8 - $6::float8 and $5::float8 + $6::float8
    and distance_total between $8::float8 and $9::float8
    and privacy = any($10::smallint[])
  order by start_at desc, id desc limit ${MAX_CANDIDATES}`;

async function candidatesFor(
  db: Db,
  { user_id, bounds, distance_total }: VisibleWorkout,
  { relation, areas }: ViewerScope,
): Promise<CandidateRow[]> {
  const [west = 0, south = 0, east = 0, north = 0] = bounds!;
  // What lies in hidden areas must not decide: candidates may differ there as far as they reach.
  const hidden = 2 * Math.max(0, ...areas.circles.map(({ radius }) => radius));
  const margin = degreesOf(MARGIN + hidden, (south + north) / 2);
  const length = hidden > 0 ? LENGTH_WITH_HIDDEN_PARTS : LENGTH;
  const rows = await db.executeQuery(
    CompiledQuery.raw(CANDIDATES, [
      user_id,
      south,
      west,
      east,
      north,
      margin.lat,
      margin.lng,
      distance_total! * (1 - length),
      distance_total! / (1 - length),
      listedPrivacy(relation),
    ]),
  );
  return rows.rows as CandidateRow[];
}

/**
 * The workouts of its owner on the same course, newest first and itself among them, as far as the caller may
 * list them; the workout may be one that they know by its link only. Compared is what the caller sees of the tracks.
 * Rank 1 took the least moving time, of what the caller is told of each.
 */
export async function findSimilar(
  db: Db,
  workout: VisibleWorkout,
  scope: ViewerScope,
): Promise<SimilarWorkout[]> {
  const { polyline } = workout;
  const origin = polyline === null ? null : originOf(polyline);
  const course = polyline !== null && origin ? courseOf(polyline, origin) : null;
  if (!course || workout.bounds === null || workout.distance_total === null || workout.parent_id !== null)
    return rankByTime([workout]);
  const group = groupOfActivity(workout.activity_type_id);
  const candidates = (await candidatesFor(db, workout, scope)).filter(
    ({ id, activity_type_id }) => id !== workout.id && groupOfActivity(activity_type_id) === group,
  );
  const similar: VisibleWorkout<CandidateRow>[] = [];
  // One whose map is hidden has no track to compare: that it is the same course would tell where it was.
  for (const [index, one] of (await viewWorkouts(db, [scope], candidates)).entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await turn();
    const other = one.polyline === null ? null : courseOf(one.polyline, origin!);
    if (other && isAsLong(course, other) && sameCourse(course, other)) similar.push(one);
  }
  return rankByTime([...similar, workout]);
}

/** Candidates with hidden parts were chosen generously: what is visible decides. */
const isAsLong = (a: Course, b: Course): boolean =>
  Math.min(a.meters, b.meters) >= Math.max(a.meters, b.meters) * (1 - 2 * LENGTH);

function rankByTime(workouts: readonly VisibleWorkout<CandidateRow>[]): SimilarWorkout[] {
  const timeOf = ({ active_time_total: time }: CandidateRow) => time ?? Number.POSITIVE_INFINITY;
  const times = workouts.map(timeOf).sort((a, b) => a - b);
  return workouts
    .map((one) => ({ id: one.id, rank: times.indexOf(timeOf(one)) + 1, startAt: one.start_at }))
    .sort((a, b) => b.startAt.getTime() - a.startAt.getTime() || b.id - a.id);
}
