import type { StoryComment } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, conflict, notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { countAction } from '../../members/friends/action-limits.ts';
import { checkLinks } from '../../members/friends/check-links.ts';
import type { Privacy } from '@waymark/api-contract';
import { lockContact } from '../../members/friends/rows.ts';
import { canRead } from '../../members/visibility/policy.ts';
import { findProtectedFrom } from '../../members/visibility/relation.ts';
import { findActors } from './actors.ts';
import { findMentions } from './mentions.ts';
import { presentComment } from './present-stories.ts';
import { isSeenBy, readComment } from './replies-of-stories.ts';
import { addToCounts, type CommentRow, readableStory, relationToStory, type StoryRow } from './story-rows.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Also of a comment whose text is new: `mentions` are those who were not mentioned before. */
    storyCommented: {
      storyId: number;
      ownerId: number;
      privacy: Privacy;
      commentId: number;
      actorId: number;
      /** Who wrote the comment that it answers. */
      answeredId: number | null;
      mentions: readonly number[];
      /** Those whom the text mentioned before and does not any more. */
      unmentioned: readonly number[];
      isNew: boolean;
      at: Date;
    };
  }
}

/**
 * Locks a story that the caller may see against its deletion, and against a block, while something is written to it.
 * @param key of the link of a workout that is accessible by link
 * @throws ApiProblem 404, also for one that was hidden from the caller, or whose owner blocked them, a moment ago
 */
async function lockStory(
  trx: Trx,
  caller: Caller,
  { user_id, id }: StoryRow,
  key?: string,
): Promise<StoryRow> {
  await lockContact(trx, caller.userId, user_id, 'shared');
  const story = await trx
    .selectFrom('stories')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!story || !canRead(await relationToStory(trx, caller, story, key), story.privacy))
    throw notFound('story');
  return story;
}

/**
 * Nothing new is written where comments are off, also not into a comment of before. At stories and below comments of
 * young members they are off for all but friends: the answer does not tell why.
 */
async function checkHasComments(
  trx: Trx,
  { userId }: Caller,
  { has_comments, user_id }: StoryRow,
  answeredIds: readonly number[] = [],
): Promise<void> {
  if (!has_comments || (await findProtectedFrom(trx, userId, [user_id, ...answeredIds])).size > 0)
    throw conflict('comments_off', 'Comments are off here. You can still like it, or delete what you wrote.');
}

/** The top comment that a comment answers, as far as the caller sees it: answers have one level. */
async function findAnswered(
  trx: Trx,
  caller: Caller,
  story: StoryRow,
  parentId: number | undefined,
): Promise<{ parentId: number | null; authorId: number | null }> {
  if (parentId === undefined) return { parentId: null, authorId: null };
  const parent = await trx
    .selectFrom('story_comments as c')
    .leftJoin('story_comments as top', (on) =>
      on
        .onRef('top.story_owner_id', '=', 'c.story_owner_id')
        .onRef('top.story_id', '=', 'c.story_id')
        .onRef('top.id', '=', 'c.parent_id'),
    )
    .select(['c.id', 'c.parent_id', 'c.author_id', 'c.deleted_by', 'top.author_id as top_author_id'])
    .where('c.story_owner_id', '=', story.user_id)
    .where('c.story_id', '=', story.id)
    .where('c.id', '=', parentId)
    .where(isSeenBy(caller.userId))
    .executeTakeFirst();
  if (!parent || parent.deleted_by !== null)
    throw new ApiProblem(404, 'not_found', 'The comment that you answer was deleted. Load the page again.');
  await checkHasComments(trx, caller, story, [parent.author_id, parent.top_author_id ?? parent.author_id]);
  return { parentId: parent.parent_id ?? parent.id, authorId: parent.author_id };
}

/** Comments a story. @throws ApiProblem 404, 409 where comments are off, 429 for too many */
export async function commentStory(
  context: Context,
  caller: Caller,
  input: {
    parent_story_id: number;
    parent_reply_id?: number | undefined;
    object: { text: string };
    key?: string | undefined;
  },
  request: Parameters<typeof idempotentCallOf>[0],
): Promise<StoryComment> {
  const { db, now, newId } = context;
  const { userId } = caller;
  const { text } = input.object;
  const at = now();
  const { story: found } = await readableStory(db, caller, input.parent_story_id, input.key);
  const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(input), at);
  const add = async (trx: Trx, id: number) => {
    const story = await lockStory(trx, caller, found, input.key);
    await checkHasComments(trx, caller, story);
    await countAction(context, trx, userId, 'comment');
    const { parentId, authorId } = await findAnswered(trx, caller, story, input.parent_reply_id);
    const mentions = await findMentions(trx, userId, story, text);
    const answered = authorId === null ? [] : [authorId];
    await checkLinks(trx, caller, { text, readers: [story.user_id, ...answered, ...mentions] }, at);
    if (mentions.length > 0) await countAction(context, trx, userId, 'mention', mentions.length);
    await trx
      .insertInto('story_comments')
      .values({
        story_owner_id: story.user_id,
        story_id: story.id,
        id,
        author_id: userId,
        parent_id: parentId,
        text,
        mentions,
        created_at: at,
        edited_at: null,
        deleted_by: null,
      })
      .execute();
    await context.publish(trx, 'storyCommented', {
      storyId: story.id,
      ownerId: story.user_id,
      privacy: story.privacy,
      commentId: id,
      actorId: userId,
      answeredId: authorId,
      mentions,
      unmentioned: [],
      isNew: true,
      at,
    });
    await addToCounts(trx, story, { comments: 1 });
  };
  const { id } = await db
    .transaction()
    .execute((trx) => runOnce(trx, idempotentCall, newId(), (newOne) => add(trx, newOne)));
  return answerComment(context, caller, id, found);
}

export async function answerComment(
  { db, now }: Context,
  caller: Caller,
  id: number,
  story: Pick<StoryRow, 'id' | 'user_id'>,
): Promise<StoryComment> {
  const comment = await readComment(db, caller.userId, id);
  if (!comment) throw notFound('comment');
  const ids = [comment.author_id, ...comment.mentions.map(Number)];
  const actors = await findActors(db, caller, ids, now());
  return presentComment(comment, story, actors, caller);
}

/** Somebody who wrote in a thread and is no friend: whom an answer in it was for is not kept. */
async function findStrangerIn(
  trx: Trx,
  { userId }: Caller,
  { user_id, id }: StoryRow,
  topId: number,
): Promise<number[]> {
  const { rows } = await sql<{ author_id: number }>`
    select author_id from story_comments c
    where story_owner_id = ${user_id} and story_id = ${id} and (id = ${topId} or parent_id = ${topId})
      and deleted_by is null and author_id <> ${userId} and not exists (
        select from friendships f
        where f.user_id = ${userId} and f.friend_id = c.author_id and f.status <> 'pending')
    limit 1`.execute(trx);
  return rows.map(({ author_id: authorId }) => authorId);
}

interface EditedComment {
  comment: CommentRow;
  story: StoryRow;
  text: string;
  /** Of the link of a workout that is accessible by link. */
  key: string | undefined;
}

/** Changes the text of an own comment. Whoever is mentioned in it for the first time hears of it. */
export async function editComment(
  context: Context,
  caller: Caller,
  { comment, story, text, key }: EditedComment,
): Promise<void> {
  const { db, now } = context;
  const at = now();
  await db.transaction().execute(async (trx) => {
    const locked = await lockStory(trx, caller, story, key);
    await countAction(context, trx, caller.userId, 'comment');
    // Of two edits at once the second finds whom the first mentioned.
    const before = await trx
      .selectFrom('story_comments')
      .select((q) => [
        'parent_id',
        'mentions',
        q
          .selectFrom('story_comments as top')
          .select('top.author_id')
          .whereRef('top.story_owner_id', '=', 'story_comments.story_owner_id')
          .whereRef('top.story_id', '=', 'story_comments.story_id')
          .whereRef('top.id', '=', 'story_comments.parent_id')
          .as('top_author_id'),
      ])
      .where('story_owner_id', '=', comment.story_owner_id)
      .where('story_id', '=', comment.story_id)
      .where('id', '=', comment.id)
      .where('deleted_by', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound('comment');
    await checkHasComments(trx, caller, locked, before.top_author_id === null ? [] : [before.top_author_id]);
    const mentions = await findMentions(trx, caller.userId, story, text);
    const answered =
      before.parent_id === null ? [] : await findStrangerIn(trx, caller, story, before.parent_id);
    await checkLinks(trx, caller, { text, readers: [story.user_id, ...answered, ...mentions] }, at);
    const known = new Set(before.mentions.map(Number));
    const added = mentions.filter((id) => !known.has(id));
    if (added.length > 0) await countAction(context, trx, caller.userId, 'mention', added.length);
    const changed = await trx
      .updateTable('story_comments')
      .set({ text, mentions, edited_at: at })
      .where('id', '=', comment.id)
      .where('story_owner_id', '=', comment.story_owner_id)
      .where('deleted_by', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw notFound('comment');
    await context.publish(trx, 'storyCommented', {
      storyId: story.id,
      ownerId: story.user_id,
      privacy: story.privacy,
      commentId: comment.id,
      actorId: caller.userId,
      answeredId: null,
      mentions: added,
      unmentioned: [...known].filter((id) => !mentions.includes(id)),
      isNew: false,
      at,
    });
  });
}

/** Deletes a comment: what answers it stays, below a note that says who deleted it. */
export async function removeComment(
  context: Context,
  trx: Trx,
  comment: Pick<CommentRow, 'story_owner_id' | 'story_id' | 'id'>,
  by: 'author' | 'owner' | 'moderator',
): Promise<boolean> {
  const gone = await trx
    .updateTable('story_comments')
    .set({ deleted_by: by, text: '', mentions: [] })
    .where('story_owner_id', '=', comment.story_owner_id)
    .where('story_id', '=', comment.story_id)
    .where('id', '=', comment.id)
    .where('deleted_by', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) return false;
  await context.publish(trx, 'repliesRemoved', { ids: [comment.id] });
  await addToCounts(trx, { user_id: comment.story_owner_id, id: comment.story_id }, { comments: -1 });
  return true;
}
