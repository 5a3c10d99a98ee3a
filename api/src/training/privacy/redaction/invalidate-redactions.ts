import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import { areasNear, areasOf } from './hidden-areas.ts';

declare module '../../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Other parts of a member's workouts are hidden now. Published under the member lock, with the redactions stale. */
    privacyZonesChanged: { userId: number };
  }
}

/** A new value with each change, so that a redaction of an earlier state is not stored. */
const MARK = sql`(random() * 9007199254740991)::bigint`;

async function addStale(trx: Trx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into stale_redactions (user_id, workout_id, mark)
    select ${userId}, id, ${MARK} from unnest(${[...ids]}::bigint[]) as each (id)
    on conflict (user_id, workout_id) do update set mark = excluded.mark`.execute(trx);
}

async function deleteRedactions(
  trx: Trx,
  userId: number,
  by: 'root_id' | 'workout_id',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ['redacted_workouts', 'redacted_candidates'] as const) {
    await trx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where(sql<boolean>`${sql.ref(by)} = any(${[...ids]}::bigint[])`)
      .execute();
  }
}

/**
 * Workouts came, changed or went, under the member lock: their redactions are computed again when somebody else
 * asks for them. Costs members without zones one look into an index.
 * @param removed top-level workouts; their legs go with them
 * @param changed workouts and legs
 */
export async function invalidateRedactions(
  trx: Trx,
  userId: number,
  { removed, changed }: { removed: readonly number[]; changed: readonly number[] },
): Promise<void> {
  const owner = await trx
    .selectFrom('privacy_zone_owners')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!owner) return;
  await deleteRedactions(trx, userId, 'root_id', removed);
  await deleteRedactions(trx, userId, 'workout_id', changed);
  await addStale(trx, userId, changed);
}

/** After a change of the member's zones: every workout near one of them becomes stale. Under the member lock. */
export async function invalidateAllRedactions(trx: Trx, userId: number): Promise<void> {
  for (const table of ['redacted_workouts', 'redacted_candidates', 'stale_redactions'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  const areas = await areasOf(trx, userId);
  if (areas.circles.length === 0) return;
  const rows = await trx
    .selectFrom('workouts')
    .select(['id', 'bounds'])
    .where('user_id', '=', userId)
    .where('bounds', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  const near = rows.filter(({ bounds }) => areasNear(areas, bounds).circles.length > 0);
  await addStale(
    trx,
    userId,
    near.map(({ id }) => id),
  );
}

/** Removes the stale marks of purged workouts; their redactions were removed when they were deleted. */
export async function dropRedactions(trx: Trx, userId: number, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('stale_redactions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`workout_id = any(${[...ids]}::bigint[])`)
    .execute();
}
