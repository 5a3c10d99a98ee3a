import assert from 'node:assert/strict';
import test from 'node:test';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrations } from '../../migrations.ts';
import { testDatabase } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { migrate, migrateUnhurried } from './migrate.ts';

/** As an index of a large table would. */
const longerThanACall: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`select pg_sleep(0.6)`.execute(db);
  },
};

test('a migration may take longer than any call may', async () => {
  const database = await testDatabase();
  const calls = connect(database.url, {
    max: 2,
    statementTimeoutMs: 300,
    onError: (error) => assert.fail(error),
  });
  await migrateUnhurried(calls.db, migrations, database.url);
  const list = { ...migrations, '9999_longer_than_a_call': longerThanACall };
  await assert.rejects(migrate(calls.db, list), /statement timeout|database is not available/i);
  assert.deepEqual(await migrateUnhurried(calls.db, list, database.url), ['9999_longer_than_a_call']);
  assert.deepEqual(await migrateUnhurried(calls.db, list, database.url), [], 'nothing to do');
  await calls.close();
  await database.drop();
});
