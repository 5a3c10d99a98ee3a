import { createHash } from 'node:crypto';
import { networkOf } from '@waymark/api-contract/address-network';
import { sql } from 'kysely';
import { prepared } from '../database/prepared.ts';
import type { Context } from './context.ts';
import { normaliseAccount, tooManyRequests } from './rate-limits.ts';
import type { Limit } from './route.ts';

/** Who is counted for which call. */
export interface CountedCaller {
  call: string;
  address: string;
  account: string;
}

const keyOf = ({ call, address, account }: CountedCaller): Buffer =>
  createHash('sha256')
    .update(`${call}\n${networkOf(address)}\n${normaliseAccount(account)}`)
    .digest();

const countCall = prepared(
  (key: Buffer, windowSeconds: number) => sql<{ count: number; seconds: number }>`
    insert into rate_limits as counted (key, count, ends_at)
    values (${key}, 1, now() + ${windowSeconds}::int * interval '1 second')
    on conflict (key) do update set
      count = case when counted.ends_at <= now() then 1 else counted.count + 1 end,
      ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
    returning count, ceil(extract(epoch from ends_at - now()))::int as seconds`,
);

/**
 * Counts calls that guess at accounts in the database, so that all API processes count together. It costs one statement,
 * which only calls afford that are rare and expensive anyway. Who called is stored as a hash.
 * @throws ApiProblem 429
 */
export async function countShared(
  { db }: Pick<Context, 'db'>,
  caller: CountedCaller,
  { max, windowSeconds }: Limit,
): Promise<void> {
  const key = keyOf(caller);
  const [counted] = await countCall(db, key, windowSeconds);
  if (counted && counted.count > max) throw tooManyRequests(counted.seconds);
}

/** Whether a caller's window is open: something of them was counted, and is not over. */
export async function isCounted({ db }: Pick<Context, 'db'>, caller: CountedCaller): Promise<boolean> {
  const { rows } =
    await sql`select from rate_limits where key = ${keyOf(caller)} and ends_at > now()`.execute(db);
  return rows.length > 0;
}

/** Ends a caller's window: what was counted no longer counts. */
export async function clearShared({ db }: Pick<Context, 'db'>, caller: CountedCaller): Promise<void> {
  await sql`delete from rate_limits where key = ${keyOf(caller)}`.execute(db);
}

/** Ends windows that are over. */
export async function purgeSharedLimits({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`delete from rate_limits where ends_at <= now()`.execute(db);
}
