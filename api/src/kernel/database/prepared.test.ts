import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { prepared } from './prepared.ts';
import type { Db } from './tables.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
  await sql`create table prepared_rows (id integer)`.execute(api.context.db);
  await sql`insert into prepared_rows values (1), (2)`.execute(api.context.db);
});
after(() => api.stop());

const read = (db: Db, id: number) =>
  sql<Record<string, unknown>>`
    /* prepared */
    select * from prepared_rows where id = ${id}`.execute(db);

test('a statement that is marked so is prepared once for each connection, and has its own values each time', async () => {
  const { rows } = await api.context.db.transaction().execute(async (trx) => {
    for (const id of [1, 2, 3]) {
      const { rows: found } = await read(trx, id);
      assert.deepEqual(found, id === 3 ? [] : [{ id }]);
    }
    return sql<{ runs: number }>`
      select generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '/* prepared */%prepared_rows%'`.execute(trx);
  });
  assert.deepEqual(rows, [{ runs: 3 }]);
});

test('it is answered while the columns of its table change, by each connection', async () => {
  const { db } = api.context;
  const all = () => Promise.all(Array.from({ length: 30 }, () => read(db, 1)));
  await all();
  for (const column of ['name', 'place']) {
    await sql`alter table prepared_rows add column ${sql.ref(column)} text default ${sql.lit(column)}`.execute(
      db,
    );
    for (const { rows } of await all()) assert.equal(rows[0]![column], column);
  }
});

test('a prepared statement is written once, puts each value where it belongs, and is planned once for each connection', async () => {
  const { db } = api.context;
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
  assert.deepEqual(await select(db, '', 1, [1]), []);
  const { rows } = await db.transaction().execute(async (trx) => {
    for (const id of [1, 2]) assert.deepEqual((await select(trx, 'Kim', 1, [id]))[0]?.id, id);
    return sql<{ n: number }>`
      select count(*)::int as n from pg_prepared_statements where statement like '/* prepared */%as constant%from unnest(%'`.execute(
      trx,
    );
  });
  assert.deepEqual(rows, [{ n: 1 }]);
  assert.equal(writings, 1);
});

test('arrays arrive as they were given: of numbers, and of what may be more than a number', async () => {
  const ask = async (values: unknown[], type: string) => {
    const { rows } = await sql<{ given: unknown[] }>`
      select to_jsonb(${values}::${sql.raw(type)}[]) as given`.execute(api.context.db);
    return rows[0]!.given;
  };
  for (const [type, values] of [
    ['bigint', [1, -2, Number.MAX_SAFE_INTEGER]],
    ['float8', [0.1, -1e-7, 1e21]],
    ['int', []],
    ['int', [1, null, 3]],
    [
      'int',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['text', ['1,2', 'a "quote"', String.raw`back\slash`, '{}', null]],
  ] as const)
    assert.deepEqual(await ask([...values], type), values, type);
});
