import { sql } from 'kysely';
import type { Trx } from '../kernel/database/tables.ts';

/** Removes a member who is being erased from what others keep of friends; those have one friend or request less. */
export async function forgetMember(trx: Trx, { userId }: { userId: number }): Promise<void> {
  await sql`
    with removed as (
      delete from friendships where friend_id = ${userId} or user_id = ${userId}
      returning user_id, status, requested_by
    )
    update friend_counts c
    set friends = greatest(0, c.friends - lost.friends), requests = greatest(0, c.requests - lost.requests),
      version = c.version + lost.friends
    from (
      select user_id, count(*) filter (where status = 'active') as friends,
        count(*) filter (where status = 'pending' and requested_by = ${userId}) as requests
      from removed where user_id <> ${userId} group by user_id
    ) lost
    where c.user_id = lost.user_id`.execute(trx);
  await sql`delete from friend_request_history where to_user_id = ${userId}`.execute(trx);
  await sql`delete from mutes where muted_id = ${userId}`.execute(trx);
  await sql`delete from dismissed_suggestions where dismissed_id = ${userId}`.execute(trx);
}
