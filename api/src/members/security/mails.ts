import type { AccountCredential } from '@waymark/api-contract';
import { canBecomeLink, writeMail } from '../../kernel/mail/letter.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { findWayBack, mintMailToken } from '../credentials/mail-tokens.ts';

const CONFIRM = 'email-change-mail';
const CHANGED = 'email-changed-mail';
const NOTICE = 'security-notice-mail';
const WORK = { concurrency: 1, retries: 8, timeoutSeconds: 60, keepsUnfinished: true } as const;

interface NoticeWork {
  userId: number;
  notice: Notice;
  email: string;
  /** Missing in work of earlier versions. */
  ended?: readonly string[];
}

/** What a member is told of by mail because somebody else might have done it. */
export type Notice =
  | 'email_change_requested'
  | 'chat_app_linked'
  | 'token_created'
  | 'password_changed'
  | 'password_reset'
  | 'passkey_added'
  | 'passkey_removed'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_code_used';

const NOTICES: Record<Notice, { subject: string; line: string }> = {
  email_change_requested: {
    subject: 'Your Waymark e-mail address is about to change',
    line: 'Someone signed in to your account asked to change its e-mail address. The new one replaces this one as soon as the link we sent there is opened.',
  },
  chat_app_linked: {
    subject: 'A chat app was linked to your Waymark account',
    line: 'A chat app was linked to your account. From now on you can sign in with it.',
  },
  token_created: {
    subject: 'An access token was created for your Waymark account',
    line: 'A personal access token was created. Any script that has it can use your account as far as the token allows.',
  },
  password_changed: {
    subject: 'Your Waymark password was changed',
    line: 'Your password was changed, and you were signed out everywhere else.',
  },
  password_reset: {
    subject: 'A new password was set for your Waymark account',
    line: 'A new password was set with the link of a mail to you, and every device was signed out.',
  },
  passkey_added: {
    subject: 'A passkey was added to your Waymark account',
    line: 'A passkey was added to your account. From now on you can sign in with it.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your Waymark account',
    line: 'A passkey was removed from your account. It no longer signs you in.',
  },
  totp_enabled: {
    subject: 'Sign-in codes are on for your Waymark account',
    line: 'From now on, signing in asks for a code from your authenticator app.',
  },
  totp_disabled: {
    subject: 'Sign-in codes are off for your Waymark account',
    line: 'Signing in no longer asks for a code from your authenticator app.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in to Waymark',
    line: 'One of your recovery codes was used to sign in. It won’t work again.',
  },
};

/** Asks the new address for its confirmation. Without a key: a second change may follow while the mail of the first is sent. */
export const sendEmailChange = ({ jobs }: Pick<Context, 'jobs'>, trx: Trx, userId: number) =>
  jobs.send(CONFIRM, { userId }, { trx });

interface EmailChangeWork {
  userId: number;
  oldEmail: string;
  newEmail: string;
  /** Missing in work of earlier versions. */
  changedAt?: string;
}

/** Tells the old address, with a link that goes back to it. */
export const announceEmailChange = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  change: Required<EmailChangeWork>,
) => jobs.send(CHANGED, change, { key: `${change.userId} ${change.oldEmail} ${change.newEmail}`, trx });

const CREDENTIALS: Record<AccountCredential['kind'], string> = {
  passkey: 'passkey',
  authenticator_app: 'authenticator app with its recovery codes',
  chat_app: 'signing in with',
  access_token: 'access token',
  app: 'access of the app',
  connection: 'connection',
  feed_address: 'private address of your feed',
  calendar_address: 'private address of your training calendar',
  friend_invite: 'invitation link for friends',
  archive: 'archive of your data',
};

/** Whoever was in the account may have named it: a name that mail programs make a link of is left out. */
const describeCredential = ({ kind, name }: AccountCredential): string =>
  name === null || canBecomeLink(name) ? CREDENTIALS[kind] : `${CREDENTIALS[kind]} “${name}”`;

/** What ended with an old password. */
interface EndedAccess {
  ended: readonly AccountCredential[];
  isEmailChangeEnded: boolean;
}

export const sendPasswordNotice = (
  context: Pick<Context, 'jobs'>,
  trx: Trx,
  userId: number,
  notice: 'password_changed' | 'password_reset',
  { ended, isEmailChangeEnded }: EndedAccess,
): Promise<void> =>
  sendSecurityNotice(context, trx, userId, notice, [
    ...ended.map(describeCredential),
    ...(isEmailChangeEnded ? ['change of your e-mail address'] : []),
  ]);

/**
 * In the transaction of what it tells: neither is there without the other. To the address of this moment, since the next
 * call may change it before the mail is written.
 * @param ended what opens the account no more
 */
export async function sendSecurityNotice(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  userId: number,
  notice: Notice,
  ended: readonly string[] = [],
): Promise<void> {
  const login = await trx
    .selectFrom('logins')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (login) await jobs.send<NoticeWork>(NOTICE, { userId, notice, email: login.email, ended }, { trx });
}

/** Hides most of an address that is told to somebody else's mailbox. */
const masked = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;

/** Links are made here rather than with the call: the queue never holds a secret. */
export function declareSecurityMails(context: Context): void {
  const { db, env, jobs, now } = context;
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
            'Here is the link to move your Waymark account to this address. It works once and expires in a day.',
          ],
          action: { label: 'Use this address', href: `${site}/account/confirm_email_change/${token}` },
          after: ['Didn’t ask for this? Ignore this mail and nothing changes.'],
        },
      ),
    );
  });

  jobs.work<EmailChangeWork>(CHANGED, WORK, async ({ userId, oldEmail, newEmail, changedAt }) => {
    const member = await findMember(userId);
    if (!member) return;
    const since = changedAt === undefined ? now() : new Date(changedAt);
    // To an address that the account had before, and might go back to: it is nearer to its owner than the one it left.
    const leftAt = await findWayBack(db, userId, member.email, now());
    const token =
      leftAt && leftAt < since
        ? null
        : await mintMailToken(context, 'undo_email_change', { user_id: userId, email: oldEmail, since });
    const isMoved = `Your account now uses ${masked(newEmail)}. You can no longer sign in with this address.`;
    await context.mail(
      writeMail(
        context,
        { email: oldEmail, userId },
        {
          subject: 'Your Waymark e-mail address was changed',
          greeting: member.first_name,
          ...(token === null
            ? {
                lines: [isMoved, 'That is an address that your account had in the last seven days.'],
                action: { label: 'Log in', href: `${site}/auth/login` },
              }
            : {
                lines: [
                  isMoved,
                  'Wasn’t you? Go back to this address within seven days. That signs out every device, and you set a new password.',
                ],
                action: {
                  label: 'Go back to this address',
                  href: `${site}/account/undo_email_change/${token}`,
                },
              }),
          after: ['If you changed it yourself, there is nothing to do.'],
        },
      ),
    );
  });

  jobs.work<NoticeWork>(NOTICE, WORK, async ({ userId, notice, email, ended = [] }) => {
    const member = await findMember(userId);
    if (!member) return;
    await context.mail(
      writeMail(
        context,
        { email, userId },
        {
          subject: NOTICES[notice].subject,
          greeting: member.first_name,
          lines: [NOTICES[notice].line, ...(ended.length > 0 ? [`Ended with it: ${ended.join(', ')}.`] : [])],
          action: { label: 'Check your sign-in settings', href: `${site}/account/security` },
          after: ['Wasn’t you? Set a new password right away and sign out all other devices.'],
        },
      ),
    );
  });
}
