import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import { localDay } from '../../kernel/local-day.ts';
import { NOBODY } from './find-challenge.ts';
import type { ChallengeTable } from './tables.ts';
import { EARLIEST_ZONE, stateOf } from './window.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A challenge is deleted. Under its lock: nobody joins or finishes it any more. */
    challengeRemoved: { challengeId: number };
  }
}

/** All that is stored of a challenge. Awards are left: they are the members'. */
const TABLES = [
  'challenge_contributions',
  'challenge_members',
  'challenge_counts',
  'challenge_chunks',
  'challenge_former_teams',
  'challenge_invitations',
  'challenge_teams',
] as const;

/** Everybody else who changes the challenge waits behind whoever waits for it: a restored account may hold it for minutes. */
const LOCK_TIMEOUT = '3s';

/**
 * Waits until nobody changes a challenge, and keeps everybody from it until the transaction ends.
 * @throws DatabaseUnavailable when somebody else keeps it for longer than 3 s
 */
export async function lockChallenge(trx: Trx, challengeId: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(${challengeId}::bigint)`.execute(trx);
  await sql`select set_config('lock_timeout', '0', true)`.execute(trx);
}

/** Deletes a challenge with everybody's standing in it, and what feeds tell of it. */
export async function removeChallenge(publisher: Publisher, trx: Trx, challengeId: number): Promise<void> {
  await lockChallenge(trx, challengeId);
  for (const table of TABLES) await trx.deleteFrom(table).where('challenge_id', '=', challengeId).execute();
  await trx.deleteFrom('challenges').where('id', '=', challengeId).execute();
  await publisher.publish(trx, 'challengeRemoved', { challengeId });
}

/** Whether anybody but this member has joined. */
export async function hasOthers(trx: Db | Trx, challengeId: number, userId: number): Promise<boolean> {
  const other = await trx
    .selectFrom('challenge_members')
    .select('user_id')
    .where('challenge_id', '=', challengeId)
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * No challenge of a series repeats any more. Those after this one that have begun nowhere are deleted unless somebody
 * but the member who ends it has joined them. Under the lock of the challenge.
 */
export async function endSeries(
  publisher: Publisher,
  trx: Trx,
  { series_id, first_day }: Pick<ChallengeTable, 'series_id' | 'first_day'>,
  userId: number,
): Promise<void> {
  const now = publisher.now();
  // The next one is made under the lock of the one before it: behind the last there is none to come.
  for (let day = first_day; ;) {
    const next = await trx
      .selectFrom('challenges')
      .select(['id', 'first_day', 'last_day', 'starts_at', 'ends_at'])
      .where('series_id', '=', series_id)
      .where('first_day', '>', day)
      .orderBy('first_day')
      .limit(1)
      .executeTakeFirst();
    if (!next) break;
    day = next.first_day;
    await lockChallenge(trx, next.id);
    const isUpcoming = stateOf(next, now, localDay(now, EARLIEST_ZONE)) === 'upcoming';
    if (isUpcoming && !(await hasOthers(trx, next.id, userId)))
      await removeChallenge(publisher, trx, next.id);
  }
  await trx.updateTable('challenges').set({ repeats: null }).where('series_id', '=', series_id).execute();
}

/** Challenges of a member who is erased: those that others joined go on without a maker, the rest is deleted. */
export async function leaveOwnChallenges(publisher: Publisher, trx: Trx, userId: number): Promise<void> {
  const own = await trx.selectFrom('challenges').select('id').where('owner_id', '=', userId).execute();
  for (const { id } of own) {
    // Of what repeats nobody would see the next one.
    if (await hasOthers(trx, id, userId))
      await trx
        .updateTable('challenges')
        .set({ owner_id: NOBODY, repeats: null })
        .where('id', '=', id)
        .execute();
    else await removeChallenge(publisher, trx, id);
  }
}
