import { safetyCalls } from '@waymark/api-contract';
import { countAction } from '../friends/action-limits.ts';
import { findCards } from '../friends/member-cards.ts';
import type { Context } from '../kernel/server/context.ts';
import { invalid, notFound } from '../kernel/server/errors.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { readableStory } from '../stories/story-rows.ts';
import type { ReportTable } from './tables.ts';

/** Whose thing is reported, and its text as it is now. @throws ApiProblem 404 for what the caller may not see */
async function findReported(
  { db }: Context,
  caller: Caller,
  type: ReportTable['object_type'],
  id: number,
): Promise<{ ownerId: number; snapshot: string }> {
  if (type === 'user') {
    const [person] = await findCards(db, caller, [id]);
    if (!person) throw notFound('member');
    return { ownerId: id, snapshot: `${person.display_name}\n${person.introduction}` };
  }
  if (type === 'story') {
    const { story } = await readableStory(db, caller, id);
    return { ownerId: story.user_id, snapshot: story.text };
  }
  const comment = await db
    .selectFrom('story_comments')
    .select(['author_id', 'story_id', 'text'])
    .where('id', '=', id)
    .where('deleted_by', 'is', null)
    .executeTakeFirst();
  if (!comment) throw notFound('comment');
  await readableStory(db, caller, comment.story_id);
  return { ownerId: comment.author_id, snapshot: comment.text };
}

export const reportRoute = route<typeof safetyCalls.report>({
  call: safetyCalls.report,
  access: 'member',
  async handler({ context, caller, body }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    const { ownerId, snapshot } = await findReported(context, caller!, body.object_type, body.object_id);
    if (ownerId === userId) throw invalid({ object_id: ['This is your own. You can delete it yourself.'] });
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('reports')
        .values({
          id: newId(),
          user_id: ownerId,
          object_type: body.object_type,
          object_id: body.object_id,
          state: 'open',
          reason: body.reason,
          note: body.note,
          snapshot,
          created_at: now(),
          resolved_at: null,
          resolution_note: '',
        })
        .onConflict((on) => on.columns(['object_type', 'object_id']).where('state', '=', 'open').doNothing())
        .execute();
      const { id: report_id } = await trx
        .selectFrom('reports')
        .select('id')
        .where('object_type', '=', body.object_type)
        .where('object_id', '=', body.object_id)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      const isNew = await trx
        .insertInto('reporters')
        .values({ user_id: userId, report_id })
        .onConflict((on) => on.doNothing())
        .returning('report_id')
        .executeTakeFirst();
      if (isNew) await countAction(context, trx, userId, 'report');
    });
    return undefined;
  },
});
