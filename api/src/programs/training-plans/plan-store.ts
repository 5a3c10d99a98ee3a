import { randomBytes } from 'node:crypto';
import {
  OWN_PLANS_MAX,
  type PlanInput,
  type PlanSession,
  type PlanWeeks,
  sessionTotals,
  stepSeconds,
  type TrainingPlan,
  trainingPlanCalls,
  type TrainingPlanDetails,
} from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { isSameText } from '../../kernel/server/secrets.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { findDeletion } from '../../members/deletion/find-deletion.ts';
import { SOURCES, type SourceName } from './catalogue/build.ts';
import { findTemplate, TEMPLATES } from './catalogue/index.ts';
import type { TrainingPlanTable } from './tables.ts';
import { relationTo } from '../../members/visibility/relation.ts';

const DAY_SECONDS = 86_400;
const KEY_BYTES = 16;
/** Ids of own plans; names of the catalogue have letters. */
const OWN_ID = /^\d{1,16}$/;

/** A plan wherever it comes from. */
export interface FoundPlan extends Pick<PlanInput, 'title' | 'description' | 'goal' | 'level' | 'weeks'> {
  templateName: string | null;
  sources: readonly SourceName[];
  /** Of a plan that a member made. */
  made: { userId: number; id: number; shareKey: string | null } | null;
}

const fromTemplate = (template: (typeof TEMPLATES)[number]): FoundPlan => ({
  ...template,
  templateName: template.name,
  made: null,
});

const fromRow = (row: Selectable<TrainingPlanTable>): FoundPlan => ({
  title: row.title,
  description: row.description,
  goal: row.goal,
  level: row.level,
  weeks: row.weeks,
  templateName: null,
  sources: [],
  made: { userId: row.user_id, id: row.id, shareKey: row.share_key },
});

/**
 * A plan as the caller may read it: of the catalogue, their own, or with the key of its link.
 * @throws ApiProblem 404
 */
export async function findPlan(
  db: Db,
  caller: Caller | null,
  plan: string,
  key: string | null | undefined,
): Promise<FoundPlan> {
  const template = findTemplate(plan);
  if (template) return fromTemplate(template);
  const id = OWN_ID.test(plan) ? Number(plan) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound('plan');
  const row = await db.selectFrom('training_plans').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('plan');
  if (row.user_id === caller?.userId) return fromRow(row);
  const isShared = typeof key === 'string' && row.share_key !== null && isSameText(key, row.share_key);
  // Links of somebody whose account is being deleted open nothing, nor do those of who blocked the caller.
  if (!isShared || (await findDeletion(db, row.user_id))) throw notFound('plan');
  if ((await relationTo(db, caller, row.user_id)) === 'blocked') throw notFound('plan');
  return fromRow(row);
}

type PlannedWork = PlanWeeks[number]['sessions'][number];

/** What a session comes to: as it says itself, else as its steps add up. */
export function totalsOf(session: PlannedWork): { distance: number | null; duration: number } {
  const { steps, sport, distance, duration } = session;
  if (steps.length > 0) {
    const totals = sessionTotals(steps, sport);
    return { distance: distance ?? totals.distance, duration: duration ?? totals.duration };
  }
  return { distance, duration: duration ?? stepSeconds({ distance: distance ?? 0 }, sport) };
}

const presentSession = (session: PlannedWork): PlanSession => ({ ...session, ...totalsOf(session) });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function presentPlan(plan: FoundPlan, caller: Caller | null): TrainingPlan {
  const { title, description, goal, level, weeks, templateName, made } = plan;
  const sessions = weeks.flatMap((week) => week.sessions);
  const durations = weeks.map((week) => sum(week.sessions.map((session) => totalsOf(session).duration)));
  const longest = sessions
    .filter(({ kind }) => kind !== 'race')
    .map(totalsOf)
    .toSorted((a, b) => b.duration - a.duration)[0];
  return {
    plan: templateName ?? String(made!.id),
    title,
    description,
    goal,
    level,
    sports: [...new Set(sessions.map(({ sport }) => sport))],
    week_count: weeks.length,
    session_count: sessions.length,
    sessions_per_week: Math.max(...weeks.map((week) => week.sessions.length)),
    first_week_duration: durations[0]!,
    peak_week_duration: Math.max(...durations),
    longest_session: longest ?? { duration: 0, distance: null },
    is_own: made !== null && made.userId === caller?.userId,
  };
}

function presentDetails(plan: FoundPlan, caller: Caller | null): TrainingPlanDetails {
  const summary = presentPlan(plan, caller);
  return {
    ...summary,
    weeks: plan.weeks.map(({ note, sessions }) => {
      const shown = sessions.toSorted((a, b) => a.day - b.day).map(presentSession);
      return { note, duration: sum(shown.map(({ duration }) => duration)), sessions: shown };
    }),
    sources: plan.sources.map((name) => SOURCES[name]),
    link_key: summary.is_own ? plan.made!.shareKey : null,
  };
}

/** @throws ApiProblem 400 naming the session that cannot be */
function checkPlan({ weeks }: PlanInput): void {
  if (weeks.every(({ sessions }) => sessions.length === 0))
    throw invalid({ weeks: ['Add at least one session.'] });
  for (const [at, { sessions }] of weeks.entries())
    for (const session of sessions) {
      const { duration } = totalsOf(session);
      const of = `“${session.title}” of week ${at + 1}`;
      if (!(duration > 0)) throw invalid({ weeks: [`Say how long or how far ${of} is.`] });
      if (duration > DAY_SECONDS) throw invalid({ weeks: [`Keep ${of} below 24 hours.`] });
    }
}

async function ownPlan(trx: Db | Trx, userId: number, id: number): Promise<FoundPlan> {
  const row = await trx
    .selectFrom('training_plans')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('plan');
  return fromRow(row);
}

export const listHandler = route<typeof trainingPlanCalls.list>({
  call: trainingPlanCalls.list,
  access: 'anyone',
  async handler({ context, caller, query }) {
    const isWanted = ({ goal, level }: Pick<FoundPlan, 'goal' | 'level'>) =>
      (query.goal === undefined || goal === query.goal) &&
      (query.level === undefined || level === query.level);
    const rows = caller
      ? await context.db
          .selectFrom('training_plans')
          .selectAll()
          .where('user_id', '=', caller.userId)
          .orderBy('id', 'desc')
          .execute()
      : [];
    return {
      catalogue: TEMPLATES.filter(isWanted).map((template) => presentPlan(fromTemplate(template), caller)),
      own: rows.filter(isWanted).map((row) => presentPlan(fromRow(row), caller)),
    };
  },
});

export const planHandler = route<typeof trainingPlanCalls.one>({
  call: trainingPlanCalls.one,
  access: 'anyone',
  handler: async ({ context, caller, params, query }) =>
    presentDetails(await findPlan(context.db, caller, params.plan, query.key), caller),
});

const storedFields = ({ title, description, goal, level, weeks }: PlanInput) => ({
  title,
  description,
  goal,
  level,
  weeks: JSON.stringify(weeks),
});

export const createHandler = route<typeof trainingPlanCalls.create>({
  call: trainingPlanCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    checkPlan(body);
    const { userId } = caller!;
    const now = context.now();
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now);
    const add = async (trx: Trx, id: number) => {
      const { n } = await trx
        .selectFrom('training_plans')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (n >= OWN_PLANS_MAX)
        throw conflict('too_many', `You have ${OWN_PLANS_MAX} plans. Delete one to add another.`, {
          max: OWN_PLANS_MAX,
        });
      await trx
        .insertInto('training_plans')
        .values({
          ...storedFields(body),
          user_id: userId,
          id,
          share_key: null,
          created_at: now,
          updated_at: now,
        })
        .execute();
    };
    const plan = await withMemberLock(context.db, userId, async (trx) => {
      const { id } = await runOnce(trx, idempotentCall, context.newId(), (newOne) => add(trx, newOne));
      return ownPlan(trx, userId, id);
    });
    return presentDetails(plan, caller);
  },
});

export const updateHandler = route<typeof trainingPlanCalls.update>({
  call: trainingPlanCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    checkPlan(body);
    const row = await context.db
      .updateTable('training_plans')
      .set({ ...storedFields(body), updated_at: context.now() })
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('plan');
    return presentDetails(fromRow(row), caller);
  },
});

/** Plans that were started from it stay: they have sessions of their own. */
export const removeHandler = route<typeof trainingPlanCalls.remove>({
  call: trainingPlanCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const { userId } = caller!;
    await withMemberLock(context.db, userId, async (trx) => {
      await ownPlan(trx, userId, params.id);
      await trx
        .updateTable('started_plans')
        .set({ own_plan_id: null })
        .where('user_id', '=', userId)
        .where('own_plan_id', '=', params.id)
        .execute();
      await trx
        .deleteFrom('training_plans')
        .where('user_id', '=', userId)
        .where('id', '=', params.id)
        .execute();
    });
    return undefined;
  },
});

async function setShareKey(db: Db, caller: Caller, id: number, key: string | null): Promise<void> {
  const row = await db
    .updateTable('training_plans')
    .set({ share_key: key })
    .where('user_id', '=', caller.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound('plan');
}

export const shareHandler = route<typeof trainingPlanCalls.share>({
  call: trainingPlanCalls.share,
  access: 'member',
  async handler({ context, caller, params }) {
    const link_key = randomBytes(KEY_BYTES).toString('base64url');
    await setShareKey(context.db, caller!, params.id, link_key);
    return { link_key };
  },
});

export const unshareHandler = route<typeof trainingPlanCalls.unshare>({
  call: trainingPlanCalls.unshare,
  access: 'member',
  async handler({ context, caller, params }) {
    await setShareKey(context.db, caller!, params.id, null);
    return undefined;
  },
});
