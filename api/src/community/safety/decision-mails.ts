import type { Report } from '@waymark/api-contract';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { canBecomeLink, formatDay, type MailContent, writeMail } from '../../kernel/mail/letter.ts';
import { quotable } from '../../kernel/mail/quote.ts';
import type { Context } from '../../kernel/server/context.ts';
import { appealDeadline, type DecisionRow, selectDecisions } from './appeal.ts';

const MAIL = 'moderation-mail';
/** What is older was lost for another reason than a process that ended. */
const DUE_MS = 7 * 86_400_000;

/** A decision about a member, or the answer to their appeal against it. */
interface DueMail {
  userId: number;
  reportId: number;
  about: 'decision' | 'answer';
}

export const queueDueMail = ({ jobs }: Pick<Context, 'jobs'>, mail: DueMail): Promise<void> =>
  jobs.send<DueMail>(MAIL, mail, { key: `${mail.reportId} ${mail.about}` });

/** Mails of decisions whose process ended before it queued them. */
export async function queueDueMails(context: Context): Promise<void> {
  const { db, now } = context;
  const since = new Date(now().getTime() - DUE_MS);
  const decisions = await db
    .selectFrom('reports')
    .select(['user_id', 'id'])
    .where('mailed_at', 'is', null)
    .where('resolved_at', '>', since)
    .where((at) =>
      at.or([
        at('state', '=', 'suspended'),
        at.and([at('state', '=', 'removed'), at('has_removed_content', '=', true)]),
      ]),
    )
    .execute();
  const answers = await db
    .selectFrom('appeals')
    .select(['user_id', 'report_id'])
    .where('mailed_at', 'is', null)
    .where('decided_at', '>', since)
    .execute();
  for (const { user_id: userId, id: reportId } of decisions)
    await queueDueMail(context, { userId, reportId, about: 'decision' });
  for (const { user_id: userId, report_id: reportId } of answers)
    await queueDueMail(context, { userId, reportId, about: 'answer' });
}

export const mailRound = hourly('moderation-mails', queueDueMails);

const REASONS: Record<Report['reason'], string> = {
  spam: 'spam or advertising',
  harassment: 'harassment or bullying',
  hate: 'hate',
  sexual: 'sexual content',
  danger: 'danger to somebody',
  privacy: 'it shows something private',
  other: 'something else',
};

const OBJECTS: Record<Report['object_type'], string> = {
  story: 'a post or workout of yours',
  comment: 'a comment of yours',
  user: 'your profile',
};

type Letter = Pick<MailContent, 'subject' | 'lines' | 'action'>;

/** The member's own words, as far as no mail program makes a link of them. */
function quoteOf({ object_type: type, snapshot }: DecisionRow): string {
  const text = type === 'user' ? '' : quotable(snapshot).slice(0, 200);
  return text === '' || canBecomeLink(text) ? '.' : `: “${text}”`;
}

function writeDecision(row: DecisionRow, timeZone: string): Omit<Letter, 'action'> & { label: string } {
  const removed = row.has_removed_content
    ? [`A moderator removed ${OBJECTS[row.object_type]}${quoteOf(row)}`]
    : [];
  const suspended =
    row.state === 'suspended'
      ? [
          'A moderator suspended your account. You can still log in, but others don’t see you, and you can’t post.',
        ]
      : [];
  return {
    subject:
      row.state === 'suspended'
        ? 'Your Waymark account is suspended'
        : 'A moderator removed something you shared on Waymark',
    lines: [
      ...suspended,
      ...removed,
      `The reason: ${REASONS[row.reason]}.`,
      ...(row.statement ? [`The moderator writes: ${row.statement}`] : []),
      `Think this is wrong? You can appeal once, until ${formatDay(appealDeadline(row.resolved_at), timeZone)}.`,
    ],
    label: 'Read the decision',
  };
}

function restoredLine({
  has_removed_content: hasRemoved,
  is_content_restored: isRestored,
}: DecisionRow): string[] {
  if (!hasRemoved) return [];
  return [
    isRestored
      ? 'What was removed is back where it was.'
      : 'What was removed could not be brought back: it was deleted in the meantime.',
  ];
}

function writeAnswer(row: DecisionRow): Omit<Letter, 'action'> & { label: string } {
  const isOverturned = row.appeal_state === 'overturned';
  return {
    subject: isOverturned ? 'Your appeal on Waymark was accepted' : 'Your appeal on Waymark was turned down',
    lines: [
      isOverturned
        ? 'A moderator took the decision back that you appealed.'
        : 'A moderator read your appeal, and the decision stands. It is final.',
      ...(isOverturned && row.state === 'suspended' && !row.is_suspension_standing
        ? ['Your suspension has ended.']
        : []),
      ...(isOverturned ? restoredLine(row) : []),
      ...(row.answer ? [`The moderator writes: ${row.answer}`] : []),
    ],
    label: 'Read the answer',
  };
}

/** Claims a mail before it is sent: a process that is killed meanwhile may lose one, and never sends one twice. */
async function setMailed(
  { db }: Pick<Context, 'db'>,
  { userId, reportId, about }: DueMail,
  at: Date | null,
): Promise<boolean> {
  const isClaim = at !== null;
  const changed =
    about === 'decision'
      ? await db
          .updateTable('reports')
          .set({ mailed_at: at })
          .where('user_id', '=', userId)
          .where('id', '=', reportId)
          .$if(isClaim, (update) => update.where('mailed_at', 'is', null))
          .returning('id')
          .executeTakeFirst()
      : await db
          .updateTable('appeals')
          .set({ mailed_at: at })
          .where('user_id', '=', userId)
          .where('report_id', '=', reportId)
          .where('state', '<>', 'open')
          .$if(isClaim, (update) => update.where('mailed_at', 'is', null))
          .returning('id')
          .executeTakeFirst();
  return changed !== undefined;
}

async function sendDueMail(context: Context, due: DueMail): Promise<void> {
  const { db, env, now } = context;
  const { rows } = await selectDecisions(due.userId, due.reportId).execute(db);
  const member = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['logins.email', 'users.first_name', 'users.time_zone'])
    .where('logins.user_id', '=', due.userId)
    // Another address may be somebody else's.
    .where('logins.email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!rows[0] || !(await setMailed(context, due, now())) || !member) return;
  const letter = due.about === 'decision' ? writeDecision(rows[0], member.time_zone) : writeAnswer(rows[0]);
  const mail = writeMail(
    context,
    { email: member.email, userId: due.userId },
    {
      subject: letter.subject,
      greeting: member.first_name,
      lines: letter.lines,
      action: {
        label: letter.label,
        href: `${env.SITE_URL.replace(/\/$/, '')}/moderation/decisions`,
      },
      after: [],
    },
  );
  try {
    await context.mail(mail);
  } catch (error) {
    await setMailed(context, due, null);
    throw error;
  }
}

export function declareDecisionMails(context: Context): void {
  mailRound.declare(context);
  context.jobs.work<DueMail>(
    MAIL,
    { concurrency: 1, retries: 8, timeoutSeconds: 60, keepsUnfinished: true },
    (due) => sendDueMail(context, due),
  );
}
