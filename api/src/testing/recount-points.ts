import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { announceAwards } from '../programs/challenges/awards.ts';
import type { Context } from '../kernel/server/context.ts';
import { openAccount } from '../programs/loyalty/ledger.ts';

const ROWS_AT_ONCE = 1000;

/** The ledger of a member's points says the same as one that is written from nothing. Needs a time at which nobody changes anything. */
export async function assertPoints(context: Pick<Context, 'db' | 'now'>, userId: number): Promise<void> {
  const { db } = context;
  const read = async () => {
    await openAccount(context, userId);
    const { rows } = await sql`
      select day, rule, cause_id, sum(amount) as amount from points_entries where user_id = ${userId}
      group by day, rule, cause_id having sum(amount) <> 0 order by day, rule, cause_id`.execute(db);
    return rows;
  };
  const kept = await read();
  const ledger = await db.selectFrom('points_entries').selectAll().where('user_id', '=', userId).execute();
  await db.deleteFrom('points_accounts').where('user_id', '=', userId).execute();
  await db.deleteFrom('points_entries').where('user_id', '=', userId).execute();
  assert.deepEqual(await read(), kept, 'points');
  await db.deleteFrom('points_entries').where('user_id', '=', userId).execute();
  for (let from = 0; from < ledger.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('points_entries')
      .values(ledger.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

/** Points of awards are added some seconds after these. */
export async function addPointsOfAwards(context: Context): Promise<void> {
  const isWaiting = () =>
    context.db
      .selectFrom('challenge_awards')
      .select('user_id')
      .where('is_announced', '=', false)
      .limit(1)
      .executeTakeFirst();
  while (await isWaiting()) await announceAwards(context);
}
