import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { prepared } from './prepared.ts';

test('a prepared statement is written once, puts each value where it belongs, and is planned once for each connection', async (t) => {
  const database = await testDatabase();
  const connection = connect(database.url, { max: 1, onError: () => undefined });
  t.after(async () => {
    await connection.close();
    await database.drop();
  });
  const { db } = connection;
  let writings = 0;
  const select = prepared((name: string, least: number, ids: number[]) => {
    writings++;
    return sql<{ id: number; name: string; least: number; constant: number }>`
      select id, ${name}::text as name, ${least}::int as least, ${7}::int as constant
      from unnest(${ids}::bigint[]) as id where id >= ${least}::int and ${name}::text <> '' order by id`;
  });
  assert.deepEqual(await select(db, "O'Hara $1", 2, [3, 1, 2]), [
    { id: 2, name: "O'Hara $1", least: 2, constant: 7 },
    { id: 3, name: "O'Hara $1", least: 2, constant: 7 },
  ]);
  assert.deepEqual(await select(db, 'Robin', 5, [9]), [{ id: 9, name: 'Robin', least: 5, constant: 7 }]);
  const inTransaction = await db
    .transaction()
    .execute((trx) => select(trx as typeof db, 'Kim', 1, [1]).then(([row]) => row?.name));
  assert.equal(inTransaction, 'Kim');
  assert.deepEqual(await select(db, '', 1, [1]), []);
  assert.equal(writings, 1);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where statement like '%from unnest(%'
      and statement not like '%pg_prepared_statements%'`.execute(db);
  assert.equal(rows[0]!.n, 1);
});
