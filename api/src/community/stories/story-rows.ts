import { type Selectable, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { canReadByLink } from '../../members/share-links/policy.ts';
import { readLinkHash } from '../../members/share-links/store.ts';
import { canRead, type Relation } from '../../members/visibility/policy.ts';
import { relationTo } from '../../members/visibility/relation.ts';
import { releasePhotos } from '../../training/workouts/photos/upkeep.ts';
import type { StoryCommentTable, StoryTable } from './tables.ts';

export type StoryRow = Selectable<StoryTable>;
export type CommentRow = Selectable<StoryCommentTable>;

/** A story that is there, whoever owns it. */
export const findStory = (db: Db, id: number): Promise<StoryRow | undefined> =>
  db
    .selectFrom('stories')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/**
 * A story that the caller may see.
 * @param key of the link of a workout that is accessible by link
 * @throws ApiProblem 404, the same for one that is not there and one that is not for the caller
 */
export async function readableStory(
  db: Db,
  caller: Caller | null,
  id: number,
  key?: string,
): Promise<{ story: StoryRow; relation: Relation }> {
  const story = await findStory(db, id);
  const relation = await relationToStory(db, caller, story, key);
  if (!story || !canRead(relation, story.privacy)) throw notFound('story');
  return { story, relation };
}

export async function relationToStory(
  db: Db,
  caller: Caller | null,
  story: StoryRow | undefined,
  key?: string,
): Promise<Relation> {
  const known = await relationTo(db, caller, story?.user_id ?? 0);
  return story ? relationWithKey(db, known, story, key) : known;
}

/** How somebody stands to a story who stands so to its owner and sent this key. */
export async function relationWithKey(
  db: Db,
  known: Relation,
  story: Pick<StoryRow, 'kind' | 'user_id' | 'object_id'>,
  key: string | undefined,
): Promise<Relation> {
  if (known === 'self' || known === 'blocked' || key === undefined || story.kind !== 'workout') return known;
  const { user_id, object_id: workoutId } = story;
  const hash = await readLinkHash(db, { user_id, id: workoutId, parent_id: null });
  return canReadByLink(key, hash) ? 'link' : known;
}

/** Adds to the counts of a story, in the transaction that likes or comments. */
export async function addToCounts(
  trx: Trx,
  { user_id, id }: Pick<StoryRow, 'user_id' | 'id'>,
  { likes = 0, comments = 0 }: { likes?: number; comments?: number },
): Promise<void> {
  await upsertCounts(trx, user_id, id, Math.floor(Math.random() * SLOTS), likes, comments);
}
const SLOTS = 8;
const upsertCounts = prepared(
  (userId: number, id: number, slot: number, likes: number, comments: number) => sql`
    insert into story_counts (user_id, story_id, slot, likes, comments)
    values (${userId}, ${id}, ${slot}, ${likes}, ${comments})
    on conflict (user_id, story_id, slot) do update set
      likes = story_counts.likes + excluded.likes, comments = story_counts.comments + excluded.comments`,
);

/** Deletes stories for good, with all that was replied to them. */
export async function deleteStories(trx: Trx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // One parameter however many there are: of a member who is erased there may be more than a statement can have.
  const among = (column: string) => sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;
  // Replies in hand hold the story: they end first, and what they wrote is deleted too.
  await trx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where(among('id'))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const table of ['story_likes', 'story_comments'] as const)
    await trx.deleteFrom(table).where('story_owner_id', '=', userId).where(among('story_id')).execute();
  await trx.deleteFrom('story_counts').where('user_id', '=', userId).where(among('story_id')).execute();
  await releasePhotos(trx, userId, ids);
  await trx.deleteFrom('stories').where('user_id', '=', userId).where(among('id')).execute();
}

/**
 * Deletes what members told of a challenge or of a new friend, with all that was replied to it, however many they are.
 * @returns the ids
 */
export async function deleteStoriesAbout(
  trx: Trx,
  kind: 'challenge' | 'friendship',
  objectId: number,
): Promise<number[]> {
  const stories = await trx
    .selectFrom('stories')
    .select(['user_id', 'id'])
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = stories.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const owners = stories.map(({ user_id }) => user_id);
  const gone = sql`unnest(${owners}::bigint[], ${ids}::bigint[]) as gone (user_id, id)`;
  for (const table of ['story_likes', 'story_comments'])
    await sql`
      delete from ${sql.table(table)} as reply using ${gone}
      where reply.story_owner_id = gone.user_id and reply.story_id = gone.id`.execute(trx);
  await sql`
    delete from story_counts using ${gone}
    where story_counts.user_id = gone.user_id and story_counts.story_id = gone.id`.execute(trx);
  await sql`
    delete from stories using ${gone} where stories.user_id = gone.user_id and stories.id = gone.id`.execute(
    trx,
  );
  return ids;
}
