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
  const foot = [`Waymark · ${env.SUPPORT_EMAIL}`, ...(stop ? [`Stop mails: ${stop}`] : [])].join('\n');
  const text = [`Hello ${greeting},`, ...lines, `${action.label}:\n${action.href}`, ...after, foot].join(
    '\n\n',
  );
  return {
    to: email,
    subject,
    text,
    html: htmlOf({ ...letter, greeting }, `Waymark · ${env.SUPPORT_EMAIL}`, stop),
    ...(stop && {
      headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  };
}

/**
 * Mail programs know tables and inline styles, and little else. A width in pixels would not give way in the narrow window
 * of a phone.
 */
function htmlOf(
  { subject, greeting, lines, action, after }: MailContent,
  foot: string,
  stop: string | null,
): string {
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FBFAF7;color:#17211E;font:16px/1.5 system-ui,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;text-align:left;overflow-wrap:anywhere"><tr><td>
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#D6451B">Waymark</p>
${[`Hello ${greeting},`, ...lines].map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:#C23C15;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
${after.map(paragraph).join('\n')}
<p style="margin:32px 0 0;font-size:13px;color:#5A6561">${escapeHtml(foot)}${stop ? ` · <a href="${escapeHtml(stop)}" style="color:#5A6561">Stop mails</a>` : ''}</p>
</td></tr></table></td></tr></table></body></html>`;
}
