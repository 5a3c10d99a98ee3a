import { type MailKind, mintUnsubscribeToken } from './unsubscribe.ts';
import type { Context, Mail } from '../server/context.ts';
import { escapeHtml } from '../server/page.ts';

export interface MailContent {
  subject: string;
  greeting: string;
  lines: string[];
  action: { label: string; href: string };
  after: string[];
}

/** Who gets a mail. Without a member there is nothing to unsubscribe from. */
export interface Recipient {
  email: string;
  userId: number | null;
}

/** Whether mail programs would make a link of what a member wrote, for a mail to somebody else. */
export const canBecomeLink = (text: string): boolean =>
  /\p{L}:\S|\S@\S|[.\uff0e\u3002\uff61][\p{L}\p{M}]{2}/u.test(text);

/** Anybody may sign up with somebody else's address: a name that may become a link greets nobody. */
const nameOf = (greeting: string): string =>
  /[/:@]/.test(greeting) || canBecomeLink(greeting) ? 'there' : greeting;

/** What the link of a mail stops, as the mail says it. */
const UNSUBSCRIBE: Record<MailKind, string> = {
  account: 'Unsubscribe from all other mails',
  news: 'Unsubscribe from news and offers',
  social: 'Unsubscribe from mails about friends',
  challenges: 'Unsubscribe from mails about challenges',
  summaries: 'Unsubscribe from training summaries',
  reminders: 'Unsubscribe from reminders',
};

/**
 * A mail with one thing to do, as plain text and in the product's look. Mail programs stop mails of its kind with one
 * click (RFC 8058).
 */
export function writeMail(
  { env, derive }: Pick<Context, 'env' | 'derive'>,
  { email, userId }: Recipient,
  letter: MailContent,
  kind: MailKind = 'account',
): Mail {
  const site = env.SITE_URL.replace(/\/$/, '');
  const stop =
    userId === null ? null : `${site}/internal/unsubscribe/${mintUnsubscribeToken({ derive }, userId, kind)}`;
  const { subject, lines, action, after } = letter;
  const greeting = nameOf(letter.greeting);
  const sender = [`Waymark · ${site}`, `Questions? Write to ${env.SUPPORT_EMAIL}`];
  const foot = [...sender, ...(stop ? [`${UNSUBSCRIBE[kind]}: ${stop}`] : [])].join('\n');
  const text = [`Hello ${greeting},`, ...lines, `${action.label}:\n${action.href}`, ...after, foot].join(
    '\n\n',
  );
  return {
    to: email,
    subject,
    text,
    html: htmlOf(
      { ...letter, greeting },
      sender,
      stop === null ? null : { label: UNSUBSCRIBE[kind], href: stop },
    ),
    ...(stop && {
      headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  };
}

/** Addresses on this site as links, which not every mail program makes by itself. Members write none of these lines. */
const withLinks = (escaped: string): string =>
  escaped.replaceAll(/https?:\/\/[^\s<]+[^\s<.,]/g, '<a href="$&" style="color:#C23C15">$&</a>');

/**
 * Mail programs know tables and inline styles, and little else. A width in pixels would not give way in the narrow window
 * of a phone.
 */
function htmlOf(
  { subject, greeting, lines, action, after }: MailContent,
  sender: readonly string[],
  stop: MailContent['action'] | null,
): string {
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FBFAF7;color:#17211E;font:16px/1.5 system-ui,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;text-align:left;overflow-wrap:anywhere"><tr><td>
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#D6451B">Waymark</p>
${[`Hello ${greeting},`, ...lines].map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:#C23C15;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
${after.map((line) => withLinks(paragraph(line))).join('\n')}
<p style="margin:32px 0 0;font-size:13px;color:#5A6561">${sender.map((line) => withLinks(escapeHtml(line))).join('<br>')}${stop ? `<br><a href="${escapeHtml(stop.href)}" style="color:#5A6561">${stop.label}</a>` : ''}</p>
</td></tr></table></td></tr></table></body></html>`;
}
