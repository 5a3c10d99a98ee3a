import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../kernel/database/tables.ts';
import { candidatesOf } from '../../workout-store/record-candidates.ts';
import { analyse, floatBytes } from '../../files/analysis.ts';
import { withMemberLock } from '../../kernel/member-lock.ts';
import { loadMember } from '../../workout-store/member.ts';
import { groupOfActivity } from '../../workout-store/activity-names.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { areasOf, type HiddenAreas } from './hidden-areas.ts';
import { wholeStreams } from './visible-recording.ts';
import { idsNear, knownShown, type Shown, type Sight } from './viewer-scope.ts';
import { shownOf, type Worked } from './redact-workout.ts';

/** Rows that one transaction keeps. */
const TOGETHER = 20;

interface Waiting {
  workout_id: number;
  mark: number;
}
interface Made {
  row: WorkoutRow;
  worked: Worked;
}

function waitingOf(db: Db, userId: number, limit: number, ids?: readonly number[]): Promise<Waiting[]> {
  let waiting = db
    .selectFrom('shown_waiting')
    .select(['workout_id', 'mark'])
    .where('user_id', '=', userId)
    .orderBy('workout_id', 'desc')
    .limit(limit);
  if (ids) waiting = waiting.where('workout_id', 'in', [...ids]);
  return waiting.execute();
}

/** Works out what others are told of workouts that wait, and keeps it. */
async function workOut(db: Db, userId: number, waiting: readonly Waiting[]): Promise<Map<number, Shown>> {
  const [member, areas] = await Promise.all([loadMember(db, userId), areasOf(db, userId)]);
  const told = new Map<number, Shown>();
  for (let at = 0; at < waiting.length; at += TOGETHER) {
    const some = waiting.slice(at, at + TOGETHER);
    const rows = await db
      .selectFrom('workouts')
      .selectAll()
      .where('user_id', '=', userId)
      .where(
        'id',
        'in',
        some.map(({ workout_id }) => workout_id),
      )
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const near = new Set(idsNear(areas, rows));
    const made: Made[] = [];
    for (const { workout_id } of some) {
      const row = byId.get(workout_id);
      if (!row || !near.has(workout_id)) continue;
      const worked = shownOf(row, await wholeStreams(db, row), areas, member);
      if (worked) made.push({ row, worked });
      await turn();
    }
    await keep(db, userId, some, made);
    for (const { row, worked } of made) told.set(row.id, worked);
  }
  return told;
}

/** Keeps what still waits as it did: whatever changed meanwhile is worked out anew. Under the member lock. */
async function keep(
  db: Db,
  userId: number,
  waiting: readonly Waiting[],
  made: readonly Made[],
): Promise<void> {
  await withMemberLock(db, userId, async (trx) => {
    const settled = await trx
      .deleteFrom('shown_waiting')
      .where('user_id', '=', userId)
      .where((at) =>
        at.or(
          waiting.map(({ workout_id, mark }) =>
            at.and([at('workout_id', '=', workout_id), at('mark', '=', mark)]),
          ),
        ),
      )
      .returning('workout_id')
      .execute();
    const ids = settled.map(({ workout_id }) => workout_id);
    if (ids.length === 0) return;
    for (const table of ['shown_workouts', 'shown_candidates'] as const) {
      await trx.deleteFrom(table).where('user_id', '=', userId).where('workout_id', 'in', ids).execute();
    }
    const kept = made.filter(({ row }) => ids.includes(row.id));
    if (kept.length === 0) return;
    await trx
      .insertInto('shown_workouts')
      .values(kept.map(({ row, worked }) => valuesOf(row, worked)))
      .execute();
    // Where nothing is visible the figures are rough: no record of anything.
    const candidates = kept.flatMap(({ row, worked: { figures, tracked } }) =>
      tracked ? candidatesOf({ ...row, ...figures }) : [],
    );
    if (candidates.length > 0) await trx.insertInto('shown_candidates').values(candidates).execute();
  });
}

const thousandths = (value: number | null): number => Math.round((value ?? 0) * 1000);

function valuesOf(row: WorkoutRow, { figures, streams, ...told }: Worked) {
  const { distance, power } = analyse(streams, row.leg_count > 0);
  return {
    user_id: row.user_id,
    workout_id: row.id,
    root_id: row.parent_id ?? row.id,
    activity_group: groupOfActivity(row.activity_type_id),
    privacy: row.privacy,
    local_day: row.local_day,
    ...told,
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
 * What a caller sees of some workouts of a member. The first one to ask after a change has it worked out.
 * @param areas what `hiddenAreas` gives for the caller
 */
export async function sightOf(
  db: Db,
  userId: number,
  areas: HiddenAreas,
  rows: readonly { id: number; bounds: number[] | null }[],
): Promise<Sight> {
  const near = idsNear(areas, rows);
  if (near.length === 0) return { ...areas, shown: new Map() };
  // The waiting ones first: what settles between the two questions is then found by the second.
  const waiting = await waitingOf(db, userId, near.length, near);
  const known = await knownShown(db, userId, near);
  if (waiting.length === 0) return { ...areas, shown: known };
  return { ...areas, shown: new Map([...known, ...(await workOut(db, userId, waiting))]) };
}

/**
 * Works out what waits of a member's workouts.
 * @param most so many at most
 * @returns whether more wait
 */
export async function settle(db: Db, userId: number, most: number): Promise<boolean> {
  const waiting = await waitingOf(db, userId, most + 1);
  if (waiting.length > 0) await workOut(db, userId, waiting.slice(0, most));
  return waiting.length > most;
}
