import { type Call, emailPreferenceCalls, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { notFound, notSignedIn } from '../../kernel/server/errors.ts';
import { html, sendPage } from '../../kernel/server/page.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { changedOptOuts, presentOptOuts } from './preferences.ts';
import { type MailKind, readUnsubscribeToken } from '../../kernel/mail/unsubscribe.ts';

const readHandler = route<typeof emailPreferenceCalls.read>({
  call: emailPreferenceCalls.read,
  access: 'member',
  async handler({ context: { db }, caller }) {
    const member = await db
      .selectFrom('users')
      .innerJoin('logins', 'logins.user_id', 'users.id')
      .select(['email', 'email_opt_outs'])
      .where('users.id', '=', caller!.userId)
      .executeTakeFirst();
    if (!member) throw notSignedIn();
    return { email: member.email, opt_outs: presentOptOuts(member.email_opt_outs) };
  },
});

const updateHandler = route<typeof emailPreferenceCalls.update>({
  call: emailPreferenceCalls.update,
  access: 'member',
  async handler({ context: { db, now }, caller, body }) {
    const member = await db
      .updateTable('users')
      .from('logins')
      .set({ email_opt_outs: changedOptOuts(body), updated_at: now() })
      .where('users.id', '=', caller!.userId)
      .whereRef('logins.user_id', '=', 'users.id')
      .returning(['email', 'email_opt_outs'])
      .executeTakeFirst();
    if (!member) throw notSignedIn();
    return { email: member.email, opt_outs: presentOptOuts(member.email_opt_outs) };
  },
});

const Params = z.object({ token: z.string().max(120) });
const unsubscribeCalls = {
  page: {
    method: 'GET',
    path: '/unsubscribe/:token',
    summary: 'Page behind the link that stops mails',
    params: Params,
  },
  unsubscribe: {
    method: 'POST',
    path: '/unsubscribe/:token',
    summary: 'Stop mails with one click, as mail programs do (RFC 8058)',
    params: Params,
  },
} satisfies Record<string, Call>;

const NAMES: Record<MailKind, string> = {
  account: 'all mails except those about the account itself',
  news: 'news and offers',
  social: 'mails about friends, likes and comments',
  challenges: 'mails about challenges',
  summaries: 'summaries of your training',
  reminders: 'reminders of your training plan',
};

/** Programs that check the links of a mail open them: only the button stops anything. */
const unsubscribePageHandler = route<typeof unsubscribeCalls.page>({
  call: unsubscribeCalls.page,
  access: 'anyone',
  lenient: true,
  handler({ context, params, reply }) {
    const link = readUnsubscribeToken(context, params.token);
    if (!link) throw notFound('link');
    const body = html`<h1>Stop mails</h1>
      <p>Do you want no more ${NAMES[link.kind]}? You can switch them on again in your settings.</p>
      <form method="post"><button type="submit">Stop these mails</button></form>
      <p><a href="/account/settings">Choose which mails you get</a></p>`;
    return Promise.resolve(sendPage(reply, { title: 'Stop mails', body, hasForm: true }));
  },
});

const unsubscribeHandler = route<typeof unsubscribeCalls.unsubscribe>({
  call: unsubscribeCalls.unsubscribe,
  access: 'anyone',
  lenient: true,
  form: true,
  limit: { max: 120, windowSeconds: 600 },
  async handler({ context, params, reply }) {
    const link = readUnsubscribeToken(context, params.token);
    if (!link) throw notFound('link');
    const { userId, kind } = link;
    const everything = { news: true, social: true, challenges: true, summaries: true, reminders: true };
    await context.db
      .updateTable('users')
      .set({
        email_opt_outs: changedOptOuts(kind === 'account' ? everything : { [kind]: true }),
        updated_at: sql`now()`,
      })
      .where('id', '=', userId)
      .execute();
    const body = html`<h1>Done</h1>
      <p>You get no more ${NAMES[kind]}.</p>
      <p><a href="/account/settings">Choose which mails you get</a></p>`;
    return sendPage(reply, { title: 'Mails are stopped', body });
  },
});

/** Which mails a member wants, in the settings and by the links of the mails. */
export const emailPreferencesService: Service = {
  name: 'e-mail preferences',
  base: SERVICE_BASES.internal,
  routes: [readHandler, updateHandler, unsubscribePageHandler, unsubscribeHandler],
};
