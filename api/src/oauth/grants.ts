import type { DeleteQueryBuilder, DeleteResult } from 'kysely';
import type { Database } from '../kernel/database/tables.ts';
import type { Context } from '../kernel/server/context.ts';
import { forgetGrants } from './find-access-token.ts';

type Deletion = DeleteQueryBuilder<Database, 'oauth_records', DeleteResult>;

/**
 * Deletes codes, tokens and grants: they open nothing from now on.
 * @returns how many records there were
 */
export async function endGrants(
  context: Pick<Context, 'db'>,
  choose: (records: Deletion) => Deletion,
): Promise<number> {
  const ended = await choose(context.db.deleteFrom('oauth_records')).returning('grant_id').execute();
  const ids = new Set(ended.map(({ grant_id }) => grant_id));
  forgetGrants(context, (id) => ids.has(id));
  return ended.length;
}
