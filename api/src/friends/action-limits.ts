import { sql } from 'kysely';
import type { Context } from '../kernel/server/context.ts';
import { ApiProblem } from '../kernel/server/errors.ts';
import type { Trx } from '../kernel/database/tables.ts';

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

/**
 * Counts what a member does, over all processes, in the transaction that does it: what fails is not counted.
 * @throws ApiProblem 429 with the time to wait; 403 for a suspended member
 */
export async function countAction(
  { env, now }: Pick<Context, 'env' | 'now'>,
  trx: Trx,
  userId: number,
  action: LimitedAction,
  times = 1,
): Promise<void> {
  const { plural, ...limit } = LIMITS[action];
  const ofDay = `${action}_of_day`;
  const windows: Record<string, ActionWindow & { windowSeconds: number }> = {
    [action]: limit,
    [ofDay]: { ...limit.ofDay, windowSeconds: DAY_SECONDS },
  };
  const at = now();
  const member = await trx
    .selectFrom('users')
    // Not the profile's date, which an archive brings back.
    .innerJoin('logins', 'logins.user_id', 'users.id')
    .leftJoin('suspensions', 'suspensions.user_id', 'users.id')
    .select(['logins.created_at', 'suspensions.created_at as suspended_at'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (member?.suspended_at)
    throw new ApiProblem(403, 'suspended', 'Your account is suspended. Write to support if this is wrong.');
  if (!env.RATE_LIMITS) return;
  const isOver = sql`counted.started_at <= ${at}::timestamptz - interval '1 second' *
    case excluded.action when ${ofDay} then ${DAY_SECONDS}::int else ${limit.windowSeconds}::int end`;
  const { rows } = await sql<{ action: string; n: number; started_at: Date }>`
    insert into member_actions as counted (user_id, action, started_at, n)
    values (${userId}, ${action}, ${at}, ${times}), (${userId}, ${ofDay}, ${at}, ${times})
    on conflict (user_id, action) do update set
      n = case when ${isOver} then excluded.n else counted.n + excluded.n end,
      started_at = case when ${isOver} then excluded.started_at else counted.started_at end
    returning action, n, started_at`.execute(trx);
  const isNew = member !== undefined && isNewMember(member.created_at, at);
  const waits = rows.map(({ action: counted, n, started_at: startedAt }) => {
    const { max, newMemberMax, windowSeconds } = windows[counted]!;
    if (n <= (isNew ? newMemberMax : max)) return 0;
    return Math.max(1, Math.ceil((startedAt.getTime() + windowSeconds * 1000 - at.getTime()) / 1000));
  });
  const seconds = Math.max(...waits);
  if (seconds === 0) return;
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 90
      ? `${seconds} seconds`
      : minutes < 90
        ? `${minutes} minutes`
        : `${Math.ceil(minutes / 60)} hours`;
  throw new ApiProblem(429, 'too_many_requests', `Those were many ${plural}. Try again in ${wait}.`, {
    parameters: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
