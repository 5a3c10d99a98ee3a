import { safetyCalls } from '@waymark/api-contract';
import { countAction } from '../friends/action-limits.ts';
import { findCards } from '../friends/member-cards.ts';
import type { Db, Trx } from '../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../kernel/idempotency/run-once.ts';
import type { Context } from '../kernel/server/context.ts';
import { invalid, notFound } from '../kernel/server/errors.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { readableStory, type StoryRow } from '../stories/story-rows.ts';
import type { ReportTable } from './tables.ts';

/** What others read of a story: of a workout its name. */
async function textOf(db: Db, { kind, user_id, object_id, text }: StoryRow): Promise<string> {
  if (kind !== 'workout') return text;
  const workout = await db
    .selectFrom('workouts')
    .select('name')
    .where('user_id', '=', user_id)
    .where('id', '=', object_id)
    .executeTakeFirst();
  return workout?.name ?? '';
}

/** Whose thing is reported, and its text as it is now. @throws ApiProblem 404 for what the caller may not see */
async function findReported(
  db: Db,
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
    return { ownerId: story.user_id, snapshot: await textOf(db, story) };
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

/** What the texts of a case may come to; of more the first and the newest are kept. */
const EVIDENCE_MAX = 40_000;
const FIRST_EVIDENCE_MAX = 10_000;

/** What was reported may have been harmless when it was reported first: a text that differs is added with its time. */
function addEvidence(known: string, added: string, at: Date): string {
  if (known.includes(added)) return known;
  const all = known === '' ? added : `${known}\n\n[${at.toISOString()}]\n${added}`;
  if (all.length <= EVIDENCE_MAX) return all;
  const newest = all.slice(FIRST_EVIDENCE_MAX - EVIDENCE_MAX);
  return `${all.slice(0, FIRST_EVIDENCE_MAX)}\n[…]\n${newest}`;
}

type NewReport = Pick<ReportTable, 'user_id' | 'object_type' | 'object_id' | 'reason' | 'note' | 'snapshot'>;

/** Opens a case, or adds to the one that is open. Its row is locked until the end of the transaction. */
async function storeReport({ newId, now }: Context, trx: Trx, report: NewReport): Promise<{ id: number }> {
  const at = now();
  const { object_type, object_id } = report;
  const stored = await trx
    .insertInto('reports')
    .values({
      user_id: report.user_id,
      object_type,
      object_id,
      reason: report.reason,
      note: report.note,
      snapshot: report.snapshot,
      id: newId(),
      state: 'open',
      created_at: at,
      resolved_at: null,
      resolution_note: '',
    })
    .onConflict((on) =>
      on
        .columns(['object_type', 'object_id'])
        .where('state', '=', 'open')
        .doUpdateSet((q) => ({ state: q.ref('excluded.state') })),
    )
    .returning(['user_id', 'id', 'snapshot', 'note'])
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('reports')
    .set({
      snapshot: addEvidence(stored.snapshot, report.snapshot, at),
      note: addEvidence(stored.note, report.note, at),
    })
    .where('user_id', '=', stored.user_id)
    .where('id', '=', stored.id)
    .execute();
  return stored;
}

export const reportRoute = route<typeof safetyCalls.report>({
  call: safetyCalls.report,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const report = async (trx: Trx) => {
      const { ownerId, snapshot } = await findReported(trx, caller!, body.object_type, body.object_id);
      if (ownerId === userId) throw invalid({ object_id: ['This is your own. You can delete it yourself.'] });
      const { id: report_id } = await storeReport(context, trx, {
        ...body,
        user_id: ownerId,
        snapshot,
      });
      const isNew = await trx
        .insertInto('reporters')
        .values({ user_id: userId, report_id })
        .onConflict((on) => on.doNothing())
        .returning('report_id')
        .executeTakeFirst();
      if (isNew) await countAction(context, trx, userId, 'report');
    };
    // A repeat opens no second case where a moderator has decided the first meanwhile, whatever is left of the thing.
    await db.transaction().execute((trx) => runOnce(trx, idempotentCall, newId(), () => report(trx)));
    return undefined;
  },
});
