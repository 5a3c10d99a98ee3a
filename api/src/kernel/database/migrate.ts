import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { connect } from './connect.ts';
import type { Database } from './tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Brings the database up to this version of the code, under a lock: any number of processes may start at once.
 * @throws DatabaseUnavailable, or the first migration's error with its name
 */
export async function migrate(db: Kysely<Database>, list: Record<string, Migration>): Promise<string[]> {
  if (await isUpToDate(db, list)) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(list) },
    // Services number their migrations apart, so a new one may sort before one that has run.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error instanceof DatabaseUnavailable) throw error;
  if (error) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName ?? '';
    throw new Error(
      `Migration ${failed}: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
      {
        cause: error,
      },
    );
  }
  return results.map((result) => result.migrationName);
}

/**
 * `migrate` over a connection of its own, on which a statement may take as long as it takes: indexes of large tables are
 * built for longer than any call may wait.
 * @param db bounds the question whether there is anything to do, so that a server that does not answer is noticed
 */
export async function migrateUnhurried(
  db: Kysely<Database>,
  list: Record<string, Migration>,
  url: string,
): Promise<string[]> {
  if (await isUpToDate(db, list)) return [];
  // A connection that breaks fails the statement that uses it.
  const unhurried = connect(url, { max: 2, statementTimeoutMs: 0, onError: () => undefined });
  try {
    return await migrate(unhurried.db, list);
  } finally {
    await unhurried.close();
  }
}

/** Whether exactly these migrations have run. The migrator reads the columns of all tables to tell, which takes longer. */
async function isUpToDate(db: Kysely<Database>, list: Record<string, Migration>): Promise<boolean> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as is_there`.execute(db);
  if (!tables[0]!.is_there) return false;
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.length === Object.keys(list).length && rows.every(({ name }) => name in list);
}
