import { sql } from 'kysely';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import { FOUND_MS } from './rows.ts';

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

/** Forgets who found whom by an e-mail address, once it opens nothing any more. */
export async function forgetFound({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const { rows } = await sql<{ user_id: number; to_user_id: number }>`
    update friend_request_history set found_by_email_at = null
    where found_by_email_at < ${new Date(now().getTime() - FOUND_MS)}
    returning user_id, to_user_id`.execute(db);
  await sql`
    delete from friend_request_history h
    using unnest(${rows.map((row) => row.user_id)}::bigint[], ${rows.map((row) => row.to_user_id)}::bigint[])
      as forgotten (user_id, to_user_id)
    where h.user_id = forgotten.user_id and h.to_user_id = forgotten.to_user_id
      and h.sent = 0 and h.denied = 0 and not h.has_turned_away and h.found_by_email_at is null`.execute(db);
}

export const dailyFriendCorrection = daily('friends.correction', async (context) => {
  await correctFriendCounts(context);
  await forgetFound(context);
});
