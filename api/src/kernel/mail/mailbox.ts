import type { Call } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Context } from '../server/context.ts';
import { notFound } from '../server/errors.ts';
import { type Html, html, sendPage } from '../server/page.ts';
import { route, type Service } from '../server/route.ts';
import { hasMailbox, MAX_MAILS } from './mail.ts';
import type { MailTables } from './tables.ts';

const Params = z.object({ id: z.coerce.number().int().positive() });

const calls = {
  list: { method: 'GET', path: '/mailbox', summary: 'Mails of this machine' },
  one: { method: 'GET', path: '/mailbox/:id', summary: 'One mail of this machine', params: Params },
  body: { method: 'GET', path: '/mailbox/:id/body', summary: "A mail's HTML", params: Params },
} satisfies Record<string, Call>;

/** Visitors on the machine itself. */
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Only a local site without a mail server shows its mails: they hold links that sign people in. Others on the network
 * do not see them either where the site listens beyond this machine, unless the configuration says so.
 */
function requireMailbox({ env }: Context, { ip }: Pick<FastifyRequest, 'ip'>): void {
  if (!hasMailbox(env) || (env.MAILBOX !== true && !LOOPBACK.has(ip))) throw notFound('page');
}

const time = (at: Date) =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

/** Text with its links made clickable. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

async function findMail({ db }: Context, id: number): Promise<Selectable<MailTables['mailbox']>> {
  const mail = await db.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw notFound('mail');
  return mail;
}

const listHandler = route<typeof calls.list>({
  call: calls.list,
  access: 'anyone',
  lenient: true,
  async handler({ context, request, reply }) {
    requireMailbox(context, request);
    const mails = await context.db
      .selectFrom('mailbox')
      .select(['id', 'recipient', 'subject', 'created_at'])
      .orderBy('id', 'desc')
      .limit(MAX_MAILS)
      .execute();
    const rows = mails.map(
      (mail) =>
        html`<li>
          <a href="/mailbox/${mail.id}">
            <span>${mail.subject}</span><span class="soft wrap">${mail.recipient}</span>
            <span class="soft">${time(mail.created_at)}</span>
          </a>
        </li>`,
    );
    const body = html`<h1>Mailbox</h1>
      <p>No mail server is configured, so the mails that Waymark sends are kept here, on this machine.</p>
      ${
        rows.length > 0
          ? html`<ul class="rows">
              ${rows}
            </ul>`
          : html`<p class="soft">
              Nothing yet. Sign up, or ask for a new password, and the mail shows up here.
            </p>`
      }`;
    return sendPage(reply, { title: 'Mailbox', body });
  },
});

const oneHandler = route<typeof calls.one>({
  call: calls.one,
  access: 'anyone',
  lenient: true,
  async handler({ context, params, request, reply }) {
    requireMailbox(context, request);
    const mail = await findMail(context, params.id);
    const body = html`<p><a href="/mailbox">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p class="soft wrap">To ${mail.recipient}, ${time(mail.created_at)}</p>
      <pre>${withLinks(mail.text)}</pre>
      ${
        mail.html
          ? html`<h2>As a mail program shows it</h2>
              <iframe title="The mail as HTML" src="/mailbox/${mail.id}/body" sandbox></iframe>`
          : null
      }`;
    return sendPage(reply, { title: mail.subject, body });
  },
});

const bodyHandler = route<typeof calls.body>({
  call: calls.body,
  access: 'anyone',
  lenient: true,
  async handler({ context, params, request, reply }) {
    requireMailbox(context, request);
    const mail = await findMail(context, params.id);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      )
      .send(mail.html);
  },
});

export const mailboxService: Service = {
  name: 'mailbox',
  base: '',
  routes: [listHandler, oneHandler, bodyHandler],
};
