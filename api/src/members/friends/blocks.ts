import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { endFriendship, turnAway } from './change-friendship.ts';
import { bothSides, findFriendship, lockContact, lockPair, withPairLock } from './rows.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member blocked another one: what the two did at each other's things ends. Under the lock of the pair. */
    memberBlocked: { userId: number; blockedId: number };
  }
}

/** @param findName what the other is listed by among those who are blocked: nobody whom the member never met */
export async function blockMember(
  context: Context,
  trx: Trx,
  userId: number,
  blockedId: number,
  findName: () => Promise<{ display_name: string; username: string } | undefined>,
): Promise<void> {
  await lockPair(trx, userId, blockedId);
  await lockContact(trx, userId, blockedId, 'exclusive');
  const name = await findName();
  await turnAway(trx, userId, blockedId);
  await endFriendship(context, trx, userId, blockedId);
  const row = {
    status: 'blocked' as const,
    requested_by: userId,
    message: '',
    created_at: context.now(),
    accepted_at: null,
  };
  await trx
    .insertInto('friendships')
    .values([
      {
        ...row,
        user_id: userId,
        friend_id: blockedId,
        has_blocked: true,
        blocked_name: name?.display_name ?? null,
        blocked_username: name?.username ?? null,
      },
      {
        ...row,
        user_id: blockedId,
        friend_id: userId,
        has_blocked: false,
        blocked_name: null,
        blocked_username: null,
      },
    ])
    .onConflict((on) =>
      on
        .columns(['user_id', 'friend_id'])
        .doUpdateSet((q) => ({
          has_blocked: true,
          requested_by: userId,
          created_at: row.created_at,
          blocked_name: q.ref('excluded.blocked_name'),
          blocked_username: q.ref('excluded.blocked_username'),
        }))
        // Only this side, and once: the row of a member who blocks back must not tell who was first, nor when.
        .where('excluded.has_blocked', '=', true)
        .where('friendships.has_blocked', '=', false),
    )
    .execute();
  await context.publish(trx, 'memberBlocked', { userId, blockedId });
}

/** Ends a block. One that never was changes nothing, and is not told apart: it would tell which ids are members. */
export async function unblockMember({ db }: Context, userId: number, blockedId: number): Promise<void> {
  // Before the lock, whose rows of counters would stay behind for an id that names nobody.
  if (!(await findFriendship(db, userId, blockedId))?.has_blocked) return;
  await withPairLock(db, userId, blockedId, async (trx) => {
    const own = await findFriendship(trx, userId, blockedId);
    if (!own?.has_blocked) return;
    const other = await findFriendship(trx, blockedId, userId);
    if (other?.has_blocked)
      await trx
        .updateTable('friendships')
        .set({ has_blocked: false, blocked_name: null, blocked_username: null })
        .where('user_id', '=', userId)
        .where('friend_id', '=', blockedId)
        .execute();
    else await trx.deleteFrom('friendships').where(bothSides(userId, blockedId)).execute();
  });
}
