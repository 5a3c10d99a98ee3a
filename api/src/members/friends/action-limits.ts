import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Trx } from '../../kernel/database/tables.ts';

interface ActionWindow {
  max: number;
  /** For members whose account is younger than a day. */
  newMemberMax: number;
}

interface ActionLimit extends ActionWindow {
  windowSeconds: number;
  ofDay: ActionWindow;
  /** As in "Those were many …". */
  plural: string;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const LIMITS = {
  friend_request: {
    max: 30,
    newMemberMax: 10,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 150, newMemberMax: 30 },
    plural: 'friend requests',
  },
  comment: {
    max: 20,
    newMemberMax: 5,
    windowSeconds: 60,
    ofDay: { max: 500, newMemberMax: 100 },
    plural: 'comments',
  },
  mention: {
    max: 30,
    newMemberMax: 10,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 150, newMemberMax: 30 },
    plural: 'mentions',
  },
  post: {
    max: 30,
    newMemberMax: 5,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 100, newMemberMax: 20 },
    plural: 'posts',
  },
  like: {
    max: 120,
    newMemberMax: 30,
    windowSeconds: 60,
    ofDay: { max: 3000, newMemberMax: 500 },
    plural: 'likes',
  },
  report: {
    max: 20,
    newMemberMax: 5,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 60, newMemberMax: 10 },
    plural: 'reports',
  },
  block: {
    max: 60,
    newMemberMax: 60,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 200, newMemberMax: 200 },
    plural: 'blocks',
  },
  challenge: {
    max: 20,
    newMemberMax: 5,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 60, newMemberMax: 10 },
    plural: 'challenges',
  },
  group: {
    max: 20,
    newMemberMax: 5,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 60, newMemberMax: 10 },
    plural: 'groups',
  },
  invitation: {
    max: 100,
    newMemberMax: 20,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 500, newMemberMax: 50 },
    plural: 'invitations',
  },
  email_search: {
    max: 30,
    newMemberMax: 15,
    windowSeconds: HOUR_SECONDS,
    ofDay: { max: 100, newMemberMax: 30 },
    plural: 'searches by e-mail address',
  },
} satisfies Readonly<Record<string, ActionLimit>>;
export type LimitedAction = keyof typeof LIMITS;

export const NEW_MEMBER_MS = DAY_SECONDS * 1000;

export const isNewMember = (joinedAt: Date, now: Date): boolean =>
  now.getTime() - joinedAt.getTime() < NEW_MEMBER_MS;

/** Rows are always taken in this order: calls that count several members wait for each other, and never in a circle. */
const countAll = prepared(
  (userIds: number[], action: string, windowSeconds: number, ofDay: string, times: number, at: Date) => {
    const isOver = sql`counted.started_at <= ${at}::timestamptz - interval '1 second' *
      case excluded.action when ${ofDay} then ${DAY_SECONDS}::int else ${windowSeconds}::int end`;
    return sql<{ user_id: number; action: string; n: number; started_at: Date }>`
      insert into member_actions as counted (user_id, action, started_at, n)
      select id, of_window, ${at}::timestamptz, ${times}::int
      from unnest(${userIds}::bigint[]) as id
      cross join unnest(array[${action}::text, ${ofDay}::text]) as of_window
      order by id, of_window
      on conflict (user_id, action) do update set
        n = case when ${isOver} then excluded.n else counted.n + excluded.n end,
        started_at = case when ${isOver} then excluded.started_at else counted.started_at end
      returning user_id, action, n, started_at`;
  },
);

/** With the date of the login: that of the profile is brought back by an archive. */
const selectActors = prepared(
  (userIds: number[]) => sql<{ id: number; created_at: Date; suspended_at: Date | null }>`
    select users.id, logins.created_at, suspensions.created_at as suspended_at
    from users join logins on logins.user_id = users.id
    left join suspensions on suspensions.user_id = users.id
    where users.id = any(${userIds}::bigint[])`,
);

const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${seconds} seconds`;
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/**
 * Counts what members do, over all processes, in the transaction that does it.
 * @returns why some may not do it, which is not counted: 429 with the time to wait; 403 for a suspended member
 */
export async function countActions(
  { env, now }: Pick<Context, 'env' | 'now'>,
  trx: Trx,
  userIds: readonly number[],
  action: LimitedAction,
  times = 1,
): Promise<Map<number, ApiProblem>> {
  const { plural, ...limit } = LIMITS[action];
  const ofDay = `${action}_of_day`;
  const windows: Record<string, ActionWindow & { windowSeconds: number }> = {
    [action]: limit,
    [ofDay]: { ...limit.ofDay, windowSeconds: DAY_SECONDS },
  };
  const at = now();
  const refused = new Map<number, ApiProblem>();
  const joinedAt = new Map<number, Date>();
  for (const { id, created_at, suspended_at } of await selectActors(trx, [...userIds])) {
    joinedAt.set(id, created_at);
    if (suspended_at)
      refused.set(
        id,
        new ApiProblem(
          403,
          'suspended',
          'Your account is suspended. Your notifications say why, and how to appeal.',
        ),
      );
  }
  if (!env.RATE_LIMITS) return refused;
  const counted = userIds.filter((id) => !refused.has(id));
  const rows = await countAll(trx, counted, action, limit.windowSeconds, ofDay, times, at);
  const waits = new Map<number, number>();
  for (const { user_id: userId, action: window, n, started_at: startedAt } of rows) {
    const { max, newMemberMax, windowSeconds } = windows[window]!;
    const joined = joinedAt.get(userId);
    const isNew = joined !== undefined && isNewMember(joined, at);
    if (n <= (isNew ? newMemberMax : max)) continue;
    const seconds = Math.ceil((startedAt.getTime() + windowSeconds * 1000 - at.getTime()) / 1000);
    waits.set(userId, Math.max(waits.get(userId) ?? 1, seconds));
  }
  if (waits.size > 0)
    await sql`
      update member_actions set n = n - ${times}
      where user_id = any(${[...waits.keys()]}::bigint[]) and action in (${action}, ${ofDay})`.execute(trx);
  for (const [userId, seconds] of waits)
    refused.set(
      userId,
      new ApiProblem(
        429,
        'too_many_requests',
        `Those were many ${plural}. Try again in ${waitText(seconds)}.`,
        { parameters: { seconds }, headers: { 'retry-after': String(seconds) } },
      ),
    );
  return refused;
}

/**
 * Counts what a member does, in the transaction that does it: what fails is not counted.
 * @throws ApiProblem 429 with the time to wait; 403 for a suspended member
 */
export async function countAction(
  context: Pick<Context, 'env' | 'now'>,
  trx: Trx,
  userId: number,
  action: LimitedAction,
  times = 1,
): Promise<void> {
  const problem = (await countActions(context, trx, [userId], action, times)).get(userId);
  if (problem) throw problem;
}
