import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../kernel/database/tables.ts';
import { candidatesOf } from '../../workout-store/record-candidates.ts';
import { analyse, floatBytes } from '../../recordings/streams/analysis.ts';
import { withMemberLock } from '../../kernel/member-lock.ts';
import { loadMember } from '../../workout-store/member.ts';
import { groupOfActivity } from '../../workout-store/activity-names.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { areasOf, type HiddenAreas } from './hidden-areas.ts';
import { unredactedStreams } from './visible-recording.ts';
import { idsNearZones, readRedactions, type RedactedWorkout, type ViewerScope } from './viewer-scope.ts';
import { redactWorkout, type RedactedRecording } from './redact-workout.ts';

/** Rows that one transaction stores. */
const BATCH_SIZE = 20;

interface StaleRedaction {
  workout_id: number;
  mark: number;
}
interface ComputedRedaction {
  row: WorkoutRow;
  redacted: RedactedRecording;
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
  if (ids) stale = stale.where('workout_id', 'in', [...ids]);
  return stale.execute();
}

/** Computes and stores the redactions of stale workouts. */
async function computeRedactions(
  db: Db,
  userId: number,
  stale: readonly StaleRedaction[],
): Promise<Map<number, RedactedWorkout>> {
  const [member, areas] = await Promise.all([loadMember(db, userId), areasOf(db, userId)]);
  const redactions = new Map<number, RedactedWorkout>();
  for (let at = 0; at < stale.length; at += BATCH_SIZE) {
    const batch = stale.slice(at, at + BATCH_SIZE);
    const rows = await db
      .selectFrom('workouts')
      .selectAll()
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
    for (const { workout_id } of batch) {
      const row = byId.get(workout_id);
      if (!row || !near.has(workout_id)) continue;
      const redacted = redactWorkout(row, await unredactedStreams(db, row), areas, member);
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

function valuesOf(row: WorkoutRow, { figures, streams, ...redactions }: RedactedRecording) {
  const { distance, power } = analyse(streams, row.leg_count > 0);
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
    distance_curve: distance && floatBytes(distance),
    power_curve: power && floatBytes(power),
  };
}

/**
 * What a viewer may see of some workouts of a member. Stale redactions are computed first.
 * @param areas what `hiddenAreas` gives for the caller
 */
export async function viewerScopeOf(
  db: Db,
  userId: number,
  areas: HiddenAreas,
  rows: readonly { id: number; bounds: number[] | null }[],
): Promise<ViewerScope> {
  const near = idsNearZones(areas, rows);
  if (near.length === 0) return { ...areas, redactions: new Map() };
  // Stale ones first: what is recomputed between the two queries is then found by the second.
  const stale = await readStale(db, userId, near.length, near);
  const known = await readRedactions(db, userId, near);
  if (stale.length === 0) return { ...areas, redactions: known };
  return { ...areas, redactions: new Map([...known, ...(await computeRedactions(db, userId, stale))]) };
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
