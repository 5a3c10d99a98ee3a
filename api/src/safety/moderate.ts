import { type Report, safetyCalls } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../kernel/database/tables.ts';
import type { Context } from '../kernel/server/context.ts';
import { conflict, notAllowed, notFound } from '../kernel/server/errors.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { removeComment } from '../stories/change-replies.ts';
import { removeStory } from '../stories/change-stories.ts';
import { findStory } from '../stories/story-rows.ts';
import type { ReportTable } from './tables.ts';

declare module '../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A moderator took away what a member wrote or shared. Published after it is gone. */
    contentModerated: {
      userId: number;
      /** A new id, for what the member is told. */
      causeId: number;
      /** The story where it was; null where that is gone as well. */
      storyId: number | null;
      at: Date;
    };
  }
}

/**
 * Moderators are named by their confirmed e-mail addresses, and are none while they are suspended. Others are told that
 * there is nothing. @throws ApiProblem 404
 */
export async function checkModerator({ db, env }: Context, { userId }: Caller): Promise<void> {
  const login = await db
    .selectFrom('logins')
    .select('email')
    .where('user_id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('user_id', 'not in', db.selectFrom('suspensions').select('suspensions.user_id'))
    .executeTakeFirst();
  if (!login || !env.MODERATORS.includes(login.email)) throw notFound('page');
}

type Row = Selectable<ReportTable> & {
  display_name: string;
  username: string;
  is_suspended: boolean;
  report_count: number;
};

const rows = (condition: ReturnType<typeof sql>, order = sql`id`, limit = 1) => sql<Row>`
  select reports.*, users.display_name, users.username,
    exists (select from suspensions where suspensions.user_id = reports.user_id) as is_suspended,
    (select count(*)::int from reporters where report_id = reports.id) as report_count
  from reports join users on users.id = reports.user_id
  where ${condition} order by reports.${order} limit ${limit}`;

function presentReport(row: Row): Report {
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
    _links: {
      self: [{ href: `/v7.1/moderation/report/${row.id}/`, id: String(row.id) }],
      user: [{ href: `/v7.1/user/${row.user_id}/`, id: String(row.user_id) }],
    },
  };
}

export const queueRoute = route<typeof safetyCalls.queue>({
  call: safetyCalls.queue,
  access: 'member',
  async handler({ context, caller, query }) {
    await checkModerator(context, caller!);
    const { db } = context;
    const { limit, after = 0 } = query;
    const inState = query.state === 'open' ? sql`state = 'open'` : sql`state <> 'open'`;
    const [{ rows: found }, { rows: counts }] = await Promise.all([
      rows(sql`${inState} and reports.id > ${after}`, sql`id`, limit + 1).execute(db),
      sql<{ n: number }>`select count(*)::int as n from reports where ${inState}`.execute(db),
    ]);
    const page = found.slice(0, limit);
    const at = (place: number) => [
      { href: `/v7.1/moderation/report/?state=${query.state}&limit=${limit}&after=${place}` },
    ];
    return {
      _links: { self: at(after), ...(found.length > limit && { next: at(page.at(-1)!.id) }) },
      _embedded: { reports: page.map(presentReport) },
      total_count: counts[0]!.n,
    };
  },
});

/**
 * Takes away what was reported; it may be gone already.
 * @returns the story where it was, null where that is gone too; undefined where nothing was taken away
 */
async function removeReported(
  context: Context,
  trx: Trx,
  { object_type: type, object_id: id }: Selectable<ReportTable>,
): Promise<number | null | undefined> {
  if (type === 'story') {
    const story = await findStory(trx, id);
    if (!story) return undefined;
    await removeStory(context, trx, story, 'moderator');
    return story.kind === 'workout' ? story.id : null;
  }
  if (type === 'comment') {
    const comment = await trx
      .selectFrom('story_comments')
      .select(['story_owner_id', 'story_id', 'id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (comment && (await removeComment(context, trx, comment, 'moderator'))) return comment.story_id;
  }
  return undefined;
}

const STATES = { dismiss: 'dismissed', remove: 'removed', suspend: 'suspended' } as const;

/** All of a decision or nothing: one that fails half way can be made again. @throws ApiProblem 409 when it was decided before */
async function decide(
  context: Context,
  trx: Trx,
  report: Selectable<ReportTable>,
  { action, note }: { action: keyof typeof STATES; note: string },
): Promise<void> {
  const now = context.now();
  const decided = await trx
    .updateTable('reports')
    .set({ state: STATES[action], resolved_at: now, resolution_note: note })
    .where('user_id', '=', report.user_id)
    .where('id', '=', report.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!decided)
    throw conflict('already_resolved', 'Another moderator has decided this. Load the page again.');
  const storyId = action === 'dismiss' ? undefined : await removeReported(context, trx, report);
  if (storyId !== undefined)
    await context.publish(trx, 'contentModerated', {
      userId: report.user_id,
      causeId: context.newId(),
      storyId,
      at: now,
    });
  if (action === 'suspend')
    await trx
      .insertInto('suspensions')
      .values({ user_id: report.user_id, created_at: now })
      .onConflict((on) => on.doNothing())
      .execute();
}

export const resolveRoute = route<typeof safetyCalls.resolve>({
  call: safetyCalls.resolve,
  access: 'member',
  async handler({ context, caller, params, body }) {
    await checkModerator(context, caller!);
    const { db } = context;
    const report = await db.selectFrom('reports').selectAll().where('id', '=', params.id).executeTakeFirst();
    if (!report) throw notFound('report');
    if (report.user_id === caller!.userId)
      throw notAllowed('Another moderator decides about what you wrote.');
    await db.transaction().execute((trx) => decide(context, trx, report, body));
    const { rows: found } = await rows(sql`reports.id = ${report.id}`).execute(db);
    return presentReport(found[0]!);
  },
});

export const unsuspendRoute = route<typeof safetyCalls.unsuspend>({
  call: safetyCalls.unsuspend,
  access: 'member',
  async handler({ context, caller, params }) {
    await checkModerator(context, caller!);
    const { numDeletedRows } = await context.db
      .deleteFrom('suspensions')
      .where('user_id', '=', params.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('suspension');
    return undefined;
  },
});
