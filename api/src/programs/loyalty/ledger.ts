import { POINT_RULES } from '@waymark/api-contract';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Subscriptions } from '../../kernel/server/domain-events.ts';
import { selectWholeWorkouts } from '../../training/workout-store/announce-changes.ts';
import { capDays, type Points, type PointsCause, worthOfWorkout } from './points.ts';
import type { PointsEntryTable } from './tables.ts';

/** Days to count, or all of them. */
type Days = readonly string[] | 'all';

const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

async function findWorkoutCauses(trx: Trx, userId: number, days: Days): Promise<PointsCause[]> {
  const rows = await selectWholeWorkouts(trx, [userId])
    .$if(days !== 'all', (query) => query.where('local_day', 'in', [...(days as string[])]))
    .orderBy('start_at')
    .orderBy('id')
    .execute();
  const excluded = await trx
    .selectFrom('excluded_workouts')
    .select('workout_id')
    .where('user_id', '=', userId)
    .execute();
  const excludedIds = new Set(excluded.map(({ workout_id }) => workout_id));
  return rows.map((row) => ({
    day: row.local_day,
    causeId: row.id,
    worth: worthOfWorkout(row, excludedIds.has(row.id)),
  }));
}

/** Challenges that members make for their friends earn no points: they decide alone what completes one. */
async function findAwardCauses(trx: Trx, userId: number, days: Days): Promise<PointsCause[]> {
  const rows = await trx
    .selectFrom('challenge_awards')
    .select(['challenge_id', 'kind', 'awarded_at'])
    .where('user_id', '=', userId)
    .where('is_public', '=', true)
    .orderBy('awarded_at')
    .orderBy('challenge_id')
    .execute();
  return rows
    .map(({ challenge_id, kind, awarded_at }) => ({
      day: utcDay(awarded_at),
      causeId: challenge_id,
      worth: { [kind]: POINT_RULES[kind].points },
    }))
    .filter(({ day }) => days === 'all' || days.includes(day));
}

const keyOf = ({ day, rule, cause_id }: Omit<Points, 'amount'>): string => `${day} ${rule} ${cause_id}`;

interface Booked extends Points {
  revisions: number;
}

/** What the lines of each cause sum up to. */
async function findBooked(trx: Trx, userId: number, days: Days): Promise<Map<string, Booked>> {
  const rows = await trx
    .selectFrom('points_entries')
    .select(['day', 'rule', 'cause_id'])
    .select(({ fn }) => [fn.sum<number>('amount').as('amount'), fn.countAll<number>().as('revisions')])
    .where('user_id', '=', userId)
    .$if(days !== 'all', (query) => query.where('day', 'in', [...(days as string[])]))
    .groupBy(['day', 'rule', 'cause_id'])
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const LINES_AT_ONCE = 1000;

/**
 * Adds the lines by which the ledger says of these days what workouts and awards are worth now: nothing where it says so
 * already. Under the member lock.
 */
async function settleDays(trx: Trx, userId: number, days: Days, now: Date): Promise<void> {
  if (days.length === 0) return;
  const workouts = await findWorkoutCauses(trx, userId, days);
  const awards = await findAwardCauses(trx, userId, days);
  const booked = await findBooked(trx, userId, days);
  const lines: PointsEntryTable[] = [];
  const add = (points: Omit<Points, 'amount'>, amount: number, revision: number) => {
    const { day, rule, cause_id } = points;
    if (amount !== 0) lines.push({ user_id: userId, day, rule, cause_id, revision, amount, created_at: now });
  };
  for (const points of capDays([...workouts, ...awards])) {
    const before = booked.get(keyOf(points));
    add(points, points.amount - (before?.amount ?? 0), before?.revisions ?? 0);
    booked.delete(keyOf(points));
  }
  for (const before of booked.values()) add(before, -before.amount, before.revisions);
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await trx
      .insertInto('points_entries')
      .values(lines.slice(from, from + LINES_AT_ONCE))
      .execute();
}

const hasAccount = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('points_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

/**
 * Counts a member's points from their workouts and awards when they are asked for first. Nothing is counted for those
 * who never look, and no save of a workout waits for it.
 */
export async function openAccount({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<void> {
  if (await hasAccount(db, userId)) return;
  await withMemberLock(db, userId, async (trx) => {
    const added = await trx
      .insertInto('points_accounts')
      .values({ user_id: userId, opened_at: now() })
      .onConflict((on) => on.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (added) await settleDays(trx, userId, 'all', now());
  });
}

async function follow(trx: Trx, userId: number, days: readonly string[], now: Date): Promise<void> {
  if (days.length > 0 && (await hasAccount(trx, userId)))
    await settleDays(trx, userId, [...new Set(days)], now);
}

/** The ledger says at every commit what workouts are worth, and some seconds later what new awards are. */
export const ledgerSubscriptions: Subscriptions = {
  workoutsChanged: (trx, { userId, before, after }, { now }) =>
    follow(
      trx,
      userId,
      [...before, ...after].map(({ local_day }) => local_day),
      now(),
    ),
  awardsGiven: (trx, { userId, at }, { now }) => follow(trx, userId, at.map(utcDay), now()),
  exclusionsChanged: (trx, { userId, days }, { now }) => follow(trx, userId, days, now()),
};
