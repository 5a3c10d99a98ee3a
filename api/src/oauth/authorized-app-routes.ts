import { type AuthorizedApp, oauthCalls, OAuthScope } from '@waymark/api-contract';
import { notFound } from '../kernel/server/errors.ts';
import { route } from '../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from '../members/security/events.ts';
import { endGrants } from './grants.ts';

/** Scopes of a stored grant. */
function scopesOf(payload: unknown): AuthorizedApp['scopes'] {
  const { openid } = payload as { openid?: { scope?: string } };
  return (openid?.scope ?? '').split(' ').flatMap((scope) => OAuthScope.safeParse(scope).data ?? []);
}

const listRoute = route<typeof oauthCalls.authorizedApps>({
  call: oauthCalls.authorizedApps,
  access: 'member',
  async handler({ context, caller, params }) {
    if (params.id !== caller!.userId) throw notFound('member');
    const rows = await context.db
      .selectFrom('oauth_records')
      .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_records.client_id')
      .select(['grant_id', 'client_id', 'name', 'payload', 'oauth_records.created_at', 'used_at'])
      .where('oauth_records.user_id', '=', caller!.userId)
      .where('kind', '=', 'Grant')
      .where('expires_at', '>', context.now())
      .orderBy('oauth_records.created_at')
      .execute();
    return {
      tokens: rows.map((row) => ({
        token_id: row.grant_id!,
        client_id: row.client_id!,
        name: row.name,
        scopes: scopesOf(row.payload),
        authorized_datetime: row.created_at.toISOString(),
        last_used_datetime: row.used_at?.toISOString() ?? null,
      })),
    };
  },
});

const revokeRoute = route<typeof oauthCalls.revokeApp>({
  call: oauthCalls.revokeApp,
  access: 'member',
  async handler({ context, caller, query, request }) {
    const userId = caller!.userId;
    const ended = await endGrants(context, (records) =>
      records
        .where('user_id', '=', userId)
        .where('grant_id', '=', query.token_id)
        .where('client_id', '=', query.client_id),
    );
    if (ended === 0) throw notFound('app');
    const origin = await originOf(context, request);
    await recordSecurityEvent(context.db, context, { userId, kind: 'app_revoked', origin });
    return { ok: true as const };
  },
});

/** Applications that may act for a member. */
export const authorizedAppRoutes = [listRoute, revokeRoute];
