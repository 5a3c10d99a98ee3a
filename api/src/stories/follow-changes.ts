import type { Privacy } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { firstIdAt, ID_EPOCH } from '../kernel/database/ids.ts';
import type { Trx } from '../kernel/database/tables.ts';
import type { Publisher, Subscriptions } from '../kernel/server/domain-events.ts';
import type { AnnouncedRow } from '../workout-store/announce-changes.ts';
import { deleteStories } from './story-rows.ts';

declare module '../kernel/server/domain-events.ts' {
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
    /** Stories are no longer shown to others: deleted, or their workout is. What tells of them goes. */
    storiesRemoved: { userId: number; ids: readonly number[] };
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

function positionOf({ source, start_at, id }: AnnouncedRow, isBackfill: boolean, now: number): number {
  // Samples come first in no feed, for nobody has just trained. Their starts are made up and need no hiding.
  if (source === 'sample') return positionAt(start_at.getTime(), id);
  return isBackfill ? positionOfDay(start_at.getTime(), id) : positionAt(now, id);
}

const isShared = (privacy: Privacy): boolean => privacy === 1 || privacy === 3;

/** Stories of the last hour that others find in their feeds, counted up to `AT_ONCE`. */
async function countRecent(trx: Trx, userId: number, now: number): Promise<number> {
  const rows = await trx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('position', '>', firstIdAt(now - HOUR_MS))
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
  const isOld = (row: AnnouncedRow) => time - row.start_at.getTime() > OLD_MS;
  let recent = rows.some(isOld) ? await countRecent(trx, userId, time) : 0;
  const stories = rows.map((row) => {
    const position = positionOf(row, isOld(row) && recent >= AT_ONCE, time);
    if (position > firstIdAt(time - HOUR_MS)) recent++;
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
  await publisher.publish(trx, 'storiesRemoved', { userId, ids });
}

/** A story follows its workout. One that others could not see until now is published now. */
async function updateWorkoutStory(
  trx: Trx,
  before: AnnouncedRow,
  after: AnnouncedRow,
  now: Date,
): Promise<void> {
  const isPublished = !isShared(before.privacy) && isShared(after.privacy);
  await trx
    .updateTable('stories')
    .set({
      privacy: after.privacy,
      activity_type_id: after.activity_type_id,
      ...(isPublished && { position: positionAt(now.getTime(), after.id) }),
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
  const member = await trx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  // As `userNamesIn` finds them: names of these letters alone are mentioned.
  const name = member && /^[a-z\d]+$/i.test(member.username) ? member.username : null;
  await sql`
    update story_comments
    set mentions = array_remove(mentions, ${userId}::bigint), text = case when ${name}::text is null then text
      else regexp_replace(text, '(^|[^\\w@])@' || ${name}::text || '\\M', '\\1former member', 'gi') end
    where mentions <> '{}' and mentions @> array[${userId}::bigint]`.execute(trx);
}

/** What a member who is erased did at the stories of others, and what these tell of the member. */
async function eraseReplies(trx: Trx, userId: number): Promise<void> {
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
  await deleteStories(
    trx,
    userId,
    stories.map(({ id }) => id),
  );
  await trx.deleteFrom('stories').where('kind', '=', 'friendship').where('object_id', '=', userId).execute();
}

/** Both chose to tell of new friends. */
async function bothAgree(trx: Trx, one: number, other: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [one, other])
    .where(sql<boolean>`sharing ->> 'new_friends' = 'true'`)
    .execute();
  return rows.length === 2;
}

export const storySubscriptions: Subscriptions = {
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
    for (const row of after) {
      const was = known.get(row.id);
      if (was) await updateWorkoutStory(trx, was, row, now);
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
      const ids = gone.map(({ id }) => id);
      await deleteStories(trx, userId, ids);
      if (ids.length > 0) await publisher.publish(trx, 'storiesRemoved', { userId, ids });
    }
  },
  async memberBlocked(trx, { userId, blockedId }, publisher) {
    await removeRepliesBetween(publisher, trx, userId, blockedId);
    await removeRepliesBetween(publisher, trx, blockedId, userId);
  },
  /** The private address of the feed reads what friends post. */
  async accessEnded(trx, { userId, since }) {
    await trx
      .deleteFrom('feed_addresses')
      .where('user_id', '=', userId)
      .where('created_at', '>=', since ?? new Date(0))
      .execute();
  },
  memberErased: (trx, { userId }) => eraseReplies(trx, userId),
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
};
