import { type AuthorizedApp, oauthCalls, OAuthScope } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from '../security/events.ts';
import { endGrants } from './record-adapter.ts';

/** Scopes of a stored grant. */
function scopesOf(payload: unknown): AuthorizedApp['scopes'] {
  const { openid } = payload as { openid?: { scope?: string } };
  return (openid?.scope ?? '').split(' ').flatMap((scope) => OAuthScope.safeParse(scope).data ?? []);
}

interface AppGrant {
  grant_id: string | null;
  client_id: string | null;
  name: string;
  payload: unknown;
  created_at: Date;
  used_at: Date | null;
}

/** An application by the member's grants to it, the oldest first. */
function presentApp(grants: readonly AppGrant[]): AuthorizedApp {
  const [{ grant_id, client_id, name, created_at }] = grants as [AppGrant];
  const used = Math.max(...grants.map(({ used_at }) => used_at?.getTime() ?? 0));
  return {
    token_id: grant_id!,
    client_id: client_id!,
    name,
    scopes: [...new Set(grants.flatMap(({ payload }) => scopesOf(payload)))],
    authorized_datetime: created_at.toISOString(),
    last_used_datetime: used > 0 ? new Date(used).toISOString() : null,
  };
}

/** Applications that may act for a member, the first that was allowed first. */
export async function findAuthorizedApps(
  { db, now }: Pick<Context, 'now'> & { db: Db },
  userId: number,
): Promise<AuthorizedApp[]> {
  const rows = await db
    .selectFrom('oauth_records')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_records.client_id')
    .select(['grant_id', 'client_id', 'name', 'payload', 'oauth_records.created_at', 'used_at'])
    .where('oauth_records.user_id', '=', userId)
    .where('kind', '=', 'Grant')
    .where('expires_at', '>', now())
    .orderBy('oauth_records.created_at')
    .execute();
  const grants = Map.groupBy(rows, (row) => row.client_id!);
  return [...grants.values()].map(presentApp);
}

const listHandler = route<typeof oauthCalls.authorizedApps>({
  call: oauthCalls.authorizedApps,
  access: 'member',
  async handler({ context, caller, params }) {
    if (params.id !== caller!.userId) throw notFound('member');
    return { tokens: await findAuthorizedApps(context, caller!.userId) };
  },
});

const revokeHandler = route<typeof oauthCalls.revokeApp>({
  call: oauthCalls.revokeApp,
  access: 'member',
  async handler({ context, caller, query, request }) {
    const userId = caller!.userId;
    const ended = await endGrants(context, (records) =>
      records
        .where('user_id', '=', userId)
        .where('client_id', '=', query.client_id)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('oauth_records as named')
              .where('named.user_id', '=', userId)
              .where('named.client_id', '=', query.client_id)
              .where('named.grant_id', '=', query.token_id),
          ),
        ),
    );
    if (ended === 0) throw notFound('app');
    const origin = await originOf(context, request);
    await recordSecurityEvent(context.db, context, { userId, kind: 'app_revoked', origin });
    return { ok: true as const };
  },
});

/** Applications that may act for a member. */
export const authorizedAppRoutes = [listHandler, revokeHandler];
