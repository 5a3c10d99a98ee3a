import { pino } from 'pino';
import { connect } from '../kernel/database/connect.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { migrations } from '../migrations.ts';
import { createJobs } from '../kernel/jobs/jobs.ts';
import { createDatabase } from './database.ts';

/** Name of the migrated database that the databases of tests are copied from. */
const TEMPLATE = 'waymark_template';

/**
 * Makes one migrated database on a server, so that each test file copies it instead of running every migration.
 * @returns the variables that make `testDatabase` use it
 */
export async function createTemplate(serverUrl: string): Promise<Record<string, string>> {
  const url = await createDatabase(serverUrl, TEMPLATE);
  const log = pino({ level: 'silent' });
  const connection = connect(url, { max: 2, onError: (error) => log.warn(error) });
  try {
    await migrate(connection.db, migrations);
    // The queue keeps its tables in a schema of its own, which its start creates.
    const jobs = createJobs({ url, db: connection.db, log, node: 0 });
    await jobs.start();
    await jobs.stop();
  } finally {
    await connection.close();
  }
  return { TEST_DATABASE_URL: serverUrl, TEST_DATABASE_TEMPLATE: TEMPLATE };
}
