import { SERVICE_BASES } from '@waymark/api-contract';
import { mintUnsubscribeToken } from '../../../kernel/mail/unsubscribe.ts';
import { softwarePasskey } from '../../../members/security/software-passkey.test-helper.ts';
import { mailedToken } from '../../mail.ts';
import { memberBody } from '../../member.ts';
import type { Owner } from '../world.ts';
import type { CaseRequest, OperationCase } from '../operation-case.ts';
import { MAIN, byId } from './owner-things.ts';

const OWN_PAGE = { 'x-requested-with': 'waymark' };
/** What somebody in Poland answers to, as the tests' members are there. */
const CONSENT_ANSWER = {
  matrix_id: 'EU1',
  matrix_version: 2,
  locale: 'en-us',
  screen: 'test',
  country: 'PL',
};
const unsubscribeLink = ({ api, member }: Owner): CaseRequest => ({
  params: { token: mintUnsubscribeToken(api.context, member.userId, 'news') },
});
/** A session of the owner's beside the one that calls. */
const newSession = async ({ api, member: { userId, email, password } }: Owner): Promise<number> => {
  await api.call('POST', '/auth/login', { body: { email, password }, headers: OWN_PAGE });
  const { id } = await api.context.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
};
const newPasskey = async ({ api, member }: Owner): Promise<number> => {
  const ask = (path: string, body?: unknown) =>
    api.call<{ id: number }>('POST', path, { token: member.token, ...(body !== undefined && { body }) });
  await ask('/auth/security/confirm-identity', { password: member.password });
  const options = await ask('/auth/security/passkeys/options');
  const credential = softwarePasskey().register({ ...options.body });
  return (await ask('/auth/security/passkeys', { credential })).body.id;
};
/** A deletion far in the future. */
const newDeletion = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId } = api.context;
  const row = { id: newId(), requested_at: new Date(), erase_at: new Date('2199-01-01') };
  await db
    .insertInto('deletion_requests')
    .values({ user_id: userId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute();
  return byId(row.id);
};
const newExport = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  const row = { bytes: 1, requested_at: now(), ready_at: now(), expires_at: new Date('2199-01-01') };
  await db
    .insertInto('data_exports')
    .values({ user_id: userId, id, status: 'ready', ...row })
    .execute();
  return byId(id);
};
const newToken = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: userId,
      id,
      hash: `hash of ${id}`,
      name: 'script',
      scopes: ['workout:read'],
      prefix: 'wm_pat_test',
      created_at: now(),
      expires_at: new Date('2199-01-01'),
      last_used_at: null,
    })
    .execute();
  return byId(id);
};
const newClient = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = `client-${newId()}`;
  await db
    .insertInto('oauth_clients')
    .values({
      user_id: userId,
      id,
      name: 'app',
      homepage: null,
      redirect_uris: ['https://app.example/'],
      scopes: ['workout:read'],
      secret: null,
      created_at: now(),
    })
    .execute();
  return { params: { id } };
};
const changedClient = async (owner: Owner): Promise<CaseRequest> => {
  const { api, member } = owner;
  await api.call('POST', '/auth/security/confirm-identity', {
    token: member.token,
    body: { password: member.password },
  });
  const body = { name: 'changed', redirect_uris: ['https://app.example/'], scopes: ['workout:read'] };
  return { ...(await newClient(owner)), body };
};
const newConnection = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  await db
    .insertInto('connections')
    .values({
      user_id: userId,
      id,
      type: 'upload',
      name: 'script',
      upload_hash: null,
      created_at: now(),
      last_received_at: null,
    })
    .execute();
  return byId(id);
};
const ofChatApp = { params: { chat_app: 'lark' }, headers: OWN_PAGE };
let addresses = 0;
const newEmail = () => `visitor${++addresses}@example.com`;
async function resetToken({ api, member }: Owner): Promise<string> {
  await api.call('POST', '/auth/password-reset', { body: { email: member.email }, headers: OWN_PAGE });
  return mailedToken(api.context, member.email, '/password_reset/');
}

/** Signing in, security, consents, archives and applications of a member. */
export const ACCOUNT_CASES: Record<string, OperationCase> = {
  // Sign-in
  'POST /auth/signup': {
    rule: 'public',
    request: () => ({ newBody: () => memberBody({ email: newEmail() }), headers: OWN_PAGE }),
  },
  'POST /auth/login': {
    rule: 'public',
    request: ({ member: { email, password } }) => ({ body: { email, password }, headers: OWN_PAGE }),
  },
  'GET /auth/refresh-token': {
    rule: 'session',
    request: () => ({ spendsCookie: true, headers: OWN_PAGE }),
  },
  'GET /auth/session': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'GET /auth/logout': { rule: 'public', request: () => ({ spendsCookie: true, headers: OWN_PAGE }) },
  'GET /auth/clear-legacy': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'GET /auth/geoip': { rule: 'public', request: () => ({}) },
  'POST /auth/password-reset': {
    rule: 'public',
    request: ({ member: { email } }) => ({ body: { email }, headers: OWN_PAGE }),
  },
  // Whoever has the link of a mail may use it: that is its purpose.
  'GET /auth/password/reset/:token': {
    rule: 'public',
    request: async (owner) => ({ params: { token: await resetToken(owner) } }),
  },
  'POST /auth/password/reset/:token': {
    rule: 'public',
    status: 400,
    request: async (owner) => ({
      params: { token: await resetToken(owner) },
      body: { password: 'short' },
      headers: OWN_PAGE,
    }),
  },
  'POST /auth/email/confirm/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  'POST /auth/email/resend': { rule: 'self', request: () => ({ headers: OWN_PAGE }) },
  'GET /auth/find-user-by-email/:email': {
    rule: 'public',
    request: ({ member }) => ({ params: { email: member.email } }),
  },
  'POST /auth/client-events': {
    rule: 'public',
    request: () => ({ body: { event: { name: 'page_view' }, device_id: 'd1' }, headers: OWN_PAGE }),
  },
  // Account security
  'POST /auth/login/second-factor': {
    rule: 'public',
    status: 401,
    request: () => ({ body: { challenge: 'x'.repeat(40), code: '123456' }, headers: OWN_PAGE }),
  },
  'POST /auth/login/passkey-options': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'POST /auth/login/passkey': {
    rule: 'public',
    status: 400,
    request: () => ({ body: { credential: {} }, headers: OWN_PAGE }),
  },
  'GET /auth/security': { rule: 'self', request: () => ({}) },
  'GET /auth/security/credentials': { rule: 'self', request: () => ({}) },
  'GET /auth/security/events': { rule: 'self', request: () => ({}) },
  'POST /auth/security/confirm-identity': {
    rule: 'self',
    stranger: 403,
    request: ({ member: { password } }) => ({ body: { password } }),
  },
  'POST /auth/security/confirm-identity/passkey-options': { rule: 'self', request: () => ({}) },
  'POST /auth/security/password': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { password: 'short' } }),
  },
  'POST /auth/security/email': {
    rule: 'self',
    request: () => ({ newBody: () => ({ email: newEmail() }) }),
  },
  'DELETE /auth/security/email': { rule: 'self', request: () => ({}) },
  // Whoever has the link of a mail may use it: that is its purpose.
  'POST /auth/security/email/confirm/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  'POST /auth/security/email/undo/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  'GET /auth/security/sessions': { rule: 'self', request: () => ({}) },
  'DELETE /auth/security/sessions/:id': {
    rule: 'owned',
    request: async (owner) => byId(await newSession(owner)),
  },
  'DELETE /auth/security/sessions': { rule: 'self', request: () => ({ endsSessions: true }) },
  'POST /auth/security/passkeys/options': { rule: 'self', request: () => ({}) },
  'POST /auth/security/passkeys': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { credential: {} } }),
  },
  'PATCH /auth/security/passkeys/:id': {
    rule: 'owned',
    request: async (owner) => ({ ...byId(await newPasskey(owner)), body: { name: owner.marker } }),
  },
  'DELETE /auth/security/passkeys/:id': {
    rule: 'owned',
    request: async (owner) => byId(await newPasskey(owner)),
  },
  'POST /auth/security/totp': { rule: 'self', request: () => ({}) },
  'POST /auth/security/totp/confirm': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { code: '12' } }),
  },
  'DELETE /auth/security/totp': { rule: 'self', request: () => ({}) },
  'POST /auth/security/recovery-codes': { rule: 'self', status: 409, request: () => ({}) },
  // Leaving for good
  'GET /auth/deletion-request': { rule: 'self', request: () => ({}) },
  'POST /auth/deletion-request': { rule: 'self', status: 400, request: () => ({ body: { confirm: 'no' } }) },
  'DELETE /auth/deletion-request/:id': { rule: 'owned', request: newDeletion },
  // Whoever has the link of a mail may use it: that is its purpose.
  'POST /auth/deletion-request/cancel/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  // Archives, tokens and help
  [`GET ${MAIN}/data_export/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/data_export/`]: {
    rule: 'self',
    request: async ({ api, member }) => {
      await api.call('POST', '/auth/security/confirm-identity', {
        token: member.token,
        body: { password: member.password },
      });
      return {};
    },
  },
  [`GET ${MAIN}/data_export/restore/`]: { rule: 'self', request: () => ({}) },
  // Without a file: what an archive does is in a test of its own.
  [`POST ${MAIN}/data_export/restore/`]: {
    rule: 'self',
    status: 400,
    request: () => {
      const body = new FormData();
      body.append('note', 'no archive');
      return { body };
    },
  },
  [`DELETE ${MAIN}/data_export/:id/`]: { rule: 'owned', request: newExport },
  [`GET ${MAIN}/data_export/:id/archive/`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { id: 1 }, query: { until: '1', signature: 'x' } }),
  },
  // No chat app is configured here; a real exchange is in their own test.
  'GET /auth/chat-apps': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'POST /auth/chat-apps/:chat_app/start': {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofChatApp, body: { purpose: 'login' } }),
  },
  'POST /auth/login/:chat_app': {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofChatApp, body: { state: 'login.state-of-nobody' } }),
  },
  'POST /auth/signup/:chat_app': {
    rule: 'public',
    status: 404,
    request: () => ({
      ...ofChatApp,
      body: {
        identity: 'identity-of-nobody-at-all',
        first_name: 'A',
        last_name: 'B',
        birthdate: '1990-05-07',
        gender: 'F',
        country: 'DE',
      },
    }),
  },
  'POST /auth/signup/:chat_app/email': {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofChatApp, body: { identity: 'identity-of-nobody-at-all', email: newEmail() } }),
  },
  'POST /auth/signup/:chat_app/email/confirm': {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofChatApp, body: { challenge: 'challenge-of-nobody-at-all', code: '12345678' } }),
  },
  'POST /auth/security/chat-apps/:chat_app': {
    rule: 'self',
    status: 404,
    request: () => ({ ...ofChatApp, body: { state: 'link.state-of-nobody' } }),
  },
  'DELETE /auth/security/chat-apps/:chat_app': {
    rule: 'self',
    status: 404,
    request: async ({ api, member }) => {
      await api.call('POST', '/auth/security/confirm-identity', {
        token: member.token,
        body: { password: member.password },
      });
      return ofChatApp;
    },
  },
  'GET /internal/oauth2/clients': { rule: 'self', request: () => ({}) },
  'POST /internal/oauth2/clients': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { name: '', redirect_uris: [], scopes: [] } }),
  },
  'PUT /internal/oauth2/clients/:id': { rule: 'owned', request: changedClient },
  'DELETE /internal/oauth2/clients/:id': { rule: 'owned', request: newClient },
  // A request of an application belongs to the browser in which it began; here it is nobody's.
  'GET /internal/oauth2/clientName/:id': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { id: 'interaction-of-nobody' } }),
  },
  'POST /internal/oauth2/authorize/:id': {
    rule: 'self',
    status: 404,
    request: () => ({ params: { id: 'interaction-of-nobody' }, query: { decision: 'deny' } }),
  },
  'GET /internal/externaltokens/:id': {
    rule: 'owned',
    request: ({ member }) => byId(member.userId),
  },
  'DELETE /internal/externaltokens': {
    rule: 'self',
    status: 404,
    request: () => ({ query: { token_id: 'grant-of-nobody', client_id: 'client-of-nobody' } }),
  },
  [`GET ${MAIN}/remoteconnectiontype/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/remoteconnection/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/remoteconnection/`]: { rule: 'self', request: () => ({ body: { type: 'upload' } }) },
  [`GET ${MAIN}/remoteconnection/:id/`]: { rule: 'owned', request: newConnection },
  [`DELETE ${MAIN}/remoteconnection/:id/`]: { rule: 'owned', request: newConnection },
  [`POST ${MAIN}/remoteconnection/finish/`]: {
    rule: 'self',
    status: 400,
    request: () => ({ body: { state: 'sealed by nobody', code: 'x' } }),
  },
  // Signed by the service; here none is configured.
  [`POST ${MAIN}/remoteconnection_notice/:type`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { type: 'polar' }, body: { event: 'PING' } }),
  },
  'GET /internal/oauth2/tokens': { rule: 'self', request: () => ({}) },
  'POST /internal/oauth2/tokens': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { name: '', scopes: [], days: 1 } }),
  },
  'DELETE /internal/oauth2/tokens/:id': { rule: 'owned', request: newToken },
  'POST /internal/zendesk/post': {
    rule: 'public',
    request: () => ({
      body: { email: 'lost@example.com', topic: 'other', subject: 'Help', message: 'I need some help.' },
      headers: OWN_PAGE,
    }),
  },
  'GET /internal/support/login': { rule: 'public', status: 303, request: () => ({}) },
  // Consents, legal pages, mails
  'GET /auth/consents-matrix/:id': { rule: 'public', request: () => ({ params: { id: 'EU1' } }) },
  'GET /auth/consents-status': {
    rule: 'public',
    request: () => ({ query: { country: 'DE' }, headers: OWN_PAGE }),
  },
  'POST /auth/update-consents': {
    rule: 'public',
    request: () => ({
      body: { ...CONSENT_ANSWER, choices: { analytics: 'accepted' } },
      headers: OWN_PAGE,
    }),
  },
  'GET /auth/consents-history': { rule: 'self', request: () => ({}) },
  'GET /auth/health-data': { rule: 'self', request: () => ({}) },
  // Members of this world allow the use of their health data.
  'DELETE /auth/health-data': { rule: 'self', status: 409, request: () => ({}) },
  [`GET ${SERVICE_BASES.consent}/v1/consent/status`]: {
    rule: 'public',
    request: () => ({ query: { country: 'DE', domain: 'waymark.example', user_locale: 'de-de' } }),
  },
  [`GET ${SERVICE_BASES.consent}/v1/consent/matrix/:id`]: {
    rule: 'public',
    request: () => ({ params: { id: 'US' } }),
  },
  'GET /platform/legal': { rule: 'public', request: () => ({}) },
  'GET /platform/legal/:page': { rule: 'public', request: () => ({ params: { page: 'terms' } }) },
  'GET /internal/emailOptOuts': { rule: 'self', request: () => ({}) },
  'POST /internal/emailOptOuts': { rule: 'self', request: () => ({ body: { news: true } }) },
  // Whoever has the link of a mail may use it: that is its purpose.
  'GET /internal/unsubscribe/:token': { rule: 'public', request: unsubscribeLink },
  'POST /internal/unsubscribe/:token': { rule: 'public', request: unsubscribeLink },
};
