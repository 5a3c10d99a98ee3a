import { type ChatAppProblemCode, type ChatAppReturn, Email } from '@waymark/api-contract';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { ChatApp } from '../../kernel/server/chat-apps.ts';
import type { Context } from '../../kernel/server/context.ts';
import { readCookie, setCookie } from '../../kernel/server/cookies.ts';
import { ApiProblem, notFound } from '../../kernel/server/errors.ts';
import { secretBox } from '../../kernel/server/secrets.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';

export type Purpose = 'login' | 'link';

/** Whom a provider says that somebody is. */
export const ChatIdentity = z.object({
  channel: z.string(),
  subject: z.string(),
  /** A valid address in lower case; null where the provider names none. */
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
});
export type ChatIdentity = z.infer<typeof ChatIdentity>;

const Exchange = z.object({
  channel: z.string(),
  purpose: z.enum(['login', 'link']),
  /** Hash of the cookie of the browser in which it began. */
  browser: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
});

const EXCHANGE_MS = 15 * 60_000;
const COOKIE = 'waymark_chat_app';
const TIMEOUT_SECONDS = 10;

/** Errors name the channel first, so that logs and pages tell them apart. */
export const chatProblem = (
  status: number,
  { channel }: { channel: string },
  code: ChatAppProblemCode,
  text: string,
) => new ApiProblem(status, `${channel}/${code}`, text);

/** @throws ApiProblem 404 for a channel that is not configured */
export function findChatApp({ env }: Pick<Context, 'env'>, channel: string): ChatApp {
  const app = env.CHAT_APPS.find((one) => one.channel === channel);
  if (!app) throw notFound('chat app');
  return app;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const redirectUri = ({ env }: Pick<Context, 'env'>, { channel }: ChatApp): string =>
  `${env.SITE_URL.replace(/\/$/, '')}/auth/chat/${channel}`;

const configurations = new WeakMap<ChatApp, Promise<oidc.Configuration>>();

/** What the provider says of itself, asked once; asked again when it could not answer. */
async function discover({ log }: Pick<Context, 'log'>, app: ChatApp): Promise<oidc.Configuration> {
  const { issuer, client_id, client_secret } = app;
  let found = configurations.get(app);
  if (!found) {
    const isLocal = /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(issuer);
    found = oidc.discovery(
      new URL(issuer),
      client_id,
      undefined,
      client_secret ? oidc.ClientSecretBasic(client_secret) : oidc.None(),
      {
        timeout: TIMEOUT_SECONDS,
        // Without the first the library trusts the connection instead of the ID token's signature.
        execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
      },
    );
    configurations.set(app, found);
    found.catch(() => configurations.delete(app));
  }
  try {
    return await found;
  } catch (error) {
    log.warn({ err: error, channel: app.channel }, 'chat app cannot be reached');
    throw chatProblem(502, app, 'unreachable', `${app.name} does not answer now. Try again in a minute.`);
  }
}

const box = (context: Pick<Context, 'derive'>) => secretBox(context, 'chat app exchanges');

/** Begins an exchange in this browser. @returns where the browser goes */
export async function beginExchange(
  context: Context,
  app: ChatApp,
  purpose: Purpose,
  reply: FastifyReply,
): Promise<string> {
  const configuration = await discover(context, app);
  const [verifier, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce()];
  const browser = randomBytes(24).toString('base64url');
  const exchange: z.infer<typeof Exchange> = {
    channel: app.channel,
    purpose,
    browser: hash(browser),
    nonce,
    verifier,
    until: context.now().getTime() + EXCHANGE_MS,
  };
  setCookie(reply, context.env, {
    name: COOKIE,
    value: browser,
    maxAgeSeconds: EXCHANGE_MS / 1000,
    path: '/auth',
  });
  // The page reads from the state what it was for.
  const state = `${purpose}.${box(context).seal(JSON.stringify(exchange)).toString('base64url')}`;
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(context, app),
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
  }).href;
}

/** @throws ApiProblem 400 for a state that is not ours, is over, was for something else or began in another browser */
function readState(context: Context, app: ChatApp, state: string, purpose: Purpose, request: FastifyRequest) {
  const invalid = () =>
    chatProblem(
      400,
      app,
      'state_invalid',
      `The way through ${app.name} is over or began elsewhere. Begin again.`,
    );
  const [, sealed = ''] = state.split('.');
  let text: string;
  try {
    text = box(context).open(Buffer.from(sealed, 'base64url'));
  } catch {
    throw invalid();
  }
  const exchange = Exchange.parse(JSON.parse(text));
  const browser = readCookie(request, COOKIE);
  const isSameBrowser = browser !== undefined && hash(browser) === exchange.browser;
  const isOpen = exchange.until > context.now().getTime();
  if (!isSameBrowser || !isOpen || exchange.channel !== app.channel || exchange.purpose !== purpose)
    throw invalid();
  return exchange;
}

/**
 * Exchanges what the provider sent the browser back with for whom it says that they are: state, nonce, PKCE and the
 * signature of the ID token are checked.
 * @throws ApiProblem with the channel's prefix
 */
export async function finishExchange(
  context: Context,
  app: ChatApp,
  purpose: Purpose,
  { body, request }: { body: ChatAppReturnValues; request: FastifyRequest },
): Promise<ChatIdentity> {
  const exchange = readState(context, app, body.state, purpose, request);
  if (body.error === 'access_denied')
    throw chatProblem(400, app, 'access_denied', `${app.name} did not let us know who you are.`);
  if (body.error !== undefined || body.code === undefined)
    throw chatProblem(400, app, 'refused', `${app.name} could not log you in. Try again.`);
  const configuration = await discover(context, app);
  const address = new URL(redirectUri(context, app));
  address.search = new URLSearchParams({
    code: body.code,
    state: body.state,
    ...(body.iss && { iss: body.iss }),
  }).toString();
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: exchange.verifier,
      expectedState: body.state,
      expectedNonce: exchange.nonce,
      idTokenExpected: true,
    });
    return identityOf(app, tokens.claims()!);
  } catch (error) {
    context.log.info({ err: error, channel: app.channel }, 'chat app log-in failed');
    throw chatProblem(400, app, 'exchange_failed', `${app.name} did not confirm who you are. Begin again.`);
  }
}

type ChatAppReturnValues = z.output<typeof ChatAppReturn>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '');

function identityOf({ channel }: ChatApp, claims: oidc.IDToken): ChatIdentity {
  const [first = '', ...rest] = textOf(claims['name']).split(' ');
  const email = Email.safeParse(claims['email']).data;
  return {
    channel,
    subject: claims.sub,
    email: email === undefined ? null : normaliseEmail(email),
    isEmailVerified: email !== undefined && claims['email_verified'] === true,
    firstName: textOf(claims['given_name']) || first,
    lastName: textOf(claims['family_name']) || rest.join(' '),
  };
}

const IDENTITY_MS = 30 * 60_000;
const SealedIdentity = z.object({ identity: ChatIdentity, until: z.number() });
const identityBox = (context: Pick<Context, 'derive'>) => secretBox(context, 'chat app identities');

/** Lets somebody who is unknown fill in the sign-up form before it is used. */
export const sealIdentity = (context: Context, identity: ChatIdentity): string =>
  identityBox(context)
    .seal(JSON.stringify({ identity, until: context.now().getTime() + IDENTITY_MS }))
    .toString('base64url');

/** @throws ApiProblem 400 for one that is over or was not sealed here */
export function openIdentity(context: Context, app: ChatApp, sealed: string): ChatIdentity {
  const over = () =>
    chatProblem(400, app, 'state_invalid', `That took too long. Begin again with ${app.name}.`);
  let text: string;
  try {
    text = identityBox(context).open(Buffer.from(sealed, 'base64url'));
  } catch {
    throw over();
  }
  const { identity, until } = SealedIdentity.parse(JSON.parse(text));
  if (until < context.now().getTime() || identity.channel !== app.channel) throw over();
  return identity;
}
