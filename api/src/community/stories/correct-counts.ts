import { sql } from 'kysely';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';

/** Members whose stories are looked at in one statement. */
const OWNERS_AT_ONCE = 500;

/**
 * Compares the counts of all stories with their likes and comments. A count that is wrong is a fault of ours: it is put
 * right and logged. What is missing is added in the statement that finds it, so that likes meanwhile are neither lost
 * nor held up.
 * @returns the number of stories whose counts were wrong
 */
export async function correctStoryCounts({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  let wrong = 0;
  for (let after = 0; ;) {
    const { rows: owners } = await sql<{ last: number | null }>`
      select max(user_id) as last from (
        select distinct user_id from stories where user_id > ${after} order by user_id limit ${OWNERS_AT_ONCE}) as next`.execute(
      db,
    );
    const { last } = owners[0]!;
    if (last === null) return wrong;
    const inRange = (column: string) => sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`;
    const { rows } = await sql<{ user_id: number; story_id: number }>`
      with counted as (
        select user_id, story_id, sum(likes) as likes, sum(comments) as comments
        from story_counts where ${inRange('user_id')} group by user_id, story_id
      ), liked as (
        select story_owner_id as user_id, story_id, count(*) as likes
        from story_likes where ${inRange('story_owner_id')} group by story_owner_id, story_id
      ), commented as (
        select story_owner_id as user_id, story_id, count(*) as comments
        from story_comments where ${inRange('story_owner_id')} and deleted_by is null
        group by story_owner_id, story_id
      ), missing as (
        select user_id, story_id, coalesce(liked.likes, 0) - coalesce(counted.likes, 0) as likes,
          coalesce(commented.comments, 0) - coalesce(counted.comments, 0) as comments
        from counted full join liked using (user_id, story_id) full join commented using (user_id, story_id)
      )
      insert into story_counts as c (user_id, story_id, slot, likes, comments)
      select user_id, story_id, 0, likes, comments from missing
      where (likes <> 0 or comments <> 0)
        and exists (select from stories where stories.user_id = missing.user_id and stories.id = missing.story_id)
      on conflict (user_id, story_id, slot) do update set
        likes = c.likes + excluded.likes, comments = c.comments + excluded.comments
      returning user_id, story_id`.execute(db);
    for (const story of rows)
      log.error({ story: story.story_id, owner: story.user_id }, 'the counts of a story were wrong');
    wrong += rows.length;
    after = last;
  }
}

export const dailyStoryCorrection = daily('stories.correction', async (context) => {
  await correctStoryCounts(context);
});
