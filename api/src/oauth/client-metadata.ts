import type { AdapterPayload, ClientMetadata } from 'oidc-provider';
import type { Selectable } from 'kysely';
import type { Context } from '../kernel/server/context.ts';
import { secretBox } from '../kernel/server/secrets.ts';
import type { OAuthTables } from './tables.ts';

export type ClientRow = Selectable<OAuthTables['oauth_clients']>;

export const clientSecrets = (context: Pick<Context, 'derive'>) => secretBox(context, 'oauth client secrets');

/** Apps on a device come back to an address of their own scheme or of the machine itself. */
const isNative = (uris: readonly string[]): boolean =>
  uris.every((uri) => !/^https?:/i.test(uri) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(uri));

/** A registered application in the terms of the protocol. */
export function metadataOf(context: Pick<Context, 'derive'>, row: ClientRow): ClientMetadata {
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: isNative(row.redirect_uris) ? 'native' : 'web',
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: row.scopes.join(' '),
    token_endpoint_auth_method: row.secret ? 'client_secret_basic' : 'none',
    id_token_signed_response_alg: 'EdDSA',
    ...(row.homepage && { client_uri: row.homepage }),
    ...(row.secret && { client_secret: clientSecrets(context).open(row.secret) }),
  };
}

/** What is no id at all, such as a text that no column holds, is looked up nowhere. */
const CLIENT_ID = /^[\da-f]{24}$/;

export async function findClientMetadata(context: Context, id: string): Promise<AdapterPayload | undefined> {
  if (!CLIENT_ID.test(id)) return undefined;
  const row = await context.db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && metadataOf(context, row);
}
