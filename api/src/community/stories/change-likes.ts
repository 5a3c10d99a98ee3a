import type { StoryLike } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import { Batcher } from '../../kernel/database/batcher.ts';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { countActions } from '../../members/friends/action-limits.ts';
import { lockContact, tryLockContacts } from '../../members/friends/rows.ts';
import { canRead } from '../../members/visibility/policy.ts';
import { relationsTo } from '../../members/visibility/relation.ts';
import { findSelves } from './actors.ts';
import { presentLike } from './present-stories.ts';
import { addToCounts, findStory, relationWithKey, type StoryRow } from './story-rows.ts';
import type { StoryLikeTable } from './tables.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** By several members at the same moment; its owner may be among them. */
    storyLiked: {
      storyId: number;
      ownerId: number;
      likes: readonly { id: number; actorId: number }[];
      at: Date;
    };
  }
}

type LikeRow = Selectable<StoryLikeTable>;

/** A member who likes a story. */
interface NewLike {
  userId: number;
  /** Of the link of a workout that is accessible by link. */
  key: string | undefined;
}

/** Members that like at the same moment: their contacts are locked together. */
const LIKES_MAX = 200;
/** A part of the connections: the rest is for everybody else. */
const BATCHES_MAX = 4;

const lockStoryById = prepared(
  (id: number) => sql<Pick<StoryRow, 'user_id' | 'id' | 'kind' | 'object_id' | 'privacy'>>`
    select user_id, id, kind, object_id, privacy from stories
    where id = ${id} and removed_at is null for key share`,
);

const insertLikes = prepared(
  (ownerId: number, storyId: number, userIds: number[], ids: number[], at: Date) => sql<LikeRow>`
    insert into story_likes (story_owner_id, story_id, user_id, id, created_at)
    select ${ownerId}, ${storyId}, user_id, id, ${at}
    from unnest(${userIds}::bigint[], ${ids}::bigint[]) as added (user_id, id) order by user_id
    on conflict (story_owner_id, story_id, user_id) do nothing
    returning *`,
);

const selectLikes = prepared(
  (ownerId: number, storyId: number, userIds: number[]) => sql<LikeRow>`
    select * from story_likes
    where story_owner_id = ${ownerId} and story_id = ${storyId} and user_id = any(${userIds}::bigint[])`,
);

/** Who of those that like a story may see it. */
async function readersOf(
  trx: Trx,
  story: Pick<StoryRow, 'user_id' | 'kind' | 'object_id' | 'privacy'>,
  likes: readonly NewLike[],
): Promise<number[]> {
  const userIds = likes.map(({ userId }) => userId);
  const relations = await relationsTo(trx, userIds, story.user_id);
  const readers: number[] = [];
  for (const { userId, key } of likes) {
    const relation = await relationWithKey(trx, relations.get(userId)!, story, key);
    if (canRead(relation, story.privacy)) readers.push(userId);
  }
  return readers;
}

/** Stores likes that are new, as far as their members may like. @returns all likes there are, and why others are refused */
async function storeLikes(
  context: Context,
  trx: Trx,
  story: Pick<StoryRow, 'user_id' | 'id'>,
  userIds: readonly number[],
  at: Date,
): Promise<{ likes: Map<number, LikeRow>; refused: Map<number, Error> }> {
  const { user_id: ownerId, id: storyId } = story;
  const ids = userIds.map(() => context.newId());
  let added = await insertLikes(trx, ownerId, storyId, [...userIds], ids, at);
  const addedBy = new Set(added.map(({ user_id: userId }) => userId));
  const refused =
    added.length > 0 ? await countActions(context, trx, [...addedBy], 'like') : new Map<number, Error>();
  if (refused.size > 0) {
    await sql`
      delete from story_likes where story_owner_id = ${ownerId} and story_id = ${storyId}
        and user_id = any(${[...refused.keys()]}::bigint[])`.execute(trx);
    added = added.filter(({ user_id: userId }) => !refused.has(userId));
  }
  const others = userIds.filter((userId) => !addedBy.has(userId));
  const known = others.length > 0 ? await selectLikes(trx, ownerId, storyId, others) : [];
  if (added.length > 0) {
    const likes = added.map(({ id, user_id: actorId }) => ({ id, actorId }));
    await context.publish(trx, 'storyLiked', { storyId, ownerId, likes, at });
    // The last: the row of the counts is locked for as short as can be.
    await addToCounts(trx, story, { likes: added.length });
  }
  return { likes: new Map([...added, ...known].map((like) => [like.user_id, like])), refused };
}

/**
 * What becomes of likes of one story, in one transaction.
 * @returns for each like the one there is, or why there is none; null where a block of its member is in hand
 */
async function writeLikes(
  context: Context,
  trx: Trx,
  storyId: number,
  newLikes: readonly NewLike[],
): Promise<(StoryLike | Error | null)[]> {
  // Held against its deletion while something is written to it.
  const [story] = await lockStoryById(trx, storyId);
  if (!story) return newLikes.map(() => notFound('story'));
  const userIds = newLikes.map(({ userId }) => userId);
  const locked = await tryLockContacts(trx, story.user_id, userIds);
  const readers = await readersOf(
    trx,
    story,
    newLikes.filter(({ userId }) => locked.has(userId)),
  );
  const { likes, refused } =
    readers.length > 0
      ? await storeLikes(context, trx, story, readers, context.now())
      : { likes: new Map<number, LikeRow>(), refused: new Map<number, Error>() };
  const actors = await findSelves(trx, readers);
  return userIds.map((userId) => {
    if (!locked.has(userId)) return null;
    const [like, actor] = [likes.get(userId), actors.get(userId)];
    return like && actor ? presentLike(like, storyId, actor) : (refused.get(userId) ?? notFound('story'));
  });
}

/** A like that is taken back. */
type TakenLike = Pick<LikeRow, 'story_owner_id' | 'story_id' | 'user_id' | 'id'>;

const deleteLikes = prepared(
  (ownerId: number, storyId: number, userIds: number[], ids: number[]) => sql<{ id: number }>`
    delete from story_likes l using unnest(${userIds}::bigint[], ${ids}::bigint[]) as taken (user_id, id)
    where l.story_owner_id = ${ownerId} and l.story_id = ${storyId} and l.user_id = taken.user_id and l.id = taken.id
    returning l.id`,
);

/** @returns for each like whether it was there */
async function deleteTaken(context: Context, trx: Trx, taken: readonly TakenLike[]): Promise<boolean[]> {
  const { story_owner_id: ownerId, story_id: storyId } = taken[0]!;
  const rows = await deleteLikes(
    trx,
    ownerId,
    storyId,
    taken.map(({ user_id: userId }) => userId),
    taken.map(({ id }) => id),
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await context.publish(trx, 'repliesRemoved', { ids });
    await addToCounts(trx, { user_id: ownerId, id: storyId }, { likes: -ids.length });
  }
  const gone = new Set(ids);
  return taken.map(({ id }) => gone.has(id));
}

const createBatchers = (context: Context) => ({
  likes: new Batcher<NewLike, StoryLike | null>({
    write: (storyId, newLikes) =>
      context.db.transaction().execute((trx) => writeLikes(context, trx, storyId, newLikes)),
    identify: ({ userId }) => userId,
    maxItems: LIKES_MAX,
    maxBatches: BATCHES_MAX,
  }),
  taken: new Batcher<TakenLike, boolean>({
    write: (_storyId, taken) => context.db.transaction().execute((trx) => deleteTaken(context, trx, taken)),
    identify: ({ user_id: userId }) => userId,
    maxItems: LIKES_MAX,
    maxBatches: BATCHES_MAX,
  }),
});
const batchers = new WeakMap<Context, ReturnType<typeof createBatchers>>();

/** One for each API: likes of one story that arrive at the same moment are written together. */
function batchersOf(context: Context): ReturnType<typeof createBatchers> {
  const known = batchers.get(context);
  if (known) return known;
  const created = createBatchers(context);
  batchers.set(context, created);
  return created;
}

/**
 * Likes a story; liking again answers with the like there is.
 * @throws ApiProblem 404, also for one that was hidden from the caller, or whose owner blocked them, a moment ago
 */
export async function likeStory(
  context: Context,
  { userId }: Caller,
  { parent_story_id: storyId, key }: { parent_story_id: number; key?: string | undefined },
): Promise<StoryLike> {
  const like: NewLike = { userId, key };
  const liked = await batchersOf(context).likes.add(storyId, like);
  return liked ?? likeAfterBlock(context, storyId, like);
}

/** Waits for a block in hand, which the others who like the story need not do. */
function likeAfterBlock(context: Context, storyId: number, like: NewLike): Promise<StoryLike> {
  return context.db.transaction().execute(async (trx) => {
    const story = await findStory(trx, storyId);
    if (!story) throw notFound('story');
    await lockContact(trx, like.userId, story.user_id, 'shared');
    const [liked] = await writeLikes(context, trx, storyId, [like]);
    if (liked instanceof Error) throw liked;
    if (!liked) throw new Error('The contact is locked: no block can be in hand.');
    return liked;
  });
}

const selectOwnLike = prepared(
  (userId: number, id: number) => sql<LikeRow>`
    select * from story_likes where id = ${id} and user_id = ${userId}`,
);

/** The member's like with this id. */
export async function findOwnLike(db: Db, userId: number, id: number): Promise<LikeRow | undefined> {
  const [like] = await selectOwnLike(db, userId, id);
  return like;
}

/** Takes a like back. @returns false where it is not there any more */
export const removeLike = (context: Context, like: TakenLike): Promise<boolean> =>
  batchersOf(context).taken.add(like.story_id, like);
