import { chatAppCalls, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { ChatApp } from '../../kernel/server/chat-apps.ts';
import { notFound, ApiProblem, conflict, invalid, notSignedIn } from '../../kernel/server/errors.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { checkSignupConsents, recordSignupConsents, withState } from '../consents/signup.ts';
import { COUNTRY_CODES } from '../geo/countries.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';
import { originOf, recordSecurityEvent } from '../security/events.ts';
import { hasTotp } from '../security/totp.ts';
import { lockSession, requireConfirmedIdentity } from '../security/identity.ts';
import { sendSecurityNotice } from '../security/mails.ts';
import { answerOverview } from '../security/overview.ts';
import { continueSignIn } from '../security/sign-in.ts';
import { issueSession, startSession } from '../sessions/sessions.ts';
import { birthdateText } from '../users/check-birthdate.ts';
import { checkEligibility } from '../users/check-eligibility.ts';
import { createMember } from '../users/create-member.ts';
import { confirmEmailCode, declareEmailCodes, sendEmailCode } from './email-codes.ts';
import {
  beginExchange,
  type ChatIdentity,
  chatProblem,
  findChatApp,
  finishExchange,
  openIdentity,
  sealIdentity,
} from './exchange.ts';

const LIMIT = { max: 60, windowSeconds: 600 };

const channelsHandler = route<typeof chatAppCalls.channels>({
  call: chatAppCalls.channels,
  access: 'anyone',
  lenient: true,
  handler: ({ context }) =>
    Promise.resolve({ channels: context.env.CHAT_APPS.map(({ channel, name }) => ({ channel, name })) }),
});

const startHandler = route<typeof chatAppCalls.start>({
  call: chatAppCalls.start,
  access: 'anyone',
  lenient: true,
  limit: LIMIT,
  async handler({ context, caller, params, body, request, reply }) {
    const app = findChatApp(context, params.chat_app);
    if (body.purpose === 'link') {
      if (!caller) throw notSignedIn();
      await requireConfirmedIdentity(context, request);
    }
    return { authorization_url: await beginExchange(context, app, body.purpose, reply) };
  },
});

const findLink = ({ db }: Context, { channel, subject }: ChatIdentity) =>
  db
    .selectFrom('chat_app_links')
    .innerJoin('logins', 'logins.user_id', 'chat_app_links.user_id')
    .select(['chat_app_links.user_id', 'access_version'])
    .where('channel', '=', channel)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Nobody is found by their address: whoever has it at the chat app is not yet its owner here. */
const notLinked = (context: Context, app: ChatApp, identity: ChatIdentity) =>
  new ApiProblem(
    404,
    `${app.channel}/not_linked`,
    `No account here logs in with ${app.name} yet. Create one, or log in and link it under Security.`,
    {
      diagnostics: {
        identity: [sealIdentity(context, identity)],
        email: [identity.email ?? ''],
        email_confirmed: [String(identity.isEmailVerified)],
        first_name: [identity.firstName],
        last_name: [identity.lastName],
      },
    },
  );

const loginHandler = route<typeof chatAppCalls.login>({
  call: chatAppCalls.login,
  access: 'anyone',
  lenient: true,
  limit: LIMIT,
  async handler({ context, params, body, request, reply }) {
    const app = findChatApp(context, params.chat_app);
    const identity = await finishExchange(context, app, 'login', { body, request });
    const link = await findLink(context, identity);
    if (!link) throw notLinked(context, app, identity);
    const { user_id: userId, access_version: accessVersion } = link;
    const asksForCode = await hasTotp(context.db, userId);
    const signIn = { userId, accessVersion, method: 'chat_app', asksForCode } as const;
    return continueSignIn(context, { request, reply }, signIn);
  },
});

const emailUsed = (app: ChatApp) =>
  new ApiProblem(
    409,
    `${app.channel}/email_used`,
    `Your address at ${app.name} has an account here. Log in, and link ${app.name} under Security.`,
  );

const signupHandler = route<typeof chatAppCalls.signup>({
  call: chatAppCalls.signup,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, params, body, request, reply }) {
    const { newId } = context;
    const app = findChatApp(context, params.chat_app);
    const identity = openIdentity(context, app, body.identity);
    if (!identity.email || !identity.isEmailVerified)
      throw chatProblem(
        400,
        app,
        'email_missing',
        `${app.name} does not tell us a confirmed e-mail address. Confirm one with a code first.`,
      );
    const email = identity.email;
    const at = context.now();
    const birthdate = birthdateText(body.birthdate);
    await checkEligibility(
      context,
      { request, reply },
      { email, birthdate, country: body.country, state: body.state },
    );
    if (!COUNTRY_CODES.has(body.country))
      throw invalid({ country: ['Select a valid choice. There is no such country.'] });
    checkSignupConsents(context, body);
    const placed = withState(body, request);
    const origin = await originOf(context, request);
    const id = newId();
    const token = await context.db.transaction().execute(async (trx) => {
      const login = await trx
        .insertInto('logins')
        .values({
          email,
          user_id: id,
          password_hash: null,
          email_confirmed_at: at,
          created_at: at,
        })
        .onConflict((on) => on.column('email').doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (!login) throw emailUsed(app);
      const linked = await trx
        .insertInto('chat_app_links')
        .values({ user_id: id, channel: app.channel, subject: identity.subject, created_at: at })
        .onConflict((on) => on.columns(['channel', 'subject']).doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (!linked) throw alreadyLinked(app);
      await createMember(context, trx, { ...placed, id, birthdate }, at);
      await recordSignupConsents(trx, context, id, placed, request);
      return startSession(context, trx, id, { method: 'chat_app', ...origin }, { kind: 'signed_up' }, null);
    });
    const { accessToken, ...rest } = issueSession(context, request.server.tokens, reply, token);
    return { access_token: accessToken, ...rest };
  },
});

const sendEmailCodeHandler = route<typeof chatAppCalls.sendEmailCode>({
  call: chatAppCalls.sendEmailCode,
  access: 'anyone',
  lenient: true,
  limit: { max: 10, windowSeconds: 600 },
  async handler({ context, params, body }) {
    const app = findChatApp(context, params.chat_app);
    const identity = openIdentity(context, app, body.identity);
    return { challenge: await sendEmailCode(context, app, identity, normaliseEmail(body.email)) };
  },
});

const confirmEmailHandler = route<typeof chatAppCalls.confirmEmail>({
  call: chatAppCalls.confirmEmail,
  access: 'anyone',
  lenient: true,
  limit: { max: 30, windowSeconds: 600 },
  async handler({ context, params, body }) {
    const app = findChatApp(context, params.chat_app);
    const identity = await confirmEmailCode(context, app, body);
    return { identity: sealIdentity(context, identity), email: identity.email ?? '' };
  },
});

const alreadyLinked = (app: ChatApp) =>
  conflict(`${app.channel}/already_linked`, `This account of ${app.name} belongs to another account here.`);

const linkHandler = route<typeof chatAppCalls.link>({
  call: chatAppCalls.link,
  access: 'member',
  limit: LIMIT,
  async handler({ context, caller, params, body, request }) {
    const userId = caller!.userId;
    const app = findChatApp(context, params.chat_app);
    await requireConfirmedIdentity(context, request);
    const { channel, subject } = await finishExchange(context, app, 'link', { body, request });
    const origin = await originOf(context, request);
    await context.db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      const linked = await trx
        .insertInto('chat_app_links')
        .values({ user_id: userId, channel, subject, created_at: context.now() })
        .onConflict((on) => on.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (!linked) throw alreadyLinked(app);
      await recordSecurityEvent(trx, context, { userId, kind: 'chat_app_linked', origin, subject: app.name });
      await sendSecurityNotice(context, trx, userId, 'chat_app_linked');
    });
    return answerOverview(context, request);
  },
});

const unlinkHandler = route<typeof chatAppCalls.unlink>({
  call: chatAppCalls.unlink,
  access: 'member',
  async handler({ context, caller, params, request }) {
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const origin = await originOf(context, request);
    await context.db.transaction().execute(async (trx) => {
      // The row of the login puts removals in sequence: two at once must not take the last two ways in.
      const login = await trx
        .selectFrom('logins')
        .select('password_hash')
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      const removed = await trx
        .deleteFrom('chat_app_links')
        .where('user_id', '=', userId)
        .where('channel', '=', params.chat_app)
        .returning('channel')
        .executeTakeFirst();
      if (!removed) throw notFound('chat app');
      const others = await trx
        .selectFrom('passkeys')
        .select('user_id')
        .where('user_id', '=', userId)
        .unionAll(trx.selectFrom('chat_app_links').select('user_id').where('user_id', '=', userId))
        .execute();
      if (login?.password_hash === null && others.length === 0)
        throw conflict(
          `${removed.channel}/last_sign_in`,
          'This is your only way to log in. Set a password first.',
        );
      await recordSecurityEvent(trx, context, {
        userId,
        kind: 'chat_app_unlinked',
        origin,
        subject: removed.channel,
      });
    });
    return answerOverview(context, request);
  },
});

/** Logging in with a chat app, by OpenID Connect. */
export const chatAppsService: Service = {
  name: 'chat apps',
  base: SERVICE_BASES.auth,
  routes: [
    channelsHandler,
    startHandler,
    loginHandler,
    signupHandler,
    sendEmailCodeHandler,
    confirmEmailHandler,
    linkHandler,
    unlinkHandler,
  ],
  jobs: declareEmailCodes,
  credentials: [
    {
      kind: 'chat_app',
      tables: ['chat_app_links'],
      async list({ db, env }, userId) {
        const rows = await db
          .selectFrom('chat_app_links')
          .selectAll()
          .where('user_id', '=', userId)
          .execute();
        return rows.map(({ channel, created_at: createdAt }) => ({
          // One that was linked anew is another one.
          id: `${channel} ${createdAt.getTime()}`,
          name: env.CHAT_APPS.find((app) => app.channel === channel)?.name ?? channel,
          createdAt,
          lastUsedAt: null,
        }));
      },
      async end(trx, userId, ended) {
        await trx
          .deleteFrom('chat_app_links')
          .where('user_id', '=', userId)
          .where('created_at', '>=', ended.since)
          .where(
            sql<boolean>`channel || ' ' || round(extract(epoch from created_at) * 1000) <> all(${[...ended.keptIds]}::text[])`,
          )
          .execute();
      },
    },
  ],
};
