import { sql } from 'kysely';
import { lockContact } from '../../members/friends/rows.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { moveOnBoards, shareBoards } from './board.ts';
import { type ChallengeRow, mayStayIn } from './find-challenge.ts';
import type { ChallengeMemberTable } from './tables.ts';
import { rememberTeam } from './teams.ts';

export async function findMembership(
  trx: Trx,
  userId: number,
  challengeId: number,
): Promise<ChallengeMemberTable | undefined> {
  return trx
    .selectFrom('challenge_members')
    .selectAll()
    .where('user_id', '=', userId)
    .where('challenge_id', '=', challengeId)
    .executeTakeFirst();
}

/** A challenge whose results are not final. */
export const findOpen = (trx: Trx, challengeId: number): Promise<ChallengeRow | undefined> =>
  trx
    .selectFrom('challenges')
    .selectAll()
    .where('id', '=', challengeId)
    .where('frozen_at', 'is', null)
    .executeTakeFirst();

export const challengeOver = () =>
  conflict('challenge_over', 'This challenge is over, and its results are final.');

/** @throws ApiProblem 409 once the results are final */
export async function checkOpen(trx: Trx, challengeId: number): Promise<ChallengeRow> {
  const challenge = await findOpen(trx, challengeId);
  if (!challenge) throw challengeOver();
  return challenge;
}

/** Takes a member out of a challenge that still counts. Awards stay. Under the member lock and `shareBoards`. */
async function removeMembership(
  publisher: Publisher,
  trx: Trx,
  row: ChallengeMemberTable,
  challenge: ChallengeRow,
): Promise<void> {
  const { user_id: userId, challenge_id: challengeId } = row;
  await rememberTeam(trx, row, challenge, publisher.now());
  for (const table of ['challenge_members', 'challenge_contributions'] as const)
    await trx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('challenge_id', '=', challengeId)
      .execute();
  await moveOnBoards(trx, [{ before: row, after: null }]);
  await publisher.publish(trx, 'challengeUnshared', { userId, challengeId, events: ['joined'] });
}

/** @throws ApiProblem 409 once the results are final */
export async function leaveChallenge(context: Context, userId: number, challengeId: number): Promise<void> {
  await withMemberLock(context.db, userId, async (trx) => {
    await shareBoards(trx, [challengeId]);
    const row = await findMembership(trx, userId, challengeId);
    if (row) await removeMembership(context, trx, row, await checkOpen(trx, challengeId));
  });
}

/**
 * Takes each of two members out of the challenges of the other that they may not stay in. On a final board the place
 * stays, without the name. Under `lockContact`, exclusive: nobody is joining meanwhile.
 */
export async function endMembershipsBetween(
  publisher: Publisher,
  trx: Trx,
  one: number,
  other: number,
): Promise<void> {
  const { rows: found } = await sql<{ id: number }>`
    select distinct c.id from challenges c join challenge_members m on m.challenge_id = c.id
    where (c.owner_id, m.user_id) in ((${one}::bigint, ${other}::bigint), (${other}::bigint, ${one}::bigint))
      and not m.is_anonymous and not ${mayStayIn(sql.ref('m.user_id'))}`.execute(trx);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await shareBoards(trx, ids);
  const challenges = await trx.selectFrom('challenges').selectAll().where('id', 'in', ids).execute();
  for (const challenge of challenges) {
    const row = await findMembership(trx, challenge.owner_id === one ? other : one, challenge.id);
    if (!row) continue;
    if (challenge.frozen_at === null) await removeMembership(publisher, trx, row, challenge);
    else
      await trx
        .updateTable('challenge_members')
        .set({ is_anonymous: true })
        .where('user_id', '=', row.user_id)
        .where('challenge_id', '=', challenge.id)
        .execute();
  }
}

/** Members who may not stay in a challenge any more and were not taken out of it, by an earlier version or a race. */
export async function endLostMemberships(context: Context): Promise<void> {
  const { db } = context;
  const { rows } = await sql<{ owner_id: number; user_id: number }>`
    select distinct c.owner_id, m.user_id from challenges c join challenge_members m on m.challenge_id = c.id
    where c.audience <> 'everyone' and not m.is_anonymous and not ${mayStayIn(sql.ref('m.user_id'))}`.execute(
    db,
  );
  await sweepEach(context, rows, ({ owner_id: ownerId, user_id: userId }) =>
    db.transaction().execute(async (trx) => {
      await lockContact(trx, ownerId, userId, 'exclusive');
      await endMembershipsBetween(context, trx, ownerId, userId);
    }),
  );
}
