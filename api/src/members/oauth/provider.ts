import { createPrivateKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { OAuthScope, type StoredName } from '@waymark/api-contract';
import { type Configuration, interactionPolicy, type JWK, Provider } from 'oidc-provider';
import { DatabaseUnavailable, isDiskFull } from '../../kernel/database/unavailable.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { forgetGrants, forgetToken, hashOf } from './find-access-token.ts';
import { RecordAdapter } from './record-adapter.ts';

/** Where the protocol is mounted; the issuer is this path of the site. */
export const OAUTH_BASE = '/oauth2';
const DAY_SECONDS = 86_400;

/** How long each thing lasts, in seconds. */
const TTL = {
  AccessToken: 3600,
  AuthorizationCode: 60,
  RefreshToken: 90 * DAY_SECONDS,
  Grant: 5 * 365 * DAY_SECONDS,
  IdToken: 3600,
  Interaction: 15 * 60,
  Session: 15 * 60,
} as const;

/** The start of an Ed25519 key in PKCS #8; its 32 bytes follow. */
const ED25519_START = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey({ derive }: Pick<Context, 'derive'>): JWK {
  const der = Buffer.concat([ED25519_START, derive('oauth id tokens')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' };
}

/** Name of the cookie that ties a request to the browser that made it. */
export const interactionCookie = (id: string): StoredName<'cookie'> => `waymark_oauth_${id}`;

/**
 * The member is asked each time: who is signed in at Waymark counts, and not whom the library remembers. Both questions
 * of the library, who it is and whether they agree, are answered together by the page.
 */
function alwaysAsk() {
  const policy = interactionPolicy.base();
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check(
        'member_decides',
        'the member decides about each request',
        (ctx) => !ctx.oidc.result?.login,
      ),
    );
  return policy;
}

const isOwn = ({ clientId }: { clientId: string }, token: { clientId?: string | undefined }): boolean =>
  token.clientId === clientId;

function configurationOf(context: Context): Configuration {
  return {
    adapter: (kind: string) => new RecordAdapter(context, kind),
    scopes: [...OAuthScope.options],
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    jwks: { keys: [signingKey(context)] },
    pkce: { required: () => true },
    ttl: TTL,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      // A client learns of its own tokens and ends its own, nobody else's.
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => isOwn(client, token) },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => isOwn(client, token) },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    cookies: {
      keys: [context.derive('oauth cookies').toString('base64url')],
      names: {
        session: 'waymark_oauth_session',
        interaction: 'waymark_oauth',
        resume: 'waymark_oauth_resume',
      } satisfies Record<string, StoredName<'cookie'>>,
    },
    interactions: {
      policy: alwaysAsk(),
      url(ctx, { uid }) {
        ctx.cookies.set(interactionCookie(uid), uid, {
          path: '/internal/oauth2',
          httpOnly: true,
          sameSite: 'lax',
          signed: false,
          maxAge: TTL.Interaction * 1000,
        });
        return `/oauth2/authorize?interaction=${uid}`;
      },
    },
    async findAccount(_ctx, id) {
      const member = await context.db
        .selectFrom('users')
        .select('id')
        .where('id', '=', Number(id))
        .executeTakeFirst();
      return member && { accountId: id, claims: () => ({ sub: id }) };
    },
    // What cannot be sent back to the client is said on the page, and never at an address that the request names.
    renderError(ctx, { error }) {
      ctx.redirect(errorPage(context, error));
    },
  };
}

/** The page that says why a request cannot be answered. */
export const errorPage = ({ env }: Context, error: string): string =>
  `${env.SITE_URL.replace(/\/$/, '')}/oauth2/authorize?error=${encodeURIComponent(error)}`;

const providers = new WeakMap<object, Provider>();
const refusals = new WeakMap<IncomingMessage, Error>();

/**
 * Why the library left a request unanswered: the database is not available, or there is nothing at its address. The
 * response is not sent.
 */
export const refusalOf = (request: IncomingMessage): Error | undefined => refusals.get(request);

/** The library would answer these as faults of its own, without a word on when to try again. */
const isOutage = (error: unknown): error is Error =>
  error instanceof DatabaseUnavailable || isDiskFull(error);

/** The OAuth provider of an API: `oidc-provider` over the product's own database, log-in and consent page. */
export function providerOf(context: Context): Provider {
  let provider = providers.get(context.db);
  if (!provider) {
    provider = new Provider(context.env.SITE_URL.replace(/\/$/, '') + OAUTH_BASE, configurationOf(context));
    // The edge in front of it says how the visitor came.
    provider.proxy = true;
    provider.on('server_error', ({ req }, error) => {
      if (isOutage(error)) refusals.set(req, error);
      else context.log.error({ err: error }, 'oauth');
    });
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.status === 404 && !ctx.body) refusals.set(ctx.req, notFound('address'));
      // Whoever mounted the library answers, or repeats the call.
      if (refusals.has(ctx.req)) ctx.respond = false;
    });
    provider.on('access_token.destroyed', ({ jti }) => forgetToken(context, hashOf(jti)));
    provider.on('grant.revoked', (_ctx, grantId) => forgetGrants(context, (id) => id === grantId));
    providers.set(context.db, provider);
  }
  return provider;
}
