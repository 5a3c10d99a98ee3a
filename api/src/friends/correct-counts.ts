import { sql } from 'kysely';
import { daily } from '../kernel/jobs/recurring.ts';
import type { Context } from '../kernel/server/context.ts';

/** Members who are looked at in one statement. */
const MEMBERS_AT_ONCE = 1000;

/**
 * Compares how many friends and requests each member has with their friendships; a wrong number is put right by the
 * difference, so that changes meanwhile count, and logged.
 * @returns the number of members whose numbers were wrong
 */
export async function correctFriendCounts({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  let wrong = 0;
  for (let after = 0; ;) {
    const { rows: members } = await sql<{ last: number | null }>`
      select max(user_id) as last from (
        select user_id from friend_counts where user_id > ${after} order by user_id limit ${MEMBERS_AT_ONCE}) as next`.execute(
      db,
    );
    const { last } = members[0]!;
    if (last === null) return wrong;
    const { rows } = await sql<{ user_id: number }>`
      with present as (
        select user_id, count(*) filter (where status = 'active') as friends,
          count(*) filter (where status = 'pending' and requested_by <> user_id) as requests
        from friendships where user_id > ${after} and user_id <= ${last} group by user_id
      ), missing as (
        select c.user_id, coalesce(present.friends, 0) - c.friends as friends,
          coalesce(present.requests, 0) - c.requests as requests
        from friend_counts c left join present using (user_id)
        where c.user_id > ${after} and c.user_id <= ${last}
      )
      update friend_counts c
      set friends = c.friends + missing.friends, requests = c.requests + missing.requests
      from missing
      where c.user_id = missing.user_id and (missing.friends <> 0 or missing.requests <> 0)
      returning c.user_id`.execute(db);
    for (const { user_id: member } of rows) log.error({ member }, 'the number of friends was wrong');
    wrong += rows.length;
    after = last;
  }
}

export const dailyFriendCorrection = daily('friends.correction', async (context) => {
  await correctFriendCounts(context);
});
