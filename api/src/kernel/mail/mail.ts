import { createTransport } from 'nodemailer';
import { sql } from 'kysely';
import type { Context } from '../server/context.ts';
import type { Env } from '../server/env.ts';

const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** The mailbox page takes the mails when no server is configured, and shows them only on a local site. */
export const hasMailbox = (env: Env): boolean => env.MAILBOX ?? (!env.SMTP_URL && LOCAL.test(env.SITE_URL));

/**
 * Delivers a mail at once, to the mail server or into the mailbox table; throws when that fails.
 * Call it from work in the background, which is repeated until it succeeds.
 */
export function createMail({ db, env, newId }: Pick<Context, 'db' | 'env' | 'newId'>): Context['mail'] {
  if (env.SMTP_URL) {
    const transport = createTransport(env.SMTP_URL, { from: env.MAIL_FROM });
    return async ({ to, subject, text, html, headers }) => {
      await transport.sendMail({ to, subject, text, ...(html && { html }), ...(headers && { headers }) });
    };
  }
  return async ({ to, subject, text, html = '', headers = {} }) => {
    await db
      .insertInto('mailbox')
      .values({
        id: newId(),
        recipient: to,
        subject,
        text,
        html,
        headers: JSON.stringify(headers),
        created_at: new Date(),
      })
      .execute();
    await trimMailbox(db);
  };
}

/** Mails that the mailbox page keeps. */
export const MAX_MAILS = 200;

/** Keeps the newest mails only. */
const trimMailbox = (db: Context['db']) =>
  db
    .deleteFrom('mailbox')
    .where(
      'id',
      '<',
      sql<number>`(select min(id) from (select id from mailbox order by id desc limit ${MAX_MAILS}) newest)`,
    )
    .execute();
