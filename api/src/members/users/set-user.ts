import type { Updateable } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import type { UserTables } from './tables.ts';

/** What other domains change at a member's row: what their own changes make of it, in their transactions. */
export async function setUser(
  trx: Trx,
  userId: number,
  columns: Pick<Updateable<UserTables['users']>, 'weight' | 'has_sample_data'>,
): Promise<void> {
  await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
}
