import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { UserTables } from './tables.ts';

export async function addHeartRateZones(
  trx: Trx,
  row: Insertable<UserTables['heart_rate_zones']>,
): Promise<void> {
  await trx.insertInto('heart_rate_zones').values(row).execute();
}

/** @param id of this set; all sets of the member without @returns false where there was none */
export async function removeHeartRateZones(db: Db, userId: number, id?: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('heart_rate_zones')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (one) => one.where('id', '=', id!))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
