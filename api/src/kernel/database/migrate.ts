import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Brings the database up to this version of the code, under a lock: any number of processes may start at once.
 * @throws DatabaseUnavailable, or the first migration's error with its name
 */
export async function migrate(db: Kysely<Database>, list: Record<string, Migration>): Promise<string[]> {
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
