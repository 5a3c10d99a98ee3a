import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { removeComment } from './change-replies.ts';
import { findMentions } from './mentions.ts';
import { addToCounts, deleteStories, findStory, type CommentRow } from './story-rows.ts';

/** What it takes to put back what a moderator took away. */
export type TakenDown =
  | { kind: 'workout'; was_hidden: boolean }
  | { kind: 'post' }
  | { kind: 'comment'; text: string; mentions: number[] };

/**
 * Takes a story away for a moderator: that of a workout out of feeds, any other one out of sight.
 * @returns null where it is gone already
 */
export async function takeDownStory(context: Context, trx: Trx, id: number): Promise<TakenDown | null> {
  const story = await findStory(trx, id);
  if (!story || story.is_removed_by_moderator) return null;
  const isWorkout = story.kind === 'workout';
  const changed = await trx
    .updateTable('stories')
    .set({
      is_removed_by_moderator: true,
      ...(isWorkout ? { is_hidden_from_feed: true } : { removed_at: context.now() }),
    })
    .where('user_id', '=', story.user_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('is_removed_by_moderator', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return null;
  if (isWorkout) return { kind: 'workout', was_hidden: story.is_hidden_from_feed };
  await context.publish(trx, 'storiesRemoved', { ids: [id] });
  return { kind: 'post' };
}

/** Takes a comment away for a moderator; its text leaves the thread. @returns null where it is gone already */
export async function takeDownComment(context: Context, trx: Trx, id: number): Promise<TakenDown | null> {
  const comment = await trx
    .selectFrom('story_comments')
    .select(['story_owner_id', 'story_id', 'id', 'text', 'mentions'])
    .where('id', '=', id)
    .where('deleted_by', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!comment || !(await removeComment(context, trx, comment, 'moderator'))) return null;
  return { kind: 'comment', text: comment.text, mentions: comment.mentions.map(Number) };
}

/** Puts a story back where it was, with its likes, comments and photos. */
export async function putBackStory(
  trx: Trx,
  userId: number,
  { id, takenDown }: { id: number; takenDown: Exclude<TakenDown, { kind: 'comment' }> },
): Promise<boolean> {
  const changed = await trx
    .updateTable('stories')
    .set({
      is_removed_by_moderator: false,
      ...(takenDown.kind === 'workout'
        ? { is_hidden_from_feed: takenDown.was_hidden }
        : { removed_at: null }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('is_removed_by_moderator', '=', true)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** A block between the two took all that one of them wrote at the other's stories. */
async function isBlockedAt(trx: Trx, authorId: number, ownerId: number): Promise<boolean> {
  const blocked = await trx
    .selectFrom('friendships')
    .select('user_id')
    .where('user_id', '=', authorId)
    .where('friend_id', '=', ownerId)
    .where('status', '=', 'blocked')
    .executeTakeFirst();
  return blocked !== undefined;
}

/** Puts a comment back into its thread; nobody is notified of it again. */
export async function putBackComment(
  trx: Trx,
  authorId: number,
  { id, takenDown: { text } }: { id: number; takenDown: Extract<TakenDown, { kind: 'comment' }> },
): Promise<boolean> {
  const comment: CommentRow | undefined = await trx
    .selectFrom('story_comments')
    .selectAll()
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('deleted_by', '=', 'moderator')
    .executeTakeFirst();
  const story =
    comment &&
    (await trx
      .selectFrom('stories')
      .select(['user_id', 'id', 'privacy'])
      .where('user_id', '=', comment.story_owner_id)
      .where('id', '=', comment.story_id)
      .executeTakeFirst());
  if (!comment || !story || (await isBlockedAt(trx, authorId, story.user_id))) return false;
  const mentions = await findMentions(trx, authorId, story, text);
  await trx
    .updateTable('story_comments')
    .set({ deleted_by: null, text, mentions })
    .where('story_owner_id', '=', story.user_id)
    .where('story_id', '=', story.id)
    .where('id', '=', id)
    .execute();
  await addToCounts(trx, story, { comments: 1 });
  return true;
}

/** Deletes a post for good that a moderator took away; a workout stays with its owner. */
export async function deleteTakenDown(trx: Trx, userId: number, id: number): Promise<void> {
  const found = await trx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('is_removed_by_moderator', '=', true)
    .where('removed_at', 'is not', null)
    .where('kind', '<>', 'workout')
    .forUpdate()
    .executeTakeFirst();
  if (found) await deleteStories(trx, userId, [id]);
}
