import { PLAN_WEEKS_MAX, RoutePoint, WEEK_SESSIONS_MAX } from '@waymark/api-contract';
import polylineCodec from '@mapbox/polyline';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../kernel/database/tables.ts';
import { decodeColumnAsync } from '../../../recordings/streams/codec.ts';
import { STREAM_KINDS } from '../../../recordings/model/parsed-workout.ts';
import { packStoredPlan, pointsJson } from '../../../maps/routes/points/packed.ts';
import type { ArchiveRow } from './check-row.ts';
import { archiveInvalid } from './restore-problem.ts';

const MAX_POINTS = 2_000_000;
/** Lists hold the previews of a hundred workouts. One of 200 points takes some kilobyte. */
const PREVIEW_MAX_CHARS = 20_000;
const KINDS: ReadonlySet<unknown> = new Set(STREAM_KINDS);
const Points = z.array(RoutePoint).min(2).max(100_000);

const bytesOf = (value: unknown): Buffer => Buffer.from((value as string).slice(2), 'hex');
const isCoordinate = ([lat, lng]: [number, number]): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 540;

const isNeverFalling = (values: Int32Array): boolean =>
  values[0]! >= 0 && values.every((value, i) => i === 0 || value >= values[i - 1]!);

/** @throws RestoreProblem for a series that is not what its row says */
async function checkStream({ kind, n, data }: ArchiveRow): Promise<void> {
  const isKnown = KINDS.has(kind) && typeof n === 'number' && n > 0 && n <= MAX_POINTS;
  const values = isKnown ? await decodeColumnAsync(bytesOf(data), n).catch(() => null) : null;
  if (!values || (kind === 'time' && !isNeverFalling(values))) throw archiveInvalid('workout_streams.data');
}

/**
 * The series of a recording are read side by side: all of them have its length, each has a time, and places have both
 * coordinates.
 * @throws RestoreProblem
 */
export async function checkSeriesOfWorkouts(trx: Trx, userId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from workout_streams where user_id = ${userId} group by workout_id
    having min(n) <> max(n) or not bool_or(kind = 'time') or bool_or(kind = 'lat') <> bool_or(kind = 'lng')
    limit 1`.execute(trx);
  if (rows.length > 0) throw archiveInvalid('workout_streams.n');
}

/** The points are answered as they are stored: they have to be exactly points. The course is packed anew. */
async function checkPoints(row: ArchiveRow): Promise<ArchiveRow> {
  const data = bytesOf(row['data']);
  const points = await pointsJson(data)
    .then((json) => Points.safeParse(JSON.parse(json.toString())).data)
    .catch(() => undefined);
  if (!points || points.length !== row['n']) throw archiveInvalid('route_points.data');
  return { ...row, plan: `\\x${Buffer.from(packStoredPlan(data)).toString('hex')}` };
}

/** Routes get theirs from their points. */
function checkPolyline(table: string, { polyline }: ArchiveRow): void {
  if (typeof polyline !== 'string' || table !== 'workouts') return;
  const isLine =
    polyline.length <= PREVIEW_MAX_CHARS &&
    /^[?-~]*$/.test(polyline) &&
    polylineCodec.decode(polyline, 5).every(isCoordinate);
  if (!isLine) throw archiveInvalid(`${table}.polyline`);
}

/** Characters of the sessions of one plan: more than the form of a plan takes. */
const PLAN_MAX_CHARS = 2_000_000;

/** A plan is read as a whole. @throws RestoreProblem for one with more sessions, or longer ones, than anybody can write */
export async function checkSessionsOfPlans(trx: Trx, userId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from planned_sessions where user_id = ${userId} group by started_plan_id
    having count(*) > ${PLAN_WEEKS_MAX * WEEK_SESSIONS_MAX}
      or sum(length(steps::text) + coalesce(length(full_load::text), 0) + length(description)) > ${PLAN_MAX_CHARS}
    limit 1`.execute(trx);
  if (rows.length > 0) throw archiveInvalid('planned_sessions');
}

/** What is stored packed or encoded, and what follows from it. @throws RestoreProblem */
export async function checkRecording(table: string, row: ArchiveRow): Promise<ArchiveRow> {
  checkPolyline(table, row);
  if (table === 'workout_streams') await checkStream(row);
  return table === 'route_points' ? checkPoints(row) : row;
}
