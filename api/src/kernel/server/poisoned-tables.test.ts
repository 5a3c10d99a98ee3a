import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { services } from '../../services.ts';
import { startApi } from '../../start.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as } from '../../training/workouts/testing.ts';
import { MAX_ATTEMPTS } from '../jobs/attempts.ts';
import { createLog } from './log.ts';

/** Queues that count the beginnings of their parts; `poisoned-state.test.ts` has a part of each that ended processes. */
const COUNTS_OWN_ATTEMPTS = new Set([
  'imports.batch',
  'imports.member',
  'photos.encode',
  'stats.analyse',
  'stats.loads',
]);
/** Members of whom nothing is left but what is in these tables. */
const POISONED_MEMBER = 999;
const STATES = [
  'active',
  'arriving',
  'ended',
  'erasing',
  'open',
  'pending',
  'processing',
  'queued',
  'reading',
  'ready',
  'requested',
  'running',
  'waiting',
  'no such state',
];
/** Values by type that the product never writes: below, above and beyond what it computes with. */
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  smallint: [-32_768, 32_767, 0],
  integer: [-2_147_483_648, 2_147_483_647, 0],
  bigint: [-1, Number.MAX_SAFE_INTEGER, 0],
  'double precision': ['NaN', '-Infinity', 1e300],
  real: ['NaN', '-Infinity', 1e30],
  boolean: [true, false, true],
  text: ['', '../../etc/passwd', '\u202E'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  date: ['-infinity', '1900-01-01', 'infinity'],
  'timestamp with time zone': ['-infinity', '2000-01-01', 'infinity'],
  jsonb: [[], 'text', { userId: {} }],
  bytea: ['\\x', '\\x00ff', `\\x${'00'.repeat(100)}`],
  ARRAY: [[], [], []],
};

interface Column {
  table: string;
  name: string;
  type: string;
}

let api: TestApi;
let member: TestMember;
before(async () => {
  api = await startTestApi({ env: { LOG_LEVEL: 'fatal' } });
  member = await api.signUp();
});
after(() => api.stop());

async function findColumns(): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and table_name not like 'kysely%'`.execute(api.context.db);
  return Map.groupBy(rows, ({ table }) => table);
}

/** What most columns take: the row that single bad values are put into where the database refuses a wholly bad one. */
const PLAIN: Readonly<Record<string, unknown>> = {
  smallint: 1,
  integer: 1,
  bigint: 1,
  'double precision': 1,
  real: 1,
  boolean: true,
  text: 'x',
  uuid: '00000000-0000-0000-0000-000000000000',
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  jsonb: [],
  bytea: '\\x00',
  ARRAY: [],
};

type Row = Record<string, unknown>;

function rowOf(
  columns: readonly Column[],
  n: number,
  state: string,
  isBad: (column: Column) => boolean,
): Row {
  const pick = (column: Column): unknown => {
    const { name, type } = column;
    if (name === 'user_id') return POISONED_MEMBER;
    if (name === 'id' && type === 'bigint') return POISONED_MEMBER + n;
    if (type === 'text' && /^(state|status)$/.test(name)) return state;
    if (!isBad(column)) return PLAIN[type] ?? null;
    const values = BAD[type] ?? [null];
    return values[n % values.length];
  };
  return Object.fromEntries(columns.map((column) => [column.name, pick(column)]));
}

async function store(table: string, row: Row): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)}
    select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)
    on conflict do nothing`
    .execute(api.context.db)
    .catch(() => ({ numAffectedRows: 0n }));
  return numAffectedRows > 0n;
}

/** Rows that are bad as a whole; where the database refuses them, rows with one bad value each. */
async function poison(table: string, columns: readonly Column[]): Promise<boolean> {
  let isStored = false;
  for (const [n, state] of STATES.entries())
    isStored =
      (await store(
        table,
        rowOf(columns, n, state, () => true),
      )) || isStored;
  if (isStored) return true;
  for (const [n, bad] of columns.entries())
    for (const state of ['active', 'pending', 'queued']) {
      const row = rowOf(columns, n, state, ({ name }) => name === bad.name);
      isStored = (await store(table, row)) || isStored;
    }
  return isStored;
}

const findQueues = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from waymark_jobs.queue where name not like '\\_\\_%' and name <> 'unfinished-work'
    order by name`.execute(api.context.db);
  return rows.map(({ name }) => name);
};

test('[WORK-03] whatever rows the tables hold, the API starts, and no row keeps work from the others', async () => {
  const tables = await findColumns();
  const poisoned: string[] = [];
  for (const [table, columns] of tables) if (await poison(table, columns)) poisoned.push(table);
  // The others refuse by themselves whatever is not one of their values.
  assert.ok(poisoned.length > 0.75 * tables.size, `${poisoned.length} of ${tables.size} tables are poisoned`);
  const second = await startApi(api.context.env, createLog({ LOG_LEVEL: 'fatal' }), services);
  try {
    await second.startupHooks;
    assert.equal((await fetch(`${second.url}/readyz`)).status, 200);
    const failed: string[] = [];
    for (const service of services)
      for (const hook of ['started', 'sweep'] as const)
        await service[hook]?.(second.context).catch((error: unknown) =>
          failed.push(`${hook} of ${service.name}: ${String(error)}`),
        );
    assert.deepEqual(failed, [], 'a bad row keeps no hook from the others');
  } finally {
    await second.stop();
  }
  assert.equal((await as(api, member)('GET', '/user/self/')).status, 200);
});

test('[WORK-03] every kind of work is set aside once it ended its process three times', async () => {
  const { db } = api.context;
  const queues = await findQueues();
  assert.ok(queues.length > 30);
  await sql`
    insert into work_attempts (queue, key, attempts)
    select name, 'killer', ${MAX_ATTEMPTS} from waymark_jobs.queue on conflict do nothing`.execute(db);
  for (const name of queues) await api.context.jobs.send(name, {}, { key: 'killer' });
  const counted = queues.filter((name) => !COUNTS_OWN_ATTEMPTS.has(name));
  const found = await until(
    'each is set aside',
    async () => {
      const { rows } = await sql<{ name: string; state: string }>`
        select name, state::text as state from waymark_jobs.job
        where singleton_key = 'killer' and name = any(${counted})`.execute(db);
      return rows.every(({ state }) => state === 'completed' || state === 'retry') && rows;
    },
    30_000,
  );
  assert.equal(found.length, counted.length);
  const { rows } = await sql<{ queue: string; attempts: number }>`
    select queue, attempts from work_attempts where key = 'killer' and queue = any(${counted})`.execute(db);
  assert.deepEqual(
    rows.filter(({ attempts }) => attempts !== MAX_ATTEMPTS),
    [],
    'none was begun again',
  );
  assert.equal(rows.length, counted.length);
});
