import type { Gear } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import { notFound } from '../../../kernel/server/errors.ts';
import type { Caller } from '../../../kernel/server/route.ts';
import type { GearTable } from './tables.ts';

export type GearRow = Selectable<GearTable>;

/** Gear of the caller's own; nobody else's exists for them. @throws ApiProblem 404 */
export async function ownGear(db: Db, caller: Caller | null, id: number): Promise<GearRow> {
  const row = await db
    .selectFrom('gear')
    .selectAll()
    .where('user_id', '=', caller!.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('gear');
  return row;
}

interface Mileage {
  gear_id: number;
  distance: number;
  n: number;
}

/**
 * Metres and workouts of each piece of gear, summed from the workouts as they are now: what is deleted, restored or
 * edited is right at once. A leg counts for its own gear, but not twice when the whole workout names the same.
 */
async function mileageOf(db: Db, userId: number, only: number | null): Promise<Map<number, Mileage>> {
  const { rows } = await sql<Mileage>`
    select gear_id, sum(distance)::float8 as distance, sum(n)::int as n from (
      select gear_id, coalesce(sum(distance_total), 0) as distance, count(*) as n
      from workouts
      where user_id = ${userId} and gear_id is not null and parent_id is null and deleted_at is null
        and (${only}::bigint is null or gear_id = ${only}::bigint)
      group by gear_id
      union all
      select leg.gear_id, coalesce(sum(leg.distance_total), 0), count(distinct leg.parent_id)
      from workouts leg join workouts whole on whole.user_id = leg.user_id and whole.id = leg.parent_id
      where leg.user_id = ${userId} and leg.gear_id is not null and leg.parent_id is not null
        and leg.deleted_at is null and whole.gear_id is distinct from leg.gear_id
        and (${only}::bigint is null or leg.gear_id = ${only}::bigint)
      group by leg.gear_id
    ) as used group by gear_id`.execute(db);
  return new Map(rows.map((row) => [row.gear_id, row]));
}

/** Tenths of a metre: beyond that a sum of many workouts is noise. */
const tidy = (meters: number) => Math.round(meters * 10) / 10;

/** A piece of gear as its owner sees it. */
function present(row: GearRow, used: Mileage | undefined): Gear {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    brand: row.brand,
    model: row.model,
    notes: row.notes,
    initial_distance: row.initial_distance,
    distance: tidy(row.initial_distance + (used?.distance ?? 0)),
    workout_count: used?.n ?? 0,
    alert_distance: row.alert_distance,
    retired_datetime: row.retired_at?.toISOString() ?? null,
    default_for: row.default_for,
    created_datetime: row.created_at.toISOString(),
    _links: { self: [{ href: `/v7.1/usergear/${row.id}/`, id: String(row.id) }] },
  };
}

export async function presentGear(db: Db, row: GearRow): Promise<Gear> {
  return present(row, (await mileageOf(db, row.user_id, row.id)).get(row.id));
}

/** What is in use first, newest first, then what is retired. */
export async function listGear(db: Db, userId: number): Promise<Gear[]> {
  const [rows, used] = await Promise.all([
    db
      .selectFrom('gear')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('retired_at', (by) => by.desc().nullsFirst())
      .orderBy('id', 'desc')
      .execute(),
    mileageOf(db, userId, null),
  ]);
  return rows.map((row) => present(row, used.get(row.id)));
}
