import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../migrations.ts';
import { testDatabase } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../../docs/data.md');
const CLASSES = ['secret', 'sensitive', 'personal', 'internal'];

test('[DATA-01] docs/data.md puts each table of the database into one class of data', async (t) => {
  const database = await testDatabase();
  const connection = connect(database.url, { max: 1, onError: () => undefined });
  const { db } = connection;
  t.after(async () => {
    await connection.close();
    await database.drop();
  });
  await migrate(db, migrations);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
    db,
  );
  const page = readFileSync(PAGE, 'utf8');
  const classified = CLASSES.flatMap((name) => {
    const [, list = ''] = new RegExp(`^- \\*\\*${name}\\*\\*: (.*)$`, 'm').exec(page) ?? [];
    return [...list.matchAll(/`(\w+)`/g)].map(([, table = '']) => table);
  });
  const order = (a: string, b: string) => a.localeCompare(b);
  assert.deepEqual(classified.toSorted(order), rows.map(({ name }) => name).toSorted(order));
});
