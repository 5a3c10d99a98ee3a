import type { Context } from '../../kernel/server/context.ts';
import { type ScopedToken, createTokenCache } from '../../kernel/server/authenticate.ts';
import { hashToken, isTokenText } from './token-text.ts';

/** The last use is stored to the minute. */
const USED_MS = 60_000;

const cacheOf = createTokenCache<ScopedToken>();

/** Who a token speaks for and what it may do; null for one that is unknown, revoked or over. */
export async function findScopedToken(
  context: Pick<Context, 'db' | 'now'>,
  text: string,
): Promise<ScopedToken | null> {
  if (!isTokenText(text)) return null;
  const { db, now } = context;
  const hash = hashToken(text);
  const known = cacheOf(context).get(hash);
  if (known && known.expires > now().getTime()) return known;
  const row = await db
    .selectFrom('personal_tokens')
    .select(['user_id', 'id', 'scopes', 'expires_at', 'last_used_at'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now())
    // Who leaves is signed out everywhere, scripts and applications included, until they decide to stay.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deletion_requests')
            .select('deletion_requests.user_id')
            .whereRef('deletion_requests.user_id', '=', 'personal_tokens.user_id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!row) return null;
  const at = now();
  if (!row.last_used_at || at.getTime() - row.last_used_at.getTime() > USED_MS)
    await db
      .updateTable('personal_tokens')
      .set({ last_used_at: at })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .execute();
  const token = {
    userId: row.user_id,
    scopes: row.scopes,
    expires: row.expires_at.getTime(),
  };
  cacheOf(context).set(hash, token);
  return token;
}

/** Refuses a revoked token from now on in this process; the others learn it within ten seconds. */
export const forgetToken = (context: Pick<Context, 'db'>, hash: string): void =>
  void cacheOf(context).delete(hash);
