import { formatDay, writeMail } from '../../kernel/mail/letter.ts';
import { beginErasing, markReminded } from '../../members/deletion/find-deletion.ts';
import { findBillingLosses } from '../../commerce/billing/end-with-account.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { mintMailToken } from '../../members/credentials/mail-tokens.ts';
import { endAllSessions } from '../../members/sessions/sessions.ts';
import { eraseMember } from './erase-member.ts';

const BEGIN = 'begin-erasure';
const ERASE = 'erase-account';
/** Every process has learned by then that the sessions are over: nothing is written behind the erasure. */
const SESSIONS_END_SECONDS = 15;
const MAIL = 'deletion-mail';
const REMIND_BEFORE_MS = 2 * 86_400_000;

/** `begun`: the request was just made. `reminder`: the grace period is about to end. */
type Occasion = 'begun' | 'reminder';

/** The key has the request: one that follows a cancelled one has a mail of its own. */
export const sendDeletionMail = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  { user_id: userId, id }: { user_id: number; id: number },
  occasion: Occasion,
) => jobs.send(MAIL, { userId, occasion }, { key: `${userId} ${id} ${occasion}`, trx });

async function sendReminders(context: Context): Promise<void> {
  const { db, now } = context;
  await db.transaction().execute(async (trx) => {
    const due = await markReminded(trx, now(), new Date(now().getTime() + REMIND_BEFORE_MS));
    for (const request of due) await sendDeletionMail(context, trx, request, 'reminder');
  });
}

async function queueErasures(context: Context): Promise<void> {
  const { db, jobs, now } = context;
  const due = await db
    .selectFrom('deletion_requests')
    .select(['user_id', 'state'])
    .where((at) => at.or([at('state', '=', 'erasing'), at('erase_at', '<=', now())]))
    .execute();
  for (const { user_id, state } of due)
    await jobs.send(state === 'erasing' ? ERASE : BEGIN, { userId: user_id }, { key: String(user_id) });
}

/** Mails that are due and accounts whose grace period is over. */
export async function checkDeletions(context: Context): Promise<void> {
  await sendReminders(context);
  await queueErasures(context);
}

export const deletionCheck = hourly('deletion-check', checkDeletions);

/** What the member loses besides what they logged. */
function lossLines(
  { premium, unused_gifts, receipts }: Awaited<ReturnType<typeof findBillingLosses>>,
  timeZone: string,
): string[] {
  const end = premium?.paid_until_datetime;
  return [
    ...(premium
      ? [
          `Your premium ended with your request, and nothing more is charged. ${
            end
              ? `If you keep your account, it is open again until ${formatDay(new Date(end), timeZone)}, and does not renew by itself.`
              : 'If you keep your account, it is yours again.'
          }`,
        ]
      : []),
    ...(unused_gifts > 0
      ? [
          `Nobody has used ${unused_gifts === 1 ? 'a gift code' : `${unused_gifts} gift codes`} of yours yet. Codes still work for whoever has them, so pass them on before then.`,
        ]
      : []),
    ...(receipts > 0
      ? ['Save the receipts that you need. Our books keep your payments without your name, as the law asks.']
      : []),
  ];
}

export function declareDeletionJobs(context: Context): void {
  const { db, env, jobs, now } = context;
  deletionCheck.declare(context);

  const work = { concurrency: 1, retries: 8, timeoutSeconds: 3600 };
  jobs.work<{ userId: number }>(BEGIN, work, async ({ userId }) => {
    const hasBegun = await db.transaction().execute(async (trx) => {
      // From here on there is no way back: a cancellation at the same moment finds either state, never both.
      const isDue = await beginErasing(trx, userId, now());
      if (isDue) await endAllSessions(trx, userId, now(), 'deletion');
      return isDue;
    });
    if (hasBegun)
      await jobs.send(ERASE, { userId }, { key: String(userId), afterSeconds: SESSIONS_END_SECONDS });
  });

  jobs.work<{ userId: number }>(ERASE, work, async ({ userId }) => {
    const request = await db
      .selectFrom('deletion_requests')
      .select('state')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (request?.state === 'erasing') await eraseMember(context, userId);
  });

  jobs.work<{ userId: number; occasion: Occasion }>(
    MAIL,
    { concurrency: 1, retries: 8, timeoutSeconds: 60, keepsUnfinished: true },
    async ({ userId, occasion }) => {
      const member = await db
        .selectFrom('deletion_requests as d')
        .innerJoin('logins', 'logins.user_id', 'd.user_id')
        .innerJoin('users', 'users.id', 'd.user_id')
        .select(['logins.email', 'users.first_name', 'users.time_zone', 'd.erase_at'])
        .where('d.user_id', '=', userId)
        .where('d.state', '=', 'pending')
        .executeTakeFirst();
      if (!member) return;
      const token = await mintMailToken(context, 'keep_account', { user_id: userId, email: member.email });
      const losses = await findBillingLosses(context, userId);
      const day = formatDay(member.erase_at, member.time_zone);
      await context.mail(
        writeMail(
          context,
          { email: member.email, userId },
          {
            subject:
              occasion === 'begun'
                ? 'Your Waymark account will be deleted'
                : 'Your Waymark account is about to be deleted',
            greeting: member.first_name,
            lines: [
              occasion === 'begun'
                ? `You asked to delete your account. On ${day} we erase it for good, with all your workouts, routes and photos.`
                : `On ${day} we erase your account for good, as you asked. After that nobody can bring it back.`,
              ...lossLines(losses, member.time_zone),
              'Changed your mind? Until then one click keeps it.',
            ],
            action: {
              label: 'Keep my account',
              href: `${env.SITE_URL.replace(/\/$/, '')}/account/keep/${token}`,
            },
            after: ['If you still want to leave, there is nothing to do.'],
          },
        ),
      );
    },
  );
}
