import { COMMENT_MAX, storyCalls } from '@waymark/api-contract';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { countAction } from '../../members/friends/action-limits.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { canRead } from '../../members/visibility/policy.ts';
import { existsFor } from '../../members/visibility/relation.ts';
import { findOwnLike, likeStory, removeLike } from './change-likes.ts';
import { answerComment, commentStory, editComment, removeComment } from './change-replies.ts';
import { answerStory } from './list-stories.ts';
import { isShared, publishedAt } from './follow-changes.ts';
import {
  type CommentRow,
  deleteStories,
  findStory,
  readableStory,
  relationToStory,
  type StoryRow,
} from './story-rows.ts';

async function insertPost(
  context: Context,
  trx: Trx,
  userId: number,
  id: number,
  { text, privacy }: { text: string; privacy?: 0 | 1 | 3 | undefined },
): Promise<void> {
  await countAction(context, trx, userId, 'post');
  await trx
    .insertInto('stories')
    .values({
      user_id: userId,
      id,
      kind: 'status',
      object_id: id,
      event: null,
      activity_type_id: null,
      privacy: privacy ?? 1,
      text,
      position: id,
      created_at: context.now(),
      edited_at: null,
      removed_at: null,
    })
    .execute();
}

export const createHandler = route<typeof storyCalls.create>({
  call: storyCalls.create,
  access: 'member',
  async handler({ context, caller, body, request, reply }) {
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    if (body.verb === 'like') return likeStory(context, caller!, body);
    if (body.verb === 'comment') return commentStory(context, caller!, body, request);
    const { userId } = caller!;
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), context.now());
    const post = { text: body.object.text, privacy: body.privacy };
    const { id } = await withMemberLock(context.db, userId, (trx) =>
      runOnce(trx, idempotentCall, context.newId(), (newOne) =>
        insertPost(context, trx, userId, newOne, post),
      ),
    );
    return answerStory(context, caller, id);
  },
});

const isThere = async (db: Db, { userId }: Caller, memberId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', memberId)
    .where(existsFor(userId, 'users.id'))
    .executeTakeFirst()) !== undefined;

/**
 * A comment in a story that the caller may see.
 * @param key of the link of a workout that is accessible by link
 */
async function readableComment(
  { db }: Context,
  caller: Caller,
  id: number,
  key?: string,
): Promise<{ comment: CommentRow; story: StoryRow } | null> {
  const comment = await db
    .selectFrom('story_comments')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_by', 'is', null)
    .executeTakeFirst();
  const story = comment && (await findStory(db, comment.story_id));
  if (!comment || !story) return null;
  // Who wrote it may take it back even where they may not see the story any more.
  if (comment.author_id === caller.userId) return { comment, story };
  if (story.user_id !== caller.userId && !(await isThere(db, caller, comment.author_id))) return null;
  const relation = await relationToStory(db, caller, story, key);
  return canRead(relation, story.privacy) ? { comment, story } : null;
}

const SETTINGS = ['is_hidden_from_feed', 'is_map_hidden', 'has_comments'] as const;

export const updateHandler = route<typeof storyCalls.update>({
  call: storyCalls.update,
  access: 'member',
  async handler({ context, caller, params, query: { key }, body, reply }) {
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    const { db, now } = context;
    const found = await readableComment(context, caller!, params.id, key);
    if (found) {
      const { comment, story } = found;
      if (comment.author_id !== caller!.userId) throw notAllowed('Only who wrote it can change a comment.');
      if (!canRead(await relationToStory(db, caller, story, key), story.privacy)) throw notFound('comment');
      if (SETTINGS.some((name) => body[name] !== undefined) || body.privacy !== undefined)
        throw invalid({ text: ['Of a comment only the text can be changed.'] });
      if (body.text !== undefined && body.text.length > COMMENT_MAX)
        throw invalid({ text: [`Keep a comment below ${COMMENT_MAX} characters.`] });
      if (body.text !== undefined)
        await editComment(context, caller!, { comment, story, text: body.text, key });
      return answerComment(context, caller!, comment.id, story);
    }
    const { story } = await readableStory(db, caller, params.id);
    if (story.user_id !== caller!.userId) throw notAllowed();
    if (story.kind !== 'status' && (body.text !== undefined || body.privacy !== undefined))
      throw invalid({ text: ['This story follows what it is about. Change that instead.'] });
    const isPublished = body.privacy !== undefined && isShared(body.privacy) && !isShared(story.privacy);
    if (Object.keys(body).length > 0) {
      // Counts nothing: suspended members change no words that others read.
      // What is shared again stands at the top again, as a new one does.
      const actions = isPublished ? 1 : 0;
      const changed = await withMemberLock(db, story.user_id, async (trx) => {
        if (body.text !== undefined || isPublished)
          await countAction(context, trx, story.user_id, 'post', actions);
        return trx
          .updateTable('stories')
          .set({
            ...body,
            ...(body.text !== undefined && { edited_at: now() }),
            ...(isPublished && publishedAt(now(), story.id)),
          })
          .where('user_id', '=', story.user_id)
          .where('id', '=', story.id)
          .$if(body.is_hidden_from_feed === false, (update) =>
            update.where('is_removed_by_moderator', '=', false),
          )
          .executeTakeFirst();
      });
      if (changed.numUpdatedRows === 0n)
        throw notAllowed(
          'A moderator took this out of feeds. Your notifications say why, and how to appeal.',
        );
    }
    return answerStory(context, caller, story.id);
  },
});

/** Deletes a story. That of a workout only leaves the feeds: the workout keeps its page, likes and comments. */
async function removeStory(context: Context, trx: Trx, story: StoryRow): Promise<void> {
  const { user_id: userId, id } = story;
  if (story.kind === 'workout')
    await trx
      .updateTable('stories')
      .set({ is_hidden_from_feed: true })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  else {
    await deleteStories(trx, userId, [id]);
    await context.publish(trx, 'storiesRemoved', { ids: [id] });
  }
}

export const removeHandler = route<typeof storyCalls.remove>({
  call: storyCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const { db } = context;
    const { userId } = caller!;
    const like = await findOwnLike(db, userId, params.id);
    if (like) {
      if (!(await removeLike(context, like))) throw notFound('like');
      return undefined;
    }
    const found = await readableComment(context, caller!, params.id);
    if (found) {
      const { comment, story } = found;
      const by = comment.author_id === userId ? 'author' : story.user_id === userId ? 'owner' : null;
      if (by === null) throw notAllowed('Only who wrote it and whose story it is can delete a comment.');
      const isGone = await db.transaction().execute((trx) => removeComment(context, trx, comment, by));
      if (!isGone) throw notFound('comment');
      return undefined;
    }
    const { story } = await readableStory(db, caller, params.id);
    if (story.user_id !== userId) throw notAllowed();
    await db.transaction().execute((trx) => removeStory(context, trx, story));
    return undefined;
  },
});
