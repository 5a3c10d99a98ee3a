import { setImmediate as turn } from 'node:timers/promises';
import type { Privacy } from '@waymark/api-contract';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { HiddenAreas } from '../../privacy/redaction/hidden-areas.ts';
import { redactPreview } from '../../privacy/redaction/redact-preview.ts';
import type { ViewerScope } from '../../privacy/redaction/viewer-scope.ts';
import { viewerScopeOf } from '../../privacy/redaction/recompute-redactions.ts';
import { groupOfActivity } from '../../workout-store/activity-names.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { type Course, courseOf, degreesOf, originOf, sameCourse } from './compare-courses.ts';

type Candidate = Pick<
  WorkoutRow,
  'id' | 'activity_type_id' | 'active_time_total' | 'start_at' | 'polyline' | 'bounds'
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
  select id, activity_type_id, active_time_total, start_at, polyline, bounds from workouts
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
  { user_id, bounds, distance_total }: WorkoutRow,
  privacy: readonly Privacy[],
  { circles }: HiddenAreas,
): Promise<Candidate[]> {
  const [west = 0, south = 0, east = 0, north = 0] = bounds!;
  // What lies in hidden areas must not decide: candidates may differ there as far as they reach.
  const hidden = 2 * Math.max(0, ...circles.map(({ radius }) => radius));
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
      privacy,
    ]),
  );
  return rows.rows as Candidate[];
}

/**
 * The workouts of its owner on the same course as `row`, newest first and itself among them, as far as the caller may
 * list them; `row` may be one that they know by its link only. Compared is what the caller sees of the tracks.
 * Rank 1 took the least moving time, of what the caller is told of each.
 */
export async function findSimilar(
  db: Db,
  row: WorkoutRow,
  privacy: readonly Privacy[],
  areas: HiddenAreas,
): Promise<SimilarWorkout[]> {
  const timed = async (rows: readonly Candidate[]) =>
    ranked(rows, await viewerScopeOf(db, row.user_id, areas, rows));
  const { hiddenMapIds } = areas;
  const shown = hiddenMapIds.has(row.id) ? null : redactPreview(row, areas).polyline;
  const origin = shown === null ? null : originOf(shown);
  const course = shown !== null && origin ? courseOf(shown, origin) : null;
  if (!course || row.bounds === null || row.distance_total === null || row.parent_id !== null) {
    return timed([row]);
  }
  const group = groupOfActivity(row.activity_type_id);
  const found: Candidate[] = [];
  let compared = 0;
  for (const one of await candidatesFor(db, row, privacy, areas)) {
    if (one.id === row.id || groupOfActivity(one.activity_type_id) !== group) continue;
    // That it is the same course would tell where it was.
    if (hiddenMapIds.has(one.id)) continue;
    if (++compared % BATCH_SIZE === 0) await turn();
    const { polyline } = redactPreview(one, areas);
    const other = polyline === null ? null : courseOf(polyline, origin!);
    if (other && isAsLong(course, other) && sameCourse(course, other)) found.push(one);
  }
  return timed([...found, row]);
}

/** Candidates with hidden parts were chosen generously: what is visible decides. */
const isAsLong = (a: Course, b: Course): boolean =>
  Math.min(a.meters, b.meters) >= Math.max(a.meters, b.meters) * (1 - 2 * LENGTH);

function ranked(rows: readonly Candidate[], { redactions: shown }: ViewerScope): SimilarWorkout[] {
  const time = ({ id, active_time_total: whole }: Candidate) =>
    (shown.has(id) ? shown.get(id)!.figures.active_time_total : whole) ?? Number.POSITIVE_INFINITY;
  const byTime = rows.map(time).sort((a, b) => a - b);
  return rows
    .map((one) => ({ id: one.id, rank: byTime.indexOf(time(one)) + 1, startAt: one.start_at }))
    .sort((a, b) => b.startAt.getTime() - a.startAt.getTime() || b.id - a.id);
}
