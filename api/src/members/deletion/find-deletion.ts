import type { DeletionRequest } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
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
