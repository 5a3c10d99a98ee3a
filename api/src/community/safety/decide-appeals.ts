import { type Appeal, safetyCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { deleteTakenDown, putBackComment, putBackStory } from '../stories/taken-down.ts';
import { queueDueMail } from './decision-mails.ts';
import { endSuspension } from '../../members/friends/suspensions.ts';
import { checkModerator, findModerators } from '../../members/security/moderators.ts';
import { presentReport, type ReportRow, selectReports } from './moderate.ts';
import type { AppealTable } from './tables.ts';

/** So long an appeal waits for another moderator than the one who decided; after that anyone decides it. */
const OTHER_MODERATOR_MS = 7 * 86_400_000;

type AppealRow = Pick<
  AppealTable,
  'id' | 'user_id' | 'report_id' | 'state' | 'text' | 'created_at' | 'decided_at'
> & { answer: string; is_content_restored: boolean };

interface Case {
  appeal: AppealRow;
  report: ReportRow;
}

async function findCases(db: Db, condition: ReturnType<typeof sql>, limit: number): Promise<Case[]> {
  const { rows } = await sql<AppealRow>`
    select id, user_id, report_id, state, text, answer, is_content_restored, created_at, decided_at
    from appeals where ${condition} order by id limit ${limit}`.execute(db);
  const ids = rows.map(({ report_id: id }) => id);
  const { rows: reports } = await selectReports(sql`reports.id = any(${ids}::bigint[])`, limit).execute(db);
  const byId = new Map(reports.map((report) => [report.id, report]));
  // Without its report an appeal is of a member who is being erased.
  return rows.flatMap((appeal) => {
    const report = byId.get(appeal.report_id);
    return report ? [{ appeal, report }] : [];
  });
}

/** Who else than these can decide now. */
const hasOther = (moderators: readonly number[], ...without: readonly number[]): boolean =>
  moderators.some((id) => !without.includes(id));

function presentAppeal(
  { appeal, report }: Case,
  { userId, moderators, now }: { userId: number; moderators: readonly number[]; now: Date },
): Appeal {
  const isOwnCase = appeal.user_id === userId;
  const isOwnDecision = report.decided_by === userId;
  const waitsForOther =
    isOwnDecision &&
    hasOther(moderators, userId, appeal.user_id) &&
    now.getTime() - appeal.created_at.getTime() < OTHER_MODERATOR_MS;
  return {
    id: appeal.id,
    state: appeal.state,
    text: appeal.text,
    answer: appeal.answer,
    is_content_restored: appeal.is_content_restored,
    report: presentReport(report),
    is_own_case: isOwnCase,
    is_own_decision: isOwnDecision,
    can_decide: appeal.state === 'open' && !isOwnCase && !waitsForOther,
    created_datetime: appeal.created_at.toISOString(),
    decided_datetime: appeal.decided_at?.toISOString() ?? null,
    _links: {
      self: [{ href: `/v7.1/moderation/appeal/${appeal.id}/`, id: String(appeal.id) }],
      report: [{ href: `/v7.1/moderation/report/${report.id}/`, id: String(report.id) }],
    },
  };
}

export const appealsHandler = route<typeof safetyCalls.appeals>({
  call: safetyCalls.appeals,
  access: 'member',
  async handler({ context, caller, query }) {
    await checkModerator(context, caller!);
    const { db, now } = context;
    const { state, limit, after = 0 } = query;
    const inState = state === 'open' ? sql`state = 'open'` : sql`state <> 'open'`;
    const [cases, { rows: counts }, moderators] = await Promise.all([
      findCases(db, sql`${inState} and id > ${after}`, limit + 1),
      sql<{ n: number }>`select count(*)::int as n from appeals where ${inState}`.execute(db),
      findModerators(context),
    ]);
    const page = cases.slice(0, limit);
    const viewer = { userId: caller!.userId, moderators, now: now() };
    const at = (place: number) => [
      { href: `/v7.1/moderation/appeal/?state=${state}&limit=${limit}&after=${place}` },
    ];
    return {
      _links: { self: at(after), ...(cases.length > limit && { next: at(page.at(-1)!.appeal.id) }) },
      _embedded: { appeals: page.map((one) => presentAppeal(one, viewer)) },
      total_count: counts[0]!.n,
    };
  },
});

/** @returns whether it is there again: it may have been deleted since, or a block stands against it */
async function putBack(trx: Trx, report: ReportRow): Promise<boolean> {
  const { user_id: userId, object_id: id, removed_content: takenDown } = report;
  if (!takenDown) return false;
  return takenDown.kind === 'comment'
    ? putBackComment(trx, userId, { id, takenDown })
    : putBackStory(trx, userId, { id, takenDown });
}

/** Ends the suspension that a decision made, unless another decision suspended the member too. */
async function endSuspensionBy(trx: Trx, { user_id: userId, id }: ReportRow): Promise<void> {
  // Of two decisions that are taken back at once the second one sees the first.
  const suspension = await trx
    .selectFrom('suspensions')
    .select('created_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!suspension) return;
  const other = await trx
    .selectFrom('reports')
    .leftJoin('appeals', (join) =>
      join.onRef('appeals.user_id', '=', 'reports.user_id').onRef('appeals.report_id', '=', 'reports.id'),
    )
    .select('reports.id')
    .where('reports.user_id', '=', userId)
    .where('reports.id', '<>', id)
    .where('reports.state', '=', 'suspended')
    .where('reports.resolved_at', '>=', suspension.created_at)
    .where((at) => at.or([at('appeals.state', 'is', null), at('appeals.state', '<>', 'overturned')]))
    .executeTakeFirst();
  if (!other) await endSuspension(trx, userId);
}

/** All of a decision or nothing. @throws ApiProblem 409 when it was decided before */
async function decide(
  context: Context,
  trx: Trx,
  { appeal, report }: Case,
  { decision, answer, by }: { decision: 'uphold' | 'overturn'; answer: string; by: number },
): Promise<void> {
  const at = context.now();
  const isOverturned = decision === 'overturn';
  const update = trx.updateTable('appeals').where('user_id', '=', appeal.user_id).where('id', '=', appeal.id);
  const decided = await update
    .set({ state: isOverturned ? 'overturned' : 'upheld', answer, decided_at: at, decided_by: by })
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!decided)
    throw conflict('already_resolved', 'Another moderator has decided this. Load the page again.');
  if (isOverturned) {
    if (await putBack(trx, report)) await update.set({ is_content_restored: true }).execute();
    if (report.state === 'suspended') await endSuspensionBy(trx, report);
  } else if (report.removed_content?.kind === 'post')
    await deleteTakenDown(trx, report.user_id, report.object_id);
  await trx
    .updateTable('reports')
    .set({ removed_content: null })
    .where('user_id', '=', report.user_id)
    .where('id', '=', report.id)
    .execute();
  await context.publish(trx, 'memberModerated', {
    userId: appeal.user_id,
    causeId: context.newId(),
    reportId: report.id,
    outcome: isOverturned ? 'appeal_overturned' : 'appeal_upheld',
    at,
  });
}

export const decideAppealHandler = route<typeof safetyCalls.decideAppeal>({
  call: safetyCalls.decideAppeal,
  access: 'member',
  async handler({ context, caller, params, body }) {
    await checkModerator(context, caller!);
    const { db, now } = context;
    const { userId } = caller!;
    const find = async () => (await findCases(db, sql`id = ${params.id}`, 1))[0];
    const found = await find();
    if (!found) throw notFound('appeal');
    const viewer = { userId, moderators: await findModerators(context), now: now() };
    const appeal = presentAppeal(found, viewer);
    if (appeal.is_own_case) throw notAllowed('Another moderator decides about your own appeal.');
    if (appeal.state === 'open' && !appeal.can_decide)
      throw notAllowed('You made this decision, so another moderator decides the appeal.');
    await db.transaction().execute((trx) => decide(context, trx, found, { ...body, by: userId }));
    await queueDueMail(context, { userId: found.appeal.user_id, reportId: found.report.id, about: 'answer' });
    const after = await find();
    if (!after) throw notFound('appeal');
    return presentAppeal(after, viewer);
  },
});
