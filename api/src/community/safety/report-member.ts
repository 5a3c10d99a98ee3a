import { safetyCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { countAction } from '../../members/friends/action-limits.ts';
import { findCards, findRequestMessages, type Person } from '../../members/friends/member-cards.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { readableStory, type StoryRow } from '../stories/story-rows.ts';
import { existsFor } from '../../members/visibility/relation.ts';
import type { LaterSnapshot, ReportTable } from './tables.ts';

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

/** What the caller reads of a member; while a request waits for the caller's answer, its message too. */
async function textOfMember(db: Db, caller: Caller, person: Person): Promise<string> {
  const profile = `${person.display_name}\n${person.introduction}`;
  const message = (await findRequestMessages(db, caller.userId, [person])).get(person.id) ?? '';
  return message === '' ? profile : `${profile}\n\n${message}`;
}

/**
 * Whose thing is reported, and its text as it is now.
 * @param key of the link of a workout that is accessible by link
 * @throws ApiProblem 404 for what the caller may not see
 */
async function findReported(
  db: Db,
  caller: Caller,
  { object_type: type, object_id: id }: Pick<ReportTable, 'object_type' | 'object_id'>,
  key: string | undefined,
): Promise<{ ownerId: number; snapshot: string }> {
  if (type === 'user') {
    const [person] = await findCards(db, caller, [id]);
    if (!person) throw notFound('member');
    return { ownerId: id, snapshot: await textOfMember(db, caller, person) };
  }
  if (type === 'story') {
    const { story } = await readableStory(db, caller, id, key);
    return { ownerId: story.user_id, snapshot: await textOf(db, story) };
  }
  const comment = await db
    .selectFrom('story_comments')
    .select(['author_id', 'story_id', 'text'])
    .where('id', '=', id)
    .where('deleted_by', 'is', null)
    .where(existsFor(caller.userId, 'story_comments.author_id'))
    .executeTakeFirst();
  if (!comment) throw notFound('comment');
  await readableStory(db, caller, comment.story_id, key);
  return { ownerId: comment.author_id, snapshot: comment.text };
}

/** What the notes of a case may come to; of more the first and the newest are kept. */
const NOTES_MAX = 40_000;
const FIRST_NOTES_MAX = 10_000;

function addNote(known: string, added: string, at: Date): string {
  if (known.includes(added)) return known;
  const all = known === '' ? added : `${known}\n\n[${at.toISOString()}]\n${added}`;
  if (all.length <= NOTES_MAX) return all;
  const newest = all.slice(FIRST_NOTES_MAX - NOTES_MAX);
  return `${all.slice(0, FIRST_NOTES_MAX)}\n[…]\n${newest}`;
}

/** What the later texts of a case may come to, each with its time. The first one is beside them and stays whole. */
const LATER_SNAPSHOTS_MAX = 40_000;
const lengthOf = ({ text, at }: LaterSnapshot): number => text.length + at.length;

/** Who reported most of these, by length. */
function largestReporter(snapshots: readonly LaterSnapshot[]): number {
  const lengths = new Map<number, number>();
  for (const one of snapshots) lengths.set(one.reporter, (lengths.get(one.reporter) ?? 0) + lengthOf(one));
  return [...lengths].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/**
 * Without room for another text the oldest goes of whoever reported most: who has a thing changed and reports it again
 * and again pushes out nothing that others reported.
 */
function addSnapshot(later: readonly LaterSnapshot[], added: LaterSnapshot): LaterSnapshot[] {
  const snapshots = [...later, added];
  let length = snapshots.reduce((sum, one) => sum + lengthOf(one), 0);
  while (length > LATER_SNAPSHOTS_MAX) {
    const largest = largestReporter(snapshots);
    const [dropped] = snapshots.splice(
      snapshots.findIndex(({ reporter }) => reporter === largest),
      1,
    );
    length -= lengthOf(dropped!);
  }
  return snapshots;
}

type NewReport = Pick<ReportTable, 'user_id' | 'object_type' | 'object_id' | 'reason' | 'note' | 'snapshot'>;

/** Opens a case, or finds the one that is open. Its row is locked until the end of the transaction. */
const openCase = (
  { newId, now }: Context,
  trx: Trx,
  { user_id, object_type, object_id, reason, note, snapshot }: NewReport,
) =>
  trx
    .insertInto('reports')
    .values({
      user_id,
      object_type,
      object_id,
      reason,
      note,
      snapshot,
      id: newId(),
      state: 'open',
      created_at: now(),
      resolved_at: null,
      resolution_note: '',
      decided_by: null,
      mailed_at: null,
    })
    .onConflict((on) =>
      on
        .columns(['object_type', 'object_id'])
        .where('state', '=', 'open')
        .doUpdateSet((q) => ({ state: q.ref('excluded.state') })),
    )
    .returning(['user_id', 'id', 'snapshot', 'later_snapshots', 'note'])
    .executeTakeFirstOrThrow();

/** Counts a member among the reporters of a case, whose row is locked. */
async function addReporter(
  trx: Trx,
  userId: number,
  reportId: number,
): Promise<{ number: number; isNew: boolean }> {
  const known = await trx
    .selectFrom('reporters')
    .select('number')
    .where('user_id', '=', userId)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  if (known) return { number: known.number, isNew: false };
  const { number } = await trx
    .insertInto('reporters')
    .values({
      user_id: userId,
      report_id: reportId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from reporters where report_id = ${reportId})`,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return { number, isNew: true };
}

/**
 * Opens a case, or adds to the one that is open: what was reported may have been harmless when it was reported first.
 * Who reports the same again changes nothing, unless nobody has said a word yet.
 */
async function storeReport(context: Context, trx: Trx, { userId }: Caller, report: NewReport): Promise<void> {
  const stored = await openCase(context, trx, report);
  const { number, isNew } = await addReporter(trx, userId, stored.id);
  const known = [stored.snapshot, ...stored.later_snapshots.map(({ text }) => text)];
  const isKnown = known.some((text) => text.includes(report.snapshot));
  const at = context.now();
  // Whoever reported without words may still find them; more of one member would push out those of others.
  if (isKnown && !isNew && (stored.note !== '' || report.note === '')) return;
  const added = { reporter: number, at: at.toISOString(), text: report.snapshot };
  const later = isKnown ? stored.later_snapshots : addSnapshot(stored.later_snapshots, added);
  await trx
    .updateTable('reports')
    .set({ later_snapshots: JSON.stringify(later), note: addNote(stored.note, report.note, at) })
    .where('user_id', '=', stored.user_id)
    .where('id', '=', stored.id)
    .execute();
}

export const reportHandler = route<typeof safetyCalls.report>({
  call: safetyCalls.report,
  access: 'member',
  async handler({ context, caller, query, body, request }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const report = async (trx: Trx) => {
      await countAction(context, trx, userId, 'report');
      const { ownerId, snapshot } = await findReported(trx, caller!, body, query.key);
      if (ownerId === userId) throw invalid({ object_id: ['This is your own. You can delete it yourself.'] });
      await storeReport(context, trx, caller!, { ...body, user_id: ownerId, snapshot });
    };
    // A repeat opens no second case where a moderator has decided the first meanwhile, whatever is left of the thing.
    await db.transaction().execute((trx) => runOnce(trx, idempotentCall, newId(), () => report(trx)));
    return undefined;
  },
});
