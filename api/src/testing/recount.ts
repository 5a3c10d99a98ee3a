import { sql } from 'kysely';
import { connect } from '../kernel/database/connect.ts';
import type { Db } from '../kernel/database/tables.ts';
import { openAccount } from '../programs/loyalty/ledger.ts';

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = connect(url, { max: 2, onError: () => undefined });
  try {
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}

const openAccounts = async (db: Db): Promise<void> => {
  for (const { id } of await db.selectFrom('users').select('id').execute())
    await openAccount({ db, now: () => new Date() }, id);
};

/** From now on points of all members are written with their workouts. */
export const openPoints = (url: string): Promise<void> => withDatabase(url, openAccounts);

async function sumsOfPoints(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', user_id, day, rule, cause_id, sum(amount)) as line from points_entries
    group by user_id, day, rule, cause_id having sum(amount) <> 0 order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

/** What was stored with workouts, in their transactions, and is not what a recount of the workouts comes to. */
export const findMiscounted = (url: string): Promise<string[]> =>
  withDatabase(url, async (db) => {
    const { rows: counts } = await sql<{ line: string }>`
      select concat_ws(' ', 'count of', user_id, found.n, stored.n) as line
      from (
        select user_id, count(*) as n from workouts where parent_id is null and deleted_at is null group by user_id
      ) found
      full join (select user_id, sum(n) as n from workout_counts group by user_id) stored using (user_id)
      where coalesce(found.n, 0) <> coalesce(stored.n, 0)`.execute(db);
    const stored = new Set(await sumsOfPoints(db));
    await db.deleteFrom('points_entries').execute();
    await db.deleteFrom('points_accounts').execute();
    await openAccounts(db);
    const recounted = new Set(await sumsOfPoints(db));
    const differing = [
      ...[...stored].filter((line) => !recounted.has(line)),
      ...[...recounted].filter((line) => !stored.has(line)),
    ];
    return [...counts.map(({ line }) => line), ...differing.map((line) => `points ${line}`)];
  });
