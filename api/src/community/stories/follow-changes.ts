import type { Privacy } from '@waymark/api-contract';
import { writeRestrictions } from './workout-restrictions.ts';
import { type RawBuilder, sql } from 'kysely';
import { firstIdAt, ID_EPOCH } from '../../kernel/database/ids.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Publisher, Subscriptions } from '../../kernel/server/domain-events.ts';
import { isSharedWith } from '../../members/visibility/policy.ts';
import { isSharedRow } from '../../members/visibility/relation.ts';
import type { AnnouncedRow } from '../../training/workout-store/announce-changes.ts';
import { findMentionedName, withoutMention } from './mentions.ts';
import { deleteStories, deleteStoriesAbout } from './story-rows.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member joined or finished a challenge. Published by whoever runs challenges, in the transaction that says so. */
    challengeEntered: {
      userId: number;
      /** A new id, for the story. */
      storyId: number;
      challengeId: number;
      title: string;
      event: 'joined' | 'finished';
      privacy: Privacy;
      at: Date;
    };
    /** A member left a challenge, or took their name off its boards: these are told to nobody any more. */
    challengeUnshared: { userId: number; challengeId: number; events: readonly ('joined' | 'finished')[] };
    /** Stories are no longer shown to others: deleted, or their workout is. What tells of them goes. */
    storiesRemoved: { ids: readonly number[] };
    /** Likes or comments are taken back or deleted. */
    repliesRemoved: { ids: readonly number[] };
  }
}

/** Ids of one millisecond. */
const IDS_PER_MS = 4096;
const DAY_MS = 86_400_000;

/** Late uploads come first like all that is new; years of training that come as one do not push all else out of sight. */
const OLD_MS = 14 * DAY_MS;
const AT_ONCE = 5;
const HOUR_MS = 3_600_000;

/** A place in feeds for what happened at a time, before 2026 too. */
const positionAt = (time: number, id: number): number => (time - ID_EPOCH) * IDS_PER_MS + (id % IDS_PER_MS);

/** A place on the day of a training: positions are told to everyone, the exact start may be hidden. */
const positionOfDay = (time: number, id: number): number =>
  positionAt(Math.floor(time / DAY_MS) * DAY_MS, 0) + (id % (DAY_MS * IDS_PER_MS));

/** The place and time of a story that others could not see until now; what was edited before is new to them. */
export const publishedAt = (
  now: Date,
  id: number,
): { position: number; created_at: Date; edited_at: null } => ({
  position: positionAt(now.getTime(), id),
  created_at: now,
  edited_at: null,
});

function positionOf({ source, start_at, id }: AnnouncedRow, isBackfill: boolean, now: number): number {
  // Samples come first in no feed, for nobody has just trained. Their starts are made up and need no hiding.
  if (source === 'sample') return positionAt(start_at.getTime(), id);
  return isBackfill ? positionOfDay(start_at.getTime(), id) : positionAt(now, id);
}

const isOld = ({ start_at }: AnnouncedRow, now: number): boolean => now - start_at.getTime() > OLD_MS;

/** Friends find it in their feeds. */
export const isShared = (privacy: Privacy): boolean => isSharedWith('friends', privacy);

/** Stories of the last hour that others find in their feeds, counted up to `AT_ONCE`. */
async function countRecent(trx: Trx, userId: number, now: number): Promise<number> {
  const rows = await trx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('position', '>', firstIdAt(now - HOUR_MS))
    .where(isSharedRow('friends'))
    .where('is_hidden_from_feed', '=', false)
    .where('removed_at', 'is', null)
    .limit(AT_ONCE)
    .execute();
  return rows.length;
}

/** Stories that one statement adds: it has 65,535 parameters at most. */
const MAX_ROWS = 1000;

/** Adds the stories of a member's new workouts together: an import stores many in one transaction. */
async function addWorkoutStories(
  trx: Trx,
  userId: number,
  rows: readonly AnnouncedRow[],
  now: Date,
): Promise<void> {
  const time = now.getTime();
  let recent = rows.some((row) => isOld(row, time)) ? await countRecent(trx, userId, time) : 0;
  const stories = rows.map((row) => {
    const position = positionOf(row, isOld(row, time) && recent >= AT_ONCE, time);
    if (isShared(row.privacy) && position > firstIdAt(time - HOUR_MS)) recent++;
    return {
      user_id: userId,
      id: row.id,
      kind: 'workout' as const,
      object_id: row.id,
      event: null,
      activity_type_id: row.activity_type_id,
      privacy: row.privacy,
      text: '',
      position,
      created_at: now,
      edited_at: null,
      removed_at: null,
    };
  });
  for (let from = 0; from < stories.length; from += MAX_ROWS)
    await trx
      .insertInto('stories')
      .values(stories.slice(from, from + MAX_ROWS))
      .onConflict((on) =>
        // Restored: it returns to its place.
        on.columns(['user_id', 'id']).doUpdateSet({
          removed_at: null,
          privacy: sql`excluded.privacy`,
          activity_type_id: sql`excluded.activity_type_id`,
        }),
      )
      .execute();
}

/** Takes the stories of deleted workouts out of sight; they come back with the workouts. */
async function hideStories(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('stories')
    .set({ removed_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'workout')
    .where(sql<boolean>`object_id = any(${ids}::bigint[])`)
    .execute();
  await publisher.publish(trx, 'storiesRemoved', { ids });
}

/**
 * A story follows its workout. One that others could not see until now is published now, and at the day of its training
 * where it is one of many that come so.
 */
async function updateWorkoutStory(
  trx: Trx,
  after: AnnouncedRow,
  { isPublished, isBackfill, now }: { isPublished: boolean; isBackfill: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('stories')
    .set({
      privacy: after.privacy,
      activity_type_id: after.activity_type_id,
      ...(isPublished && { position: positionOf(after, isBackfill, now.getTime()) }),
      ...(isPublished && !isBackfill && { created_at: now }),
    })
    .where('user_id', '=', after.user_id)
    .where('kind', '=', 'workout')
    .where('object_id', '=', after.id)
    .execute();
}

/**
 * Takes likes and comments away, and out of the counts, in one statement however many there are.
 * @returns their ids
 */
async function takeReplies(
  trx: Trx,
  {
    likes,
    comments,
    deletedBy,
  }: { likes: RawBuilder<boolean>; comments: RawBuilder<boolean>; deletedBy: 'author' | 'owner' },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with liked as (
      delete from story_likes where ${likes} returning story_owner_id, story_id, id
    ), commented as (
      update story_comments set deleted_by = ${deletedBy}, text = '', mentions = '{}'
      where ${comments} and deleted_by is null returning story_owner_id, story_id, id
    ), counted as (
      insert into story_counts as c (user_id, story_id, slot, likes, comments)
      select story_owner_id, story_id, 0, -sum(likes), -sum(comments) from (
        select story_owner_id, story_id, 1 as likes, 0 as comments from liked
        union all select story_owner_id, story_id, 0, 1 from commented) as taken
      group by story_owner_id, story_id order by story_owner_id, story_id
      on conflict (user_id, story_id, slot) do update set
        likes = c.likes + excluded.likes, comments = c.comments + excluded.comments
    )
    select id from liked union all select id from commented`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What two members did at each other's things ends with a block; the counts stay right. */
async function removeRepliesBetween(
  publisher: Publisher,
  trx: Trx,
  ownerId: number,
  authorId: number,
): Promise<void> {
  const ids = await takeReplies(trx, {
    likes: sql<boolean>`user_id = ${authorId} and story_owner_id = ${ownerId}`,
    comments: sql<boolean>`author_id = ${authorId} and story_owner_id = ${ownerId}`,
    deletedBy: 'owner',
  });
  if (ids.length > 0) await publisher.publish(trx, 'repliesRemoved', { ids });
}

/** Nobody's id: of a comment whose author was erased only that it was deleted is left. */
const NOBODY = 0;

/** What others wrote stays; where it named a member who is erased it says that there was one. */
async function eraseMentions(trx: Trx, userId: number): Promise<void> {
  const name = await findMentionedName(trx, userId);
  await sql`
    update story_comments
    set mentions = array_remove(mentions, ${userId}::bigint), text = ${withoutMention(sql`text`, name)}
    where mentions <> '{}' and mentions @> array[${userId}::bigint]`.execute(trx);
}

/** What a member who is erased did at the stories of others, and what these tell of the member. */
async function eraseReplies(publisher: Publisher, trx: Trx, userId: number): Promise<void> {
  await takeReplies(trx, {
    likes: sql<boolean>`user_id = ${userId}`,
    comments: sql<boolean>`author_id = ${userId}`,
    deletedBy: 'author',
  });
  await trx
    .updateTable('story_comments')
    .set({ author_id: NOBODY })
    .where('author_id', '=', userId)
    .execute();
  await eraseMentions(trx, userId);
  const stories = await trx.selectFrom('stories').select('id').where('user_id', '=', userId).execute();
  const own = stories.map(({ id }) => id);
  await deleteStories(trx, userId, own);
  const ids = [...own, ...(await deleteStoriesAbout(trx, 'friendship', userId))];
  if (ids.length > 0) await publisher.publish(trx, 'storiesRemoved', { ids });
}

/** Deletes stories with what others were told of them. */
async function removeStories(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await deleteStories(trx, userId, ids);
  await publisher.publish(trx, 'storiesRemoved', { ids });
}

/** Both chose to tell of new friends. */
async function bothAgree(trx: Trx, one: number, other: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [one, other])
    .where(sql<boolean>`sharing ->> 'new_friends' = 'true'`)
    // Whoever chooses otherwise at this moment takes the story away afterwards.
    .orderBy('id')
    .forShare()
    .execute();
  return rows.length === 2;
}

export const storySubscriptions: Subscriptions = {
  workoutRestricted: writeRestrictions,
  async workoutsChanged(trx, { userId, before, after }, publisher) {
    const now = publisher.now();
    const known = new Map(before.map((row) => [row.id, row]));
    const left = new Set(after.map(({ id }) => id));
    await hideStories(
      publisher,
      trx,
      userId,
      before.map(({ id }) => id).filter((id) => !left.has(id)),
      now,
    );
    const time = now.getTime();
    const isPublished = (row: AnnouncedRow) =>
      isShared(row.privacy) && known.has(row.id) && !isShared(known.get(row.id)!.privacy);
    const isOfOld = after.some((row) => isPublished(row) && isOld(row, time));
    let recent = isOfOld ? await countRecent(trx, userId, time) : 0;
    const changed = after
      .filter(({ id }) => known.has(id))
      .toSorted((one, other) => other.start_at.getTime() - one.start_at.getTime());
    for (const row of changed) {
      const isBackfill = isOld(row, time) && recent >= AT_ONCE;
      if (isPublished(row) && !isBackfill) recent++;
      await updateWorkoutStory(trx, row, { isPublished: isPublished(row), isBackfill, now });
    }
    const added = after.filter(({ id }) => !known.has(id));
    await addWorkoutStories(trx, userId, added, now);
  },
  workoutsPurged: (trx, { userId, ids }) => deleteStories(trx, userId, ids),
  async friendshipChanged(trx, { actorId, otherId, before, after, storyIds, at }, publisher) {
    if (after === 'active' && (await bothAgree(trx, actorId, otherId))) {
      const row = {
        kind: 'friendship' as const,
        event: null,
        activity_type_id: null,
        privacy: 1 as const,
        text: '',
        created_at: at,
        edited_at: null,
        removed_at: null,
      };
      await trx
        .insertInto('stories')
        .values([
          { ...row, user_id: actorId, object_id: otherId, id: storyIds[0], position: storyIds[0] },
          { ...row, user_id: otherId, object_id: actorId, id: storyIds[1], position: storyIds[1] },
        ])
        .onConflict((on) => on.doNothing())
        .execute();
    }
    if (before !== 'active') return;
    for (const [userId, friendId] of [
      [actorId, otherId],
      [otherId, actorId],
    ] as const) {
      const gone = await trx
        .selectFrom('stories')
        .select('id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'friendship')
        .where('object_id', '=', friendId)
        .execute();
      await removeStories(
        publisher,
        trx,
        userId,
        gone.map(({ id }) => id),
      );
    }
  },
  async memberBlocked(trx, { userId, blockedId }, publisher) {
    await removeRepliesBetween(publisher, trx, userId, blockedId);
    await removeRepliesBetween(publisher, trx, blockedId, userId);
  },
  async youngMemberProtected(trx, { userId }) {
    await trx
      .updateTable('stories')
      .set({ privacy: 1 })
      .where('user_id', '=', userId)
      .where('kind', '=', 'status')
      .where(isSharedRow('everyone'))
      .execute();
  },
  memberErased: (trx, { userId }, publisher) => eraseReplies(publisher, trx, userId),
  async challengeEntered(trx, { userId, storyId, challengeId, title, event, privacy, at }) {
    await trx
      .insertInto('stories')
      .values({
        user_id: userId,
        id: storyId,
        kind: 'challenge',
        object_id: challengeId,
        event,
        activity_type_id: null,
        privacy,
        text: title,
        position: storyId,
        created_at: at,
        edited_at: null,
        removed_at: null,
      })
      .onConflict((on) => on.doNothing())
      .execute();
  },
  async challengeUnshared(trx, { userId, challengeId, events }, publisher) {
    const challengeStories = await trx
      .selectFrom('stories')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'challenge')
      .where('object_id', '=', challengeId)
      .where('event', 'in', [...events])
      .execute();
    await removeStories(
      publisher,
      trx,
      userId,
      challengeStories.map(({ id }) => id),
    );
  },
  async challengeRemoved(trx, { challengeId }, publisher) {
    const ids = await deleteStoriesAbout(trx, 'challenge', challengeId);
    if (ids.length > 0) await publisher.publish(trx, 'storiesRemoved', { ids });
  },
  /** In one statement, however many friends there are. What was replied to these stories is out of sight with them. */
  async newFriendsUnshared(trx, { userId }, publisher) {
    const { rows } = await sql<{ id: number }>`
      update stories set removed_at = ${publisher.now()}
      where user_id = any(array(
          select ${userId}::bigint
          union all select friend_id from friendships where user_id = ${userId} and status = 'active'))
        and kind = 'friendship' and (user_id = ${userId} or object_id = ${userId}) and removed_at is null
      returning id`.execute(trx);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await publisher.publish(trx, 'storiesRemoved', { ids });
  },
};
