import { writeMail } from '../../kernel/mail/letter.ts';
import type { Context } from '../../kernel/server/context.ts';
import { mintMailToken } from '../credentials/mail-tokens.ts';

const CONFIRM = 'email-change-mail';
const CHANGED = 'email-changed-mail';
const NOTICE = 'security-notice-mail';
const WORK = { concurrency: 1, retries: 8, timeoutSeconds: 60, keepsUnfinished: true } as const;

/** What a member is told of by mail because somebody else might have done it. */
export type Notice =
  | 'email_change_requested'
  | 'chat_app_linked'
  | 'token_created'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_code_used';

const NOTICES: Record<Notice, string> = {
  email_change_requested:
    'Another e-mail address was asked for. It takes the place of this one as soon as its link is opened.',
  chat_app_linked: 'A chat app was linked to your account. It can log in from now on.',
  token_created: 'An access token was made. Scripts that have it read or change your data.',
  password_changed: 'Your password was changed, and you were signed out everywhere else.',
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_enabled: 'Signing in asks for a code of your app from now on.',
  totp_disabled: 'Signing in no longer asks for a code of your app.',
  recovery_code_used: 'A recovery code was used to sign in. It does not work again.',
};

/** Asks the new address for its confirmation. Without a key: a second change may follow while the mail of the first is sent. */
export const sendEmailChange = ({ jobs }: Pick<Context, 'jobs'>, userId: number) =>
  jobs.send(CONFIRM, { userId });

/** Tells the old address, with a link that goes back to it. */
export const announceEmailChange = (
  { jobs }: Pick<Context, 'jobs'>,
  change: { userId: number; oldEmail: string; newEmail: string },
) => jobs.send(CHANGED, change, { key: `${change.userId} ${change.oldEmail} ${change.newEmail}` });

/** To the address of this moment: the next call may change it before the mail is written. */
export async function sendSecurityNotice(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  userId: number,
  notice: Notice,
): Promise<void> {
  const login = await db
    .selectFrom('logins')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (login) await jobs.send(NOTICE, { userId, notice, email: login.email });
}

/** Hides most of an address that is told to somebody else's mailbox. */
const masked = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;

/** Links are made here rather than with the call: the queue never holds a secret. */
export function declareSecurityMails(context: Context): void {
  const { db, env, jobs } = context;
  const site = env.SITE_URL.replace(/\/$/, '');
  const findMember = (userId: number) =>
    db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['logins.email', 'users.first_name'])
      .where('logins.user_id', '=', userId)
      .executeTakeFirst();

  jobs.work<{ userId: number }>(CONFIRM, WORK, async ({ userId }) => {
    const [member, change] = [
      await findMember(userId),
      await db.selectFrom('email_changes').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    ];
    if (!member || !change) return;
    const used = await db
      .selectFrom('logins')
      .select('user_id')
      .where('email', '=', change.email)
      .executeTakeFirst();
    // Whoever has the address learns nothing and can confirm nothing: the call answered alike.
    if (used) return;
    const token = await mintMailToken(context, 'change_email', { user_id: userId, email: change.email });
    await context.mail(
      writeMail(
        context,
        { email: change.email, userId },
        {
          subject: 'Confirm your new e-mail address',
          greeting: member.first_name,
          lines: [
            'You asked to use this address for your Waymark account. The link works once, for one day.',
          ],
          action: { label: 'Use this address', href: `${site}/account/confirm_email_change/${token}` },
          after: ['If this was not you, do nothing: nothing changes.'],
        },
      ),
    );
  });

  jobs.work<{ userId: number; oldEmail: string; newEmail: string }>(
    CHANGED,
    WORK,
    async ({ userId, oldEmail, newEmail }) => {
      const member = await findMember(userId);
      if (!member) return;
      const token = await mintMailToken(context, 'undo_email_change', { user_id: userId, email: oldEmail });
      await context.mail(
        writeMail(
          context,
          { email: oldEmail, userId },
          {
            subject: 'Your Waymark e-mail address was changed',
            greeting: member.first_name,
            lines: [
              `Your account now uses ${masked(newEmail)}. This address no longer signs in.`,
              'If this was not you, go back to this address within seven days. That signs everybody out, and you set a new password.',
            ],
            action: { label: 'Go back to this address', href: `${site}/account/undo_email_change/${token}` },
            after: ['If you changed it yourself, do nothing.'],
          },
        ),
      );
    },
  );

  jobs.work<{ userId: number; notice: Notice; email: string }>(
    NOTICE,
    WORK,
    async ({ userId, notice, email }) => {
      const member = await findMember(userId);
      if (!member) return;
      await context.mail(
        writeMail(
          context,
          { email, userId },
          {
            subject: 'The security of your Waymark account',
            greeting: member.first_name,
            lines: [NOTICES[notice]],
            action: { label: 'See how you sign in', href: `${site}/account/security` },
            after: ['If this was not you, set a new password at once and sign out everywhere else.'],
          },
        ),
      );
    },
  );
}
