import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';

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

/** The ids of all who can decide now. */
export async function findModerators({ db, env }: Pick<Context, 'db' | 'env'>): Promise<number[]> {
  if (env.MODERATORS.length === 0) return [];
  const logins = await db
    .selectFrom('logins')
    .select('user_id')
    .where('email', 'in', env.MODERATORS)
    .where('email_confirmed_at', 'is not', null)
    .where('user_id', 'not in', db.selectFrom('hidden_members').select('hidden_members.user_id'))
    .execute();
  return logins.map(({ user_id: id }) => id);
}
