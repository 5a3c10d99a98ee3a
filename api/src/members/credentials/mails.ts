import { writeMail } from '../../kernel/mail/letter.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { hasEnoughResets, mintMailToken } from './mail-tokens.ts';

const RESET = 'password-reset-mail';
const CONFIRM = 'confirmation-mail';
const WORK = { concurrency: 1, retries: 8, timeoutSeconds: 60, keepsUnfinished: true } as const;

interface ResetWork {
  email: string;
  next?: string;
}

/** Queues the mail whether or not there is such an account: answer and time are the same. */
export const sendReset = (
  { jobs }: Pick<Context, 'jobs'>,
  email: string,
  { next, trx }: { next?: string | undefined; trx?: Trx } = {},
) => jobs.send<ResetWork>(RESET, { email, ...(next && { next }) }, { ...(trx && { trx }) });

/** Without a key: a mail that is asked for while the one before it is on its way has to be sent as well. */
export const sendConfirmation = ({ jobs }: Pick<Context, 'jobs'>, userId: number, trx?: Trx) =>
  jobs.send(CONFIRM, { userId }, { ...(trx && { trx }) });

/** Links are made here rather than with the call: the queue never holds a secret. */
export function declareMails(context: Context): void {
  const { db, env, jobs } = context;
  const site = env.SITE_URL.replace(/\/$/, '');
  const findBy = () =>
    db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['logins.user_id', 'logins.email', 'logins.email_confirmed_at', 'users.first_name']);

  jobs.work<ResetWork>(RESET, WORK, async ({ email, next }) => {
    const login = await findBy().where('logins.email', '=', email).executeTakeFirst();
    if (!login || (await hasEnoughResets(context, login.user_id))) return;
    const token = await mintMailToken(context, 'password_reset', login);
    const query = next ? `?next=${encodeURIComponent(next)}` : '';
    await context.mail(
      writeMail(
        context,
        { email: login.email, userId: login.user_id },
        {
          subject: 'Set a new Waymark password',
          greeting: login.first_name,
          lines: ['Here is the link to set a new password. It works once and expires in an hour.'],
          action: { label: 'Set a new password', href: `${site}/password_reset/${token}${query}` },
          after: ['Didn’t ask for this? Ignore this mail: your password stays the same.'],
        },
      ),
    );
  });

  jobs.work<{ userId: number }>(CONFIRM, WORK, async ({ userId }) => {
    const login = await findBy().where('logins.user_id', '=', userId).executeTakeFirst();
    if (!login || login.email_confirmed_at) return;
    const token = await mintMailToken(context, 'confirm_email', login);
    await context.mail(
      writeMail(
        context,
        { email: login.email, userId: login.user_id },
        {
          subject: 'Welcome to Waymark: confirm your e-mail address',
          greeting: login.first_name,
          lines: [
            'Confirm that this address is yours. It is how you get back in if you forget your password.',
            'The link works for 14 days.',
          ],
          action: { label: 'Confirm my address', href: `${site}/verify_email/${token}` },
          after: ['Didn’t sign up? Ignore this mail.'],
        },
      ),
    );
  });
}
