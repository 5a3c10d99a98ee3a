import type { PlannedSession, StartedPlan, StartedPlanDetails } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';
import { addDays, localDay } from '../../kernel/local-day.ts';
import { findFirstDayOfWeek, loadMember } from '../../training/workout-store/member.ts';
import type { WorkoutRow } from '../../training/workout-store/workout-rows.ts';
import { DAYS_AROUND, type Match, type MatchedWorkout, matchSessions } from './match-sessions.ts';
import type { PlannedSessionTable, StartedPlanTable } from './tables.ts';

export type SessionRow = Selectable<PlannedSessionTable>;
type PlanRow = Selectable<StartedPlanTable>;

/** How far a workout that the member chooses may be from its session. */
export const CHOICE_DAYS = 7;

const SESSION_COLUMNS = [
  'user_id',
  'id',
  'started_plan_id',
  'week',
  'day',
  'planned_day',
  'sport',
  'kind',
  'title',
  'description',
  'distance',
  'duration',
  'load_percent',
  'is_skipped',
  'workout_id',
  'is_unmatched',
  'revision',
  'updated_at',
] as const;

export interface DoneWorkout extends MatchedWorkout {
  name: string;
}

const MATCHED_COLUMNS = [
  'id',
  'parent_id',
  'leg_count',
  'name',
  'activity_type_id',
  'local_day',
  'distance_total',
  'active_time_total',
  'elapsed_time_total',
] as const;
type MatchedRow = Pick<WorkoutRow, (typeof MATCHED_COLUMNS)[number]>;

/** Of no sport in particular: transitions, and what says nothing about the sport of the whole. */
const GENERIC = 'generic';

function toDoneWorkout(row: MatchedRow, legs: readonly MatchedRow[]): DoneWorkout {
  const own = groupOfActivity(row.activity_type_id);
  const ofLegs = legs
    .map((leg) => groupOfActivity(leg.activity_type_id))
    .filter((group) => group !== GENERIC);
  return {
    id: row.id,
    parent_id: row.parent_id,
    name: row.name || nameOfActivity(row.activity_type_id),
    local_day: row.local_day,
    groups: ofLegs.length > 0 ? [...new Set(ofLegs)] : [own],
    distance: row.distance_total,
    duration: row.active_time_total ?? row.elapsed_time_total,
  };
}

/** Workouts of some days that can be sessions, and their legs; samples and transitions left out. */
export async function readWorkouts(db: Db, userId: number, from: string, to: string): Promise<DoneWorkout[]> {
  const own = db
    .selectFrom('workouts')
    .select(MATCHED_COLUMNS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);
  const wholes = await own
    .where('parent_id', 'is', null)
    .where('source', '<>', 'sample')
    .where('local_day', '>=', from)
    .where('local_day', '<=', to)
    .execute();
  const parents = wholes.flatMap(({ id, leg_count }) => (leg_count > 0 ? [id] : []));
  const legs =
    parents.length === 0
      ? []
      : await own
          .where(sql<boolean>`parent_id = any(${parents}::bigint[])`)
          .orderBy('id')
          .execute();
  const legsOf = Map.groupBy(legs, ({ parent_id }) => parent_id);
  return [
    ...wholes.map((row) => toDoneWorkout(row, legsOf.get(row.id) ?? [])),
    ...legs.map((leg) => toDoneWorkout(leg, [])).filter(({ groups: [group] }) => group !== GENERIC),
  ];
}

/** A plan with its sessions in the order of their days, and the workouts that were sessions. */
export interface StartedPlanState {
  row: PlanRow;
  sessions: readonly SessionRow[];
  matches: ReadonlyMap<number, Match>;
  workouts: ReadonlyMap<number, DoneWorkout>;
  lastDay: string;
}

/**
 * Started plans of a member, newest first; without `id` their sessions are without steps and full loads. Which workouts
 * were sessions is worked out here, from the workouts as they are: nothing about it is kept that a change of a workout
 * could leave behind.
 */
export async function readStartedPlans(db: Db, userId: number, id?: number): Promise<StartedPlanState[]> {
  const plans = await db
    .selectFrom('started_plans')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(id !== undefined, (found) => found.where('id', '=', id!))
    .orderBy('id', 'desc')
    .execute();
  if (plans.length === 0) return [];
  const rows = await db
    .selectFrom('planned_sessions')
    .select(SESSION_COLUMNS)
    // Those of a hundred plans would take gigabytes: see `loadSteps`.
    .select(id === undefined ? sql<SessionRow['steps']>`'[]'::jsonb`.as('steps') : 'steps')
    .select(id === undefined ? sql<SessionRow['full_load']>`null::jsonb`.as('full_load') : 'full_load')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (found) => found.where('started_plan_id', '=', id!))
    .orderBy('day')
    .orderBy('id')
    .execute();
  const first = rows[0]?.day;
  const last = rows.at(-1)?.day;
  const workouts =
    first && last
      ? await readWorkouts(db, userId, addDays(first, -CHOICE_DAYS), addDays(last, CHOICE_DAYS))
      : [];
  const byId = new Map(workouts.map((workout) => [workout.id, workout]));
  const byPlan = Map.groupBy(rows, ({ started_plan_id }) => started_plan_id);
  return plans.map((row) => {
    const sessions = byPlan.get(row.id) ?? [];
    const lastDay = sessions.at(-1)?.day ?? row.first_day;
    const counted = sessions.filter(({ day }) => row.stopped_day === null || day <= row.stopped_day);
    const [from, to] = [
      addDays(sessions[0]?.day ?? row.first_day, -DAYS_AROUND),
      addDays(lastDay, DAYS_AROUND),
    ];
    const chosen = new Set(counted.map(({ workout_id }) => workout_id));
    const near = workouts.filter(
      ({ id: workoutId, local_day: day }) => (day >= from && day <= to) || chosen.has(workoutId),
    );
    return { row, sessions, matches: matchSessions(counted, near), workouts: byId, lastDay };
  });
}

/** Fills in the steps of some sessions that were read with all plans. */
export async function loadSteps(db: Db, userId: number, sessions: readonly PlannedSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const rows = await db
    .selectFrom('planned_sessions')
    .select(['id', 'steps'])
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      sessions.map(({ id }) => id),
    )
    .execute();
  const steps = new Map(rows.map((row) => [row.id, row.steps]));
  for (const session of sessions) session.steps = steps.get(session.id) ?? [];
}

/** @throws ApiProblem 404 for what is not the member's own */
export async function readStartedPlan(db: Db, userId: number, id: number): Promise<StartedPlanState> {
  const [plan] = await readStartedPlans(db, userId, id);
  if (!plan) throw notFound('plan');
  return plan;
}

export const findToday = async ({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<string> =>
  localDay(now(), (await loadMember(db, userId)).timeZone);

const HARD: ReadonlySet<string> = new Set(['long', 'tempo', 'intervals', 'race']);

export function presentSessions(plan: StartedPlanState, today: string): PlannedSession[] {
  const { row, sessions, matches, workouts } = plan;
  const isStopped = (day: string) => row.stopped_day !== null && day > row.stopped_day;
  const hardDays = new Set(
    sessions.filter(({ kind, is_skipped }) => HARD.has(kind) && !is_skipped).map(({ day }) => day),
  );
  return sessions.map((session) => {
    const match = matches.get(session.id);
    const workout = match && workouts.get(match.workoutId);
    const { day, is_skipped: isSkipped } = session;
    return {
      id: session.id,
      started_plan_id: session.started_plan_id,
      week: session.week,
      day,
      planned_day: session.planned_day,
      sport: session.sport,
      kind: session.kind,
      title: session.title,
      description: session.description,
      steps: session.steps,
      distance: session.distance,
      duration: session.duration,
      load_percent: session.load_percent,
      status: workout ? 'done' : isSkipped || isStopped(day) ? 'skipped' : day < today ? 'missed' : 'planned',
      follows_hard_day: HARD.has(session.kind) && !isSkipped && hardDays.has(addDays(day, -1)),
      workout: workout
        ? {
            id: workout.id,
            name: workout.name,
            day: workout.local_day,
            distance: workout.distance,
            duration: workout.duration,
            closeness: match.closeness,
            is_chosen: match.isChosen,
          }
        : null,
      is_unmatched: session.is_unmatched,
      updated_datetime: session.updated_at.toISOString(),
    };
  });
}

export const statusOf = ({ row, lastDay }: StartedPlanState, today: string): StartedPlan['status'] =>
  row.status === 'stopped' ? 'stopped' : lastDay < today ? 'over' : 'active';

export function presentStarted(
  plan: StartedPlanState,
  sessions: readonly PlannedSession[],
  today: string,
): StartedPlan {
  const { row } = plan;
  const count = (status: PlannedSession['status']) =>
    sessions.filter((session) => session.status === status).length;
  const status = statusOf(plan, today);
  return {
    id: row.id,
    plan: row.template_name ?? (row.own_plan_id === null ? null : String(row.own_plan_id)),
    title: row.title,
    goal: row.goal,
    level: row.level,
    first_day: row.first_day,
    last_day: plan.lastDay,
    week_count: row.week_count,
    status,
    session_count: sessions.length,
    done_count: count('done'),
    skipped_count: count('skipped'),
    missed_count: count('missed'),
    next_session:
      status === 'active' ? (sessions.find((session) => session.status === 'planned') ?? null) : null,
    is_adaptive: row.is_adaptive,
    adapted:
      row.adapted_day === null
        ? null
        : {
            day: row.adapted_day,
            away_days: row.away_days!,
            moved_days: row.moved_days!,
            eased_until: row.eased_until,
          },
  };
}

export async function presentStartedDetails(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
  id: number,
): Promise<StartedPlanDetails> {
  const [plan, today, weekStart] = await Promise.all([
    readStartedPlan(context.db, userId, id),
    findToday(context, userId),
    findFirstDayOfWeek(context.db, { userId }),
  ]);
  const sessions = presentSessions(plan, today);
  return { ...presentStarted(plan, sessions, today), today, week_start: weekStart, sessions };
}
