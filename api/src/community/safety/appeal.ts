import { type ModerationDecision, safetyCalls } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import { countMember } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import type { AppealTable, ReportTable } from './tables.ts';

const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;
const DECISIONS_SHOWN = 100;
/** Each decision can be appealed once; this is for what tries all numbers. */
const APPEALS_OF_MEMBER = [{ max: 30, windowSeconds: 3600 }];

/** The end of the time in which a decision can be appealed. */
export const appealDeadline = (decidedAt: Date): Date => new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS);

export type DecisionRow = Pick<
  Selectable<ReportTable>,
  'id' | 'object_type' | 'reason' | 'statement' | 'snapshot' | 'has_removed_content'
> & {
  state: 'removed' | 'suspended';
  resolved_at: Date;
  is_suspension_standing: boolean;
  appeal_state: AppealTable['state'] | null;
  appeal_text: string;
  answer: string;
  is_content_restored: boolean;
  appealed_at: Date;
  appeal_decided_at: Date | null;
};

/** Decisions with consequences for a member; one about something that was gone already has none. */
export const selectDecisions = (userId: number, reportId: number | null, limit = 1) => sql<DecisionRow>`
  select r.id, r.object_type, r.reason, r.statement, r.snapshot, r.has_removed_content, r.state, r.resolved_at,
    exists (
      select from suspensions s where s.user_id = r.user_id and s.created_at <= r.resolved_at
    ) as is_suspension_standing,
    a.state as appeal_state, a.text as appeal_text, a.answer, a.is_content_restored, a.created_at as appealed_at,
    a.decided_at as appeal_decided_at
  from reports r
  left join appeals a on a.user_id = r.user_id and a.report_id = r.id
  where r.user_id = ${userId} and (${reportId}::bigint is null or r.id = ${reportId})
    and (r.state = 'suspended' or r.state = 'removed' and r.has_removed_content)
  order by r.resolved_at desc, r.id desc limit ${limit}`;

function stateOf(row: DecisionRow): ModerationDecision['state'] {
  if (row.appeal_state === 'overturned') return 'taken_back';
  return row.state === 'suspended' && !row.is_suspension_standing ? 'ended' : 'in_force';
}

/** A suspension that has ended by itself leaves what was removed with it. */
const hasConsequence = (row: DecisionRow): boolean => stateOf(row) === 'in_force' || row.has_removed_content;

function presentDecision(row: DecisionRow, now: Date): ModerationDecision {
  const until = appealDeadline(row.resolved_at);
  return {
    id: row.id,
    action: row.state,
    state: stateOf(row),
    object_type: row.object_type,
    reason: row.reason,
    statement: row.statement,
    // Of a member the snapshot may hold a message that only who reported it could know.
    text: row.object_type === 'user' ? '' : row.snapshot,
    decided_datetime: row.resolved_at.toISOString(),
    appeal_until_datetime: until.toISOString(),
    can_appeal: row.appeal_state === null && now < until && hasConsequence(row),
    appeal:
      row.appeal_state === null
        ? null
        : {
            state: row.appeal_state,
            text: row.appeal_text,
            answer: row.answer,
            is_content_restored: row.is_content_restored,
            created_datetime: row.appealed_at.toISOString(),
            decided_datetime: row.appeal_decided_at?.toISOString() ?? null,
          },
    _links: { self: [{ href: `/v7.1/moderation_decision/${row.id}/`, id: String(row.id) }] },
  };
}

async function findDecision(db: Db, userId: number, reportId: number): Promise<DecisionRow> {
  const { rows } = await selectDecisions(userId, reportId).execute(db);
  if (!rows[0]) throw notFound('decision');
  return rows[0];
}

export const decisionsHandler = route<typeof safetyCalls.decisions>({
  call: safetyCalls.decisions,
  access: 'member',
  async handler({ context: { db, now }, caller }) {
    const { userId } = caller!;
    const [{ rows }, suspension] = await Promise.all([
      selectDecisions(userId, null, DECISIONS_SHOWN).execute(db),
      db.selectFrom('suspensions').select('user_id').where('user_id', '=', userId).executeTakeFirst(),
    ]);
    return {
      _links: { self: [{ href: '/v7.1/moderation_decision/' }] },
      _embedded: { decisions: rows.map((row) => presentDecision(row, now())) },
      total_count: rows.length,
      is_suspended: suspension !== undefined,
    };
  },
});

/** @throws ApiProblem 404 for a decision about somebody else, 409 for the second appeal and for one that is too late */
async function storeAppeal(
  { now }: Context,
  trx: Trx,
  { userId, reportId, id, text }: { userId: number; reportId: number; id: number; text: string },
): Promise<void> {
  const decision = await findDecision(trx, userId, reportId);
  if (decision.appeal_state === null) {
    if (now() >= appealDeadline(decision.resolved_at))
      throw conflict('appeal_too_late', 'The time to appeal this decision is over.');
    if (!hasConsequence(decision)) throw conflict('nothing_to_appeal', 'This decision no longer stands.');
  }
  const added = await trx
    .insertInto('appeals')
    .values({
      user_id: userId,
      id,
      report_id: reportId,
      state: 'open',
      text,
      created_at: now(),
      decided_at: null,
      decided_by: null,
      mailed_at: null,
    })
    .onConflict((on) => on.columns(['user_id', 'report_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw conflict('already_appealed', 'You have already appealed this decision.');
}

export const appealHandler = route<typeof safetyCalls.appeal>({
  call: safetyCalls.appeal,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    countMember(request, 'appeals', userId, APPEALS_OF_MEMBER);
    const content = JSON.stringify({ ...body, reportId: params.id });
    const idempotentCall = idempotentCallOf(request, userId, content, now());
    await db
      .transaction()
      .execute((trx) =>
        runOnce(trx, idempotentCall, newId(), (id) =>
          storeAppeal(context, trx, { userId, reportId: params.id, id, text: body.text }),
        ),
      );
    return presentDecision(await findDecision(db, userId, params.id), now());
  },
});
