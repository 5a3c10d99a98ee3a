import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Aggregates } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import { candidatesOf } from '../../workout-store/record-candidates.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { groupOfActivity } from '../../../recordings/activity-names.ts';
import { FIGURES, type WorkoutRow } from '../../workout-store/workout-rows.ts';
import { areasNear, areasOf, type HiddenAreas } from './hidden-areas.ts';
import { readColumns } from './visible-recording.ts';
import { redactInlineOrInWorker } from './redaction-queue.ts';
import type { AnalysedRedaction } from './redaction-task.ts';
import { redactCompletely, type RedactedWorkout } from './redact-workout.ts';

/** Rows that one transaction stores. */
const BATCH_SIZE = 20;

interface StaleRedaction {
  workout_id: number;
  mark: number;
}
/** What a redaction depends on. Laps and lengths, which may be megabytes, are redacted when they are read. */
const COLUMNS = [
  'user_id',
  'id',
  'parent_id',
  'leg_count',
  'activity_type_id',
  'privacy',
  'start_at',
  'local_day',
  'polyline',
  'bounds',
  'updated_at',
  ...FIGURES,
] as const;
type Row = Pick<WorkoutRow, (typeof COLUMNS)[number]>;

interface ComputedRedaction {
  row: Row;
  redacted: AnalysedRedaction;
}

/** Redactions that are being computed: whoever asks for one meanwhile waits for the same. */
const computing = new Map<string, Promise<AnalysedRedaction | null>>();

function computeRedaction(
  db: Db,
  row: Row,
  mark: number,
  areas: HiddenAreas,
): Promise<AnalysedRedaction | null> {
  const key = `${row.user_id} ${row.id} ${mark} ${row.updated_at.getTime()} ${areas.version}`;
  const running = computing.get(key);
  if (running) return running;
  const { activity_type_id, start_at, polyline, bounds } = row;
  const figures = Object.fromEntries(FIGURES.map((figure) => [figure, row[figure]]));
  const compute = async () =>
    redactInlineOrInWorker({
      kind: 'workout',
      row: {
        ...(figures as Aggregates),
        activity_type_id,
        start_at,
        polyline,
        bounds,
        hasLegs: row.leg_count > 0,
      },
      columns: await readColumns(db, row),
      areas,
    });
  const promise = compute().finally(() => computing.delete(key));
  computing.set(key, promise);
  return promise;
}

function readStale(
  db: Db,
  userId: number,
  limit: number,
  ids?: readonly number[],
): Promise<StaleRedaction[]> {
  let stale = db
    .selectFrom('stale_redactions')
    .select(['workout_id', 'mark'])
    .where('user_id', '=', userId)
    .orderBy('workout_id', 'desc')
    .limit(limit);
  if (ids) stale = stale.where(sql<boolean>`workout_id = any(${ids}::bigint[])`);
  return stale.execute();
}

/** Computes and stores the redactions of stale workouts. */
async function computeRedactions(
  db: Db,
  userId: number,
  stale: readonly StaleRedaction[],
): Promise<Map<number, RedactedWorkout>> {
  const areas = await areasOf(db, userId);
  const redactions = new Map<number, RedactedWorkout>();
  for (let at = 0; at < stale.length; at += BATCH_SIZE) {
    const batch = stale.slice(at, at + BATCH_SIZE);
    const rows = await db
      .selectFrom('workouts')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .where(
        'id',
        'in',
        batch.map(({ workout_id }) => workout_id),
      )
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const near = new Set(idsNearZones(areas, rows));
    const computed: ComputedRedaction[] = [];
    for (const { workout_id, mark } of batch) {
      const row = byId.get(workout_id);
      if (!row || !near.has(workout_id)) continue;
      const redacted = await computeRedaction(db, row, mark, areas);
      if (redacted) computed.push({ row, redacted });
      await nextTurn();
    }
    await storeRedactions(db, userId, batch, computed);
    for (const { row, redacted } of computed) redactions.set(row.id, redacted);
  }
  return redactions;
}

/** Stores redactions whose workouts did not change meanwhile; the others stay stale. Under the member lock. */
async function storeRedactions(
  db: Db,
  userId: number,
  stale: readonly StaleRedaction[],
  computed: readonly ComputedRedaction[],
): Promise<void> {
  await withMemberLock(db, userId, async (trx) => {
    const current = await trx
      .deleteFrom('stale_redactions')
      .where('user_id', '=', userId)
      .where((at) =>
        at.or(
          stale.map(({ workout_id, mark }) =>
            at.and([at('workout_id', '=', workout_id), at('mark', '=', mark)]),
          ),
        ),
      )
      .returning('workout_id')
      .execute();
    const ids = current.map(({ workout_id }) => workout_id);
    if (ids.length === 0) return;
    for (const table of ['redacted_workouts', 'redacted_candidates'] as const) {
      await trx.deleteFrom(table).where('user_id', '=', userId).where('workout_id', 'in', ids).execute();
    }
    const stored = computed.filter(({ row }) => ids.includes(row.id));
    if (stored.length === 0) return;
    await trx
      .insertInto('redacted_workouts')
      .values(stored.map(({ row, redacted }) => valuesOf(row, redacted)))
      .execute();
    // Without a visible part the figures are rounded and cannot hold a record.
    const candidates = stored.flatMap(({ row, redacted: { figures, tracked } }) =>
      tracked ? candidatesOf({ ...row, ...figures }) : [],
    );
    if (candidates.length > 0) await trx.insertInto('redacted_candidates').values(candidates).execute();
  });
}

const thousandths = (value: number | null): number => Math.round((value ?? 0) * 1000);

function valuesOf(row: Row, { figures, distanceCurve, powerCurve, ...redactions }: AnalysedRedaction) {
  return {
    user_id: row.user_id,
    workout_id: row.id,
    root_id: row.parent_id ?? row.id,
    activity_group: groupOfActivity(row.activity_type_id),
    privacy: row.privacy,
    local_day: row.local_day,
    ...redactions,
    figures: JSON.stringify(figures),
    distance: thousandths(figures.distance_total),
    duration: thousandths(figures.active_time_total ?? figures.elapsed_time_total),
    energy: thousandths(figures.metabolic_energy_total),
    ascent: thousandths(figures.ascent_total),
    distance_curve: distanceCurve && Buffer.from(distanceCurve),
    power_curve: powerCurve && Buffer.from(powerCurve),
  };
}

/** Stale workouts that one call waits for; the rest is completely redacted until the job of the zones has come to it. */
const MAX_COMPUTED = 25;

/** Ids of the workouts that may have a hidden part: most are far from every zone. */
const idsNearZones = (
  areas: HiddenAreas,
  rows: readonly { id: number; bounds: readonly number[] | null }[],
): number[] =>
  areas.circles.length === 0
    ? []
    : rows
        .filter(({ bounds }) => bounds !== null && areasNear(areas, bounds).circles.length > 0)
        .map(({ id }) => id);

/** Reads the stored redactions of some workouts; those that are stale have none. */
async function readRedactions(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, RedactedWorkout>> {
  const rows = await db
    .selectFrom('redacted_workouts')
    .select(['workout_id', 'figures', 'start_at', 'tracked', 'polyline', 'bounds'])
    .where('user_id', '=', userId)
    .where('workout_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ workout_id, ...redacted }) => [workout_id, redacted]));
}

/**
 * The redactions of some workouts of a member, by id; without one nothing of a workout is hidden. A few stale ones are
 * computed first.
 */
export async function findRedactions(
  db: Db,
  userId: number,
  areas: HiddenAreas,
  rows: readonly { id: number; bounds: readonly number[] | null }[],
): Promise<ReadonlyMap<number, RedactedWorkout>> {
  const near = idsNearZones(areas, rows);
  if (near.length === 0) return new Map();
  // Stale ones first: what is recomputed between the two queries is then found by the second.
  const stale = await readStale(db, userId, near.length, near);
  const stored = await readRedactions(db, userId, near);
  if (stale.length === 0) return stored;
  const computed = await computeRedactions(db, userId, stale.slice(0, MAX_COMPUTED));
  const complete = await redactAllCompletely(db, userId, stale.slice(MAX_COMPUTED));
  return new Map([...stored, ...computed, ...complete]);
}

async function redactAllCompletely(
  db: Db,
  userId: number,
  stale: readonly StaleRedaction[],
): Promise<Map<number, RedactedWorkout>> {
  if (stale.length === 0) return new Map();
  const ids = stale.map(({ workout_id }) => workout_id);
  const rows = await db
    .selectFrom('workouts')
    .select(['id', 'activity_type_id', 'start_at', 'polyline', 'bounds', ...FIGURES])
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, redactCompletely(row)]));
}

/**
 * The figures of workouts and legs as others see them, by id; null where they are stale. Without one nothing is hidden.
 * Computes none: whoever stores what they add up to asks again once they are there.
 */
export async function readSharedFigures(
  db: Db,
  rows: readonly Pick<WorkoutRow, 'user_id' | 'id'>[],
): Promise<Map<number, Aggregates | null>> {
  const idsByOwner = Map.groupBy(rows, ({ user_id }) => user_id);
  const owners = await db
    .selectFrom('privacy_zones')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${[...idsByOwner.keys()]}::bigint[])`)
    .execute();
  const figures = new Map<number, Aggregates | null>();
  for (const { user_id: userId } of owners) {
    const ids = idsByOwner.get(userId)!.map(({ id }) => id);
    const tracks = await db
      .selectFrom('workouts')
      .select(['id', 'bounds'])
      .where('user_id', '=', userId)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute();
    const nearIds = idsNearZones(await areasOf(db, userId), tracks);
    if (nearIds.length === 0) continue;
    const stale = await readStale(db, userId, nearIds.length, nearIds);
    for (const [id, redacted] of await readRedactions(db, userId, nearIds)) figures.set(id, redacted.figures);
    for (const { workout_id } of stale) figures.set(workout_id, null);
  }
  return figures;
}

/**
 * Computes stale redactions of a member's workouts.
 * @param limit how many at limit
 * @returns whether more are stale
 */
export async function recomputeRedactions(db: Db, userId: number, limit: number): Promise<boolean> {
  const stale = await readStale(db, userId, limit + 1);
  if (stale.length > 0) await computeRedactions(db, userId, stale.slice(0, limit));
  return stale.length > limit;
}
