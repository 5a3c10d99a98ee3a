import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { releaseArchives, removeBytes } from './release-archives.ts';

/** Stored files of devices and services. What is queued is read first, and is then not kept either. */
const originals = (db: Db, userId: number) =>
  db
    .selectFrom('file_imports')
    .where('user_id', '=', userId)
    .where('storage_key', 'is not', null)
    .where('state', 'not in', ['queued', 'reading']);

export async function countOriginals(db: Db, userId: number): Promise<number> {
  const { n } = await originals(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Removes the files that a member uploaded, and the heart rates that tables of other services gave with them. Bytes go
 * before their rows, so that a repeat after a kill finds what is left.
 * @param beforeId uploads with lower ids
 */
export async function removeOriginals(context: Context, userId: number, beforeId: number): Promise<void> {
  const { db } = context;
  const rows = await originals(db, userId)
    .select(['id', 'batch_id', 'archive', 'storage_key', 'entry'])
    .where('id', '<', beforeId)
    .execute();
  for (const row of rows) {
    if (row.archive) continue;
    await removeBytes(context, [row]);
    await db
      .updateTable('file_imports')
      .set({ storage_key: null, entry: null })
      .where('user_id', '=', userId)
      .where('id', '=', row.id)
      .where('state', 'not in', ['queued', 'reading'])
      .execute();
  }
  // Nothing of them is kept any more. Where files are still queued they are released after the last one.
  for (const batchId of new Set(rows.filter(({ archive }) => archive).map(({ batch_id }) => batch_id)))
    await releaseArchives(context, userId, batchId, { includesFailed: true });
  for (const [table, column] of [
    ['file_imports', 'id'],
    ['import_told', 'batch_id'],
  ] as const)
    await sql`
      update ${sql.table(table)} set told = jsonb_set(told, '{figures}',
        told -> 'figures' || '{"heartrateAvg": null, "heartrateMax": null, "energy": null}')
      where user_id = ${userId} and ${sql.ref(column)} < ${beforeId}
        and told @? '$.figures ? (@.heartrateAvg != null || @.heartrateMax != null)'`.execute(db);
}
