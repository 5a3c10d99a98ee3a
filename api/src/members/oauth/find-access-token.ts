import { createHash } from 'node:crypto';
import { type ScopedToken, createTokenCache } from '../../kernel/server/authenticate.ts';
import type { Context } from '../../kernel/server/context.ts';

/** Codes and tokens are stored as hashes: nobody reads one from the database. */
export const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url');

/** The last use is stored to the minute. */
const USED_MS = 60_000;
/** As the provider makes them. */
const TOKEN = /^[\w-]{20,100}$/;

const cacheOf = createTokenCache<ScopedToken & { grantId: string }>();

/** Whom an application's access token speaks for; null for one that is unknown, revoked or over. */
export async function findAccessToken(
  context: Pick<Context, 'db' | 'now'>,
  text: string,
): Promise<ScopedToken | null> {
  if (!TOKEN.test(text)) return null;
  const { db, now } = context;
  const hash = hashOf(text);
  const known = cacheOf(context).get(hash);
  if (known && known.expires > now().getTime()) return known;
  const row = await db
    .selectFrom('oauth_records')
    .select(['user_id', 'grant_id', 'payload', 'expires_at'])
    .where('kind', '=', 'AccessToken')
    .where('hash', '=', hash)
    .where('expires_at', '>', now())
    // A client that refreshes while its grant ends may store a token behind that end.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('oauth_records as own')
          .select('own.grant_id')
          .where('own.kind', '=', 'Grant')
          .whereRef('own.grant_id', '=', 'oauth_records.grant_id')
          .where('own.expires_at', '>', now()),
      ),
    )
    // Who leaves is signed out everywhere, scripts and applications included, until they decide to stay.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deletion_requests')
            .select('deletion_requests.user_id')
            .whereRef('deletion_requests.user_id', '=', 'oauth_records.user_id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!row?.user_id || !row.grant_id) return null;
  const at = now();
  await db
    .updateTable('oauth_records')
    .set({ used_at: at })
    .where('kind', '=', 'Grant')
    .where('grant_id', '=', row.grant_id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', new Date(at.getTime() - USED_MS))]))
    .execute();
  const { scope } = row.payload as { scope?: unknown };
  const token = {
    userId: row.user_id,
    grantId: row.grant_id,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    expires: row.expires_at.getTime(),
  };
  cacheOf(context).set(hash, token);
  return token;
}

/** Refuses the tokens of grants from now on in this process; the others learn it within ten seconds. */
export function forgetGrants(context: Pick<Context, 'db'>, isEnded: (grantId: string) => boolean): void {
  const cache = cacheOf(context);
  for (const [hash, { grantId }] of cache.entries()) if (isEnded(grantId)) cache.delete(hash);
}

/** Refuses one token from now on in this process. */
export const forgetToken = (context: Pick<Context, 'db'>, hash: string): void =>
  void cacheOf(context).delete(hash);
