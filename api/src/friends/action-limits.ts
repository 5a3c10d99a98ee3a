import { sql } from 'kysely';
import type { Context } from '../kernel/server/context.ts';
import { ApiProblem } from '../kernel/server/errors.ts';
import type { Trx } from '../kernel/database/tables.ts';

export type LimitedAction =
  | 'friend_request'
  | 'comment'
  | 'comments_of_day'
  | 'mention'
  | 'post'
  | 'like'
  | 'report';

interface ActionLimit {
  max: number;
  windowSeconds: number;
  /** For members whose account is younger than a day. */
  newMemberMax: number;
  /** As in "That were too many …". */
  plural: string;
}

const HOUR = 3600;
const LIMITS: Readonly<Record<LimitedAction, ActionLimit>> = {
  friend_request: { max: 30, windowSeconds: HOUR, newMemberMax: 10, plural: 'friend requests' },
  comment: { max: 20, windowSeconds: 60, newMemberMax: 5, plural: 'comments' },
  comments_of_day: { max: 500, windowSeconds: 24 * HOUR, newMemberMax: 100, plural: 'comments' },
  mention: { max: 30, windowSeconds: HOUR, newMemberMax: 10, plural: 'mentions' },
  post: { max: 30, windowSeconds: HOUR, newMemberMax: 5, plural: 'posts' },
  like: { max: 120, windowSeconds: 60, newMemberMax: 30, plural: 'likes' },
  report: { max: 20, windowSeconds: HOUR, newMemberMax: 5, plural: 'reports' },
};
export const NEW_MEMBER_MS = 24 * HOUR * 1000;

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
  const { max, windowSeconds, newMemberMax, plural } = LIMITS[action];
  const at = now();
  const member = await trx
    .selectFrom('users')
    .leftJoin('suspensions', 'suspensions.user_id', 'users.id')
    .select(['users.created_at', 'suspensions.created_at as suspended_at'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (member?.suspended_at)
    throw new ApiProblem(403, 'suspended', 'Your account is suspended. Write to support if this is wrong.');
  if (!env.RATE_LIMITS) return;
  const began = new Date(at.getTime() - windowSeconds * 1000);
  const { rows } = await sql<{ n: number; started_at: Date }>`
    insert into member_actions as counted (user_id, action, started_at, n)
    values (${userId}, ${action}, ${at}, ${times})
    on conflict (user_id, action) do update set
      n = case when counted.started_at <= ${began} then excluded.n else counted.n + excluded.n end,
      started_at = case when counted.started_at <= ${began} then excluded.started_at else counted.started_at end
    returning n, started_at`.execute(trx);
  const { n, started_at: startedAt } = rows[0]!;
  const isNew = member !== undefined && isNewMember(member.created_at, at);
  if (n <= (isNew ? newMemberMax : max)) return;
  const seconds = Math.max(1, Math.ceil((startedAt.getTime() + windowSeconds * 1000 - at.getTime()) / 1000));
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
