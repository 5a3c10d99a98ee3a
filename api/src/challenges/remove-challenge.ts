import { sql } from 'kysely';
import type { Trx } from '../kernel/database/tables.ts';

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

/** Deletes a challenge with everybody's standing in it. */
export async function removeChallenge(trx: Trx, challengeId: number): Promise<void> {
  await lockChallenge(trx, challengeId);
  for (const table of TABLES) await trx.deleteFrom(table).where('challenge_id', '=', challengeId).execute();
  await trx.deleteFrom('challenges').where('id', '=', challengeId).execute();
}

/** Nobody's id: of a challenge whose maker was erased. */
const NOBODY = 0;

/** Challenges of a member who is erased: those that others joined go on without a maker, the rest is deleted. */
export async function leaveOwnChallenges(trx: Trx, userId: number): Promise<void> {
  const own = await trx.selectFrom('challenges').select('id').where('owner_id', '=', userId).execute();
  for (const { id } of own) {
    const other = await trx
      .selectFrom('challenge_members')
      .select('user_id')
      .where('challenge_id', '=', id)
      .where('user_id', '<>', userId)
      .limit(1)
      .executeTakeFirst();
    // Of what repeats nobody would see the next one.
    if (other)
      await trx
        .updateTable('challenges')
        .set({ owner_id: NOBODY, repeats: null })
        .where('id', '=', id)
        .execute();
    else await removeChallenge(trx, id);
  }
}
