import assert from 'node:assert/strict';
import type { Privacy } from '@waymark/api-contract';
import { RECORD_DISTANCES, recordDistancesOf } from '@waymark/units';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { ANNOUNCED_COLUMNS } from '../workout-store/announce-changes.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import { candidatesOf } from '../workout-store/record-candidates.ts';
import { readRecords } from './read-records.ts';
import { addCurves, noTops, storedTops } from './curve-tops.ts';

/** For tests: everything that is kept beside a member's workouts, held against a count of the workouts themselves. */
export async function assertRecount(db: Db, userId: number): Promise<void> {
  const kept = await sql`
    select span, first_day, activity_type_id, privacy, n, distance, duration, energy, ascent, load, n_load, days
    from workout_totals where user_id = ${userId}
    order by span, first_day, activity_type_id, privacy`.execute(db);
  const counted = await sql`
    select span, date_trunc(unit, local_day)::date as first_day, activity_type_id, privacy, count(*)::int as n,
      coalesce(sum(round(distance_total * 1000)), 0)::bigint as distance,
      coalesce(sum(round(coalesce(active_time_total, elapsed_time_total) * 1000)), 0)::bigint as duration,
      coalesce(sum(round(metabolic_energy_total * 1000)), 0)::bigint as energy,
      coalesce(sum(round(ascent_total * 1000)), 0)::bigint as ascent,
      coalesce(sum(round(load * 1000)), 0)::bigint as load, count(load)::int as n_load,
      case when span = 'y' then
        bit_or(set_bit(repeat('0', 366)::bit(366), extract(doy from local_day)::int - 1, 1)) end as days
    from workouts, (values ('d', 'day'), ('m', 'month'), ('y', 'year')) as s (span, unit)
    where user_id = ${userId} and parent_id is null and deleted_at is null
    group by span, unit, date_trunc(unit, local_day), activity_type_id, privacy
    order by span, first_day, activity_type_id, privacy`.execute(db);
  assert.deepEqual(kept.rows, counted.rows);
  await assertLists(db, userId);
  await assertCandidates(db, userId);
  await assertCurves(db, userId);
  for (const privacy of VIEWERS) await assertRecords(db, userId, privacy);
}

/** The levels that the member, friends and everyone see. */
const VIEWERS: readonly (readonly Privacy[])[] = [[0, 1, 3, 6], [1, 3], [3]];

/**
 * Records of whole workouts are the best of what counts for the viewer. Held by the member's excluded workouts are none,
 * except by those that overlap what the viewer may not see.
 */
async function assertRecords(db: Db, userId: number, privacy: readonly Privacy[]) {
  const rows = await db
    .selectFrom('workouts')
    .select(ANNOUNCED_COLUMNS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  const visible = rows.filter((row) => privacy.includes(row.privacy));
  const visibleIds = new Set(visible.map(({ id }) => id));
  const excluded = await db
    .selectFrom('excluded_workouts')
    .select(['workout_id', 'overlaps_id'])
    .where('user_id', '=', userId)
    .execute();
  const excludedIds = new Set(
    excluded.flatMap(({ workout_id, overlaps_id }) =>
      overlaps_id === null || visibleIds.has(overlaps_id) ? [workout_id] : [],
    ),
  );
  const counted = visible
    .flatMap(candidatesOf)
    .filter(({ root_id }) => !excludedIds.has(root_id))
    .toSorted(
      (a, b) => b.rank - a.rank || a.start_at.getTime() - b.start_at.getTime() || a.workout_id - b.workout_id,
    );
  const rootOf = new Map(rows.map(({ id, parent_id }) => [id, parent_id ?? id]));
  const groups = new Set(rows.map(({ activity_type_id: id }) => groupOfActivity(id)));
  for (const group of groups) {
    const best = new Map(
      counted
        .filter(({ activity_group }) => activity_group === group)
        .toReversed()
        .map(({ key, workout_id }) => [key, workout_id]),
    );
    const records = await readRecords(
      db,
      { userId, privacy, partly: false, isOwner: true, hidesHealthData: false, types: null },
      group,
    );
    const efforts = records.filter(({ is_best_effort }) => is_best_effort);
    for (const { key, workout } of efforts)
      assert.ok(!excludedIds.has(rootOf.get(workout.id)!), `${key} is held by what counts nowhere`);
    const beaten = new Set(efforts.map(({ key }) => key));
    assert.deepEqual(
      Object.fromEntries(records.flatMap(({ key, workout }) => (beaten.has(key) ? [] : [[key, workout.id]]))),
      Object.fromEntries([...best].filter(([key]) => !beaten.has(key) && isOf(group, key))),
      'records',
    );
  }
}

/** Whether a sport has the record: cyclists ride no marathon. */
const isOf = (group: string, key: string): boolean =>
  !RECORD_DISTANCES.some((distance) => distance.key === key) ||
  recordDistancesOf(group).some((distance) => distance.key === key);

async function assertLists(db: Db, userId: number) {
  const { rows } = await sql<{ privacy: number }>`
    select c.privacy, c.n, count(w.id)::int as n_now from workout_counts c
    left join workouts w on w.user_id = c.user_id and w.privacy = c.privacy
      and w.parent_id is null and w.deleted_at is null
    where c.user_id = ${userId} group by c.privacy, c.n having c.n <> count(w.id)`.execute(db);
  assert.deepEqual(rows, [], 'list counters');
}

async function assertCandidates(db: Db, userId: number) {
  const key = (row: { workout_id: number; key: string }) => `${row.workout_id} ${row.key}`;
  const sorted = <T extends { workout_id: number; key: string }>(rows: T[]) =>
    rows.toSorted((a, b) => key(a).localeCompare(key(b), 'en'));
  const kept = await db.selectFrom('record_candidates').selectAll().where('user_id', '=', userId).execute();
  const rows = await db
    .selectFrom('workouts')
    .select(ANNOUNCED_COLUMNS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  assert.deepEqual(sorted(kept), sorted(rows.flatMap(candidatesOf)));
}

async function assertCurves(db: Db, userId: number) {
  const kept = await db.selectFrom('curve_tops').selectAll().where('user_id', '=', userId).execute();
  const rows = await db
    .selectFrom('workouts as w')
    .innerJoin('workout_analyses as a', (on) =>
      on.onRef('a.user_id', '=', 'w.user_id').onRef('a.workout_id', '=', 'w.id'),
    )
    .select(['w.privacy', 'w.local_day', 'w.activity_type_id', 'a.workout_id', 'a.distance', 'a.power'])
    .where('w.user_id', '=', userId)
    .where('w.deleted_at', 'is', null)
    .where('w.leg_count', '=', 0)
    .where((at) =>
      at.not(
        at.exists(
          at
            .selectFrom('excluded_workouts as e')
            .select('e.workout_id')
            .whereRef('e.user_id', '=', 'w.user_id')
            .whereRef('e.workout_id', '=', 'a.root_id'),
        ),
      ),
    )
    .where((at) => at.or([at('a.distance', 'is not', null), at('a.power', 'is not', null)]))
    .execute();
  const cells = new Map<string, ReturnType<typeof noTops>>();
  for (const row of rows) {
    const place = `${groupOfActivity(row.activity_type_id)} ${row.privacy}`;
    for (const span of [`m ${row.local_day.slice(0, 8)}01`, `y ${row.local_day.slice(0, 5)}01-01`]) {
      cells.set(`${place} ${span}`, addCurves(cells.get(`${place} ${span}`) ?? noTops(), row));
    }
  }
  const found = kept.map(({ activity_group, privacy, span, first_day, ...row }) => [
    `${activity_group} ${privacy} ${span} ${first_day}`,
    {
      distance: row.distance,
      distance_ids: row.distance_ids,
      power: row.power,
      power_ids: row.power_ids,
    },
  ]);
  assert.deepEqual(
    Object.fromEntries(found),
    Object.fromEntries([...cells].map(([cell, tops]) => [cell, storedTops(tops)])),
  );
}
