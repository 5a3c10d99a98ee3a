import type { DeletionRequest } from '@waymark/api-contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { DeletionTables } from './tables.ts';

type Row = Selectable<DeletionTables['deletion_requests']>;

export const presentDeletion = ({ id, requested_at, erase_at }: Row): DeletionRequest => ({
  id,
  requested_datetime: requested_at.toISOString(),
  erase_datetime: erase_at.toISOString(),
});

/** The deletion that a member asked for; null when there is none. */
export async function findDeletion(db: Db, userId: number): Promise<DeletionRequest | null> {
  const row = await db
    .selectFrom('deletion_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? presentDeletion(row) : null;
}

/** @returns nothing where one is stored already */
export const requestDeletion = (
  trx: Trx,
  request: Insertable<DeletionTables['deletion_requests']>,
): Promise<Row | undefined> =>
  trx
    .insertInto('deletion_requests')
    .values(request)
    .onConflict((on) => on.column('user_id').doNothing())
    .returningAll()
    .executeTakeFirst();

/** @param id of this one only, where given @returns false where none waits, or erasing has begun */
export async function withdrawDeletion(trx: Trx, userId: number, id?: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('deletion_requests')
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .$if(id !== undefined, (one) => one.where('id', '=', id!))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @returns those due before a time whose member was not reminded yet; they count as reminded from then on */
export const markReminded = (db: Db, now: Date, dueBefore: Date): Promise<Pick<Row, 'user_id' | 'id'>[]> =>
  db
    .updateTable('deletion_requests')
    .set({ reminded_at: now })
    .where('state', '=', 'pending')
    .where('reminded_at', 'is', null)
    .where('erase_at', '<', dueBefore)
    .returning(['user_id', 'id'])
    .execute();

/** From here on there is no way back. @returns whether the account's time is over */
export async function beginErasing(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deletion_requests')
    .set({ state: 'erasing' })
    .where('user_id', '=', userId)
    .where((at) => at.or([at('state', '=', 'erasing'), at('erase_at', '<=', now)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
