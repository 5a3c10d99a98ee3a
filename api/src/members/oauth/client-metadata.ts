import { findRedirectFault, outsideLink } from '@waymark/api-contract/outside-address';
import type { AdapterPayload, ClientMetadata } from 'oidc-provider';
import type { Selectable } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { secretBox } from '../../kernel/server/secrets.ts';
import type { OAuthTables } from './tables.ts';

export type ClientRow = Selectable<OAuthTables['oauth_clients']>;

export const clientSecrets = (context: Pick<Context, 'derive'>) => secretBox(context, 'oauth client secrets');

/** Apps on a device come back to an address of their own scheme or of the machine itself. */
const isNative = (uris: readonly string[]): boolean => uris.some((uri) => !/^https:/i.test(uri));

/**
 * A registered application in the terms of the protocol. What was stored before an address had to be allowed is left
 * out: nobody is sent there.
 */
export function metadataOf(context: Pick<Context, 'derive'>, row: ClientRow): ClientMetadata {
  const redirectUris = row.redirect_uris.filter((uri) => findRedirectFault(uri) === null);
  const homepage = row.homepage && outsideLink(row.homepage);
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: isNative(redirectUris) ? 'native' : 'web',
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: row.scopes.join(' '),
    token_endpoint_auth_method: row.secret ? 'client_secret_basic' : 'none',
    id_token_signed_response_alg: 'EdDSA',
    ...(homepage && { client_uri: homepage }),
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
  const metadata = row && metadataOf(context, row);
  return metadata?.redirect_uris?.length ? metadata : undefined;
}
