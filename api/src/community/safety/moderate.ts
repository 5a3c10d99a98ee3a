import { type ModerationOutcome, type Report, safetyCalls } from '@waymark/api-contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { checkModerator } from '../../members/security/moderators.ts';
import { endSuspension, suspendMember } from '../../members/friends/suspensions.ts';
import { takeDownComment, takeDownStory, type TakenDown } from '../stories/taken-down.ts';
import { queueDueMail } from './decision-mails.ts';
import type { ReportTable } from './tables.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A moderator decided something about a member, who is told. */
    memberModerated: {
      userId: number;
      /** A new id, for what the member is told. */
      causeId: number;
      /** The case; null for the end of a suspension without an appeal. */
      reportId: number | null;
      outcome: ModerationOutcome;
      at: Date;
    };
  }
}

export type ReportRow = Selectable<ReportTable> & {
  display_name: string;
  username: string;
  is_suspended: boolean;
  report_count: number;
};

export const selectReports = (condition: RawBuilder<unknown>, limit = 1) => sql<ReportRow>`
  select reports.*, users.display_name, users.username,
    exists (select from suspensions where suspensions.user_id = reports.user_id) as is_suspended,
    (select count(*)::int from reporters where report_id = reports.id) as report_count
  from reports join users on users.id = reports.user_id
  where ${condition} order by reports.id limit ${limit}`;

export function presentReport(row: ReportRow): Report {
  return {
    id: row.id,
    state: row.state,
    object_type: row.object_type,
    object_id: row.object_id,
    reason: row.reason,
    note: row.note,
    snapshot: [row.snapshot, ...row.later_snapshots.map(({ at, text }) => `[${at}]\n${text}`)].join('\n\n'),
    report_count: row.report_count,
    member: { id: row.user_id, display_name: row.display_name, username: row.username },
    is_suspended: row.is_suspended,
    created_datetime: row.created_at.toISOString(),
    resolved_datetime: row.resolved_at?.toISOString() ?? null,
    resolution_note: row.resolution_note,
    statement: row.statement,
    _links: {
      self: [{ href: `/v7.1/moderation/report/${row.id}/`, id: String(row.id) }],
      user: [{ href: `/v7.1/user/${row.user_id}/`, id: String(row.user_id) }],
    },
  };
}

export const queueHandler = route<typeof safetyCalls.queue>({
  call: safetyCalls.queue,
  access: 'member',
  async handler({ context, caller, query }) {
    await checkModerator(context, caller!);
    const { db } = context;
    const { limit, after = 0 } = query;
    const inState = query.state === 'open' ? sql`state = 'open'` : sql`state <> 'open'`;
    const [{ rows: found }, { rows: counts }] = await Promise.all([
      selectReports(sql`${inState} and reports.id > ${after}`, limit + 1).execute(db),
      sql<{ n: number; appeals: number }>`
        select count(*)::int as n, (select count(*)::int from appeals where state = 'open') as appeals
        from reports where ${inState}`.execute(db),
    ]);
    const page = found.slice(0, limit);
    const at = (place: number) => [
      { href: `/v7.1/moderation/report/?state=${query.state}&limit=${limit}&after=${place}` },
    ];
    return {
      _links: { self: at(after), ...(found.length > limit && { next: at(page.at(-1)!.id) }) },
      _embedded: { reports: page.map(presentReport) },
      total_count: counts[0]!.n,
      open_appeal_count: counts[0]!.appeals,
    };
  },
});

/** @returns null where it is gone already */
async function removeReported(
  context: Context,
  trx: Trx,
  { object_type: type, object_id: id }: Selectable<ReportTable>,
): Promise<TakenDown | null> {
  if (type === 'story') return takeDownStory(context, trx, id);
  return type === 'comment' ? takeDownComment(context, trx, id) : null;
}

const STATES = { dismiss: 'dismissed', remove: 'removed', suspend: 'suspended' } as const;

/** All of a decision or nothing: one that fails half way can be made again. @throws ApiProblem 409 when it was decided before */
async function decide(
  context: Context,
  trx: Trx,
  report: Selectable<ReportTable>,
  {
    action,
    note,
    statement,
    by,
  }: { action: keyof typeof STATES; note: string; statement: string; by: number },
): Promise<void> {
  const now = context.now();
  const decided = await trx
    .updateTable('reports')
    .set({
      state: STATES[action],
      resolved_at: now,
      resolution_note: note,
      decided_by: by,
      statement: action === 'dismiss' ? '' : statement,
    })
    .where('user_id', '=', report.user_id)
    .where('id', '=', report.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!decided)
    throw conflict('already_resolved', 'Another moderator has decided this. Load the page again.');
  if (action === 'dismiss') return;
  const removed = await removeReported(context, trx, report);
  if (removed)
    await trx
      .updateTable('reports')
      .set({ has_removed_content: true, removed_content: JSON.stringify(removed) })
      .where('user_id', '=', report.user_id)
      .where('id', '=', report.id)
      .execute();
  if (action === 'suspend')
    // Waits for an appeal in hand that ends the suspension, and suspends anew after it.
    await suspendMember(trx, report.user_id, now);
  if (action === 'suspend' || removed)
    await context.publish(trx, 'memberModerated', {
      userId: report.user_id,
      causeId: context.newId(),
      reportId: report.id,
      outcome: action === 'suspend' ? 'suspended' : 'removed',
      at: now,
    });
}

export const resolveHandler = route<typeof safetyCalls.resolve>({
  call: safetyCalls.resolve,
  access: 'member',
  async handler({ context, caller, params, body }) {
    await checkModerator(context, caller!);
    const { db } = context;
    const report = await db.selectFrom('reports').selectAll().where('id', '=', params.id).executeTakeFirst();
    if (!report) throw notFound('report');
    if (report.user_id === caller!.userId)
      throw notAllowed('Another moderator decides about what you wrote.');
    await db.transaction().execute((trx) => decide(context, trx, report, { ...body, by: caller!.userId }));
    if (body.action !== 'dismiss')
      await queueDueMail(context, { userId: report.user_id, reportId: report.id, about: 'decision' });
    const { rows: found } = await selectReports(sql`reports.id = ${report.id}`).execute(db);
    return presentReport(found[0]!);
  },
});

export const unsuspendHandler = route<typeof safetyCalls.unsuspend>({
  call: safetyCalls.unsuspend,
  access: 'member',
  async handler({ context, caller, params }) {
    await checkModerator(context, caller!);
    const { db, newId, now } = context;
    await db.transaction().execute(async (trx) => {
      if (!(await endSuspension(trx, params.id))) throw notFound('suspension');
      await context.publish(trx, 'memberModerated', {
        userId: params.id,
        causeId: newId(),
        reportId: null,
        outcome: 'suspension_ended',
        at: now(),
      });
    });
    return undefined;
  },
});
