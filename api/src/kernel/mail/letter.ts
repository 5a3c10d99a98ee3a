import { type MailKind, mintUnsubscribeToken } from './unsubscribe.ts';
import type { Context, Mail } from '../server/context.ts';
import { escapeHtml } from '../server/page.ts';

/** A row of a table: a number or a name, with what it is and what else is known of it. */
export interface MailFigure {
  label: string;
  value: string;
  note: string;
}

export interface MailContent {
  subject: string;
  greeting: string;
  lines: string[];
  figures?: MailFigure[];
  /** Below the figures. */
  more?: string[];
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
  const { subject, lines, figures = [], more = [], action, after } = letter;
  const greeting = nameOf(letter.greeting);
  const sender = [`Waymark · ${site}`, `Questions? Write to ${env.SUPPORT_EMAIL}`];
  const foot = [...sender, ...(stop ? [`${UNSUBSCRIBE[kind]}: ${stop}`] : [])].join('\n');
  const text = [
    `Hello ${greeting},`,
    ...lines,
    ...(figures.length > 0 ? [figures.map(textOfFigure).join('\n')] : []),
    ...more,
    `${action.label}:\n${action.href}`,
    ...after,
    foot,
  ].join('\n\n');
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

const textOfFigure = ({ label, value, note }: MailFigure): string =>
  `${label}: ${value}${note ? ` (${note})` : ''}`;

/** Addresses on this site as links, which not every mail program makes by itself. Members write none of these lines. */
const withLinks = (escaped: string): string =>
  escaped.replaceAll(/https?:\/\/[^\s<]+[^\s<.,]/g, '<a href="$&" class="link" style="color:#C23C15">$&</a>');

/** Colours of the dark scheme, for mail programs that know them; all others take the inline styles. */
const DARK_STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#101614!important;color:#E9EDE8!important}
.mark,.link{color:#FF7A4D!important}
.button{background:#FF7A4D!important;color:#101614!important}
.quiet,.quiet .link{color:#A3AEA9!important}
.row{border-color:#2A302D!important}
}`;

function tableOf(figures: readonly MailFigure[]): string {
  const rows = figures.map(({ label, value, note }) => {
    const cell = 'padding:10px 0;border-top:1px solid #E0E0DC;vertical-align:baseline';
    const below = note
      ? `<br><span class="quiet" style="font-size:14px;color:#5A6561">${escapeHtml(note)}</span>`
      : '';
    return `<tr><td class="row quiet" width="104" style="${cell};padding-right:12px;font-size:14px;color:#5A6561">${escapeHtml(label)}</td>
<td class="row" style="${cell}"><span style="font-size:20px;font-weight:600;line-height:1.25">${escapeHtml(value)}</span>${below}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">
${rows.join('\n')}
</table>`;
}

/**
 * Mail programs know tables and inline styles, and little else. A width in pixels would not give way in the narrow window
 * of a phone.
 */
function htmlOf(
  { subject, greeting, lines, figures = [], more = [], action, after }: MailContent,
  sender: readonly string[],
  stop: MailContent['action'] | null,
): string {
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK_STYLES}</style></head>
<body class="page" style="margin:0;background:#FBFAF7;color:#17211E;font:16px/1.5 system-ui,sans-serif">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FBFAF7;color:#17211E;font:16px/1.5 system-ui,sans-serif"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;text-align:left;overflow-wrap:anywhere"><tr><td>
<p class="mark" style="margin:0 0 24px;font-size:20px;font-weight:700;color:#D6451B">Waymark</p>
${[`Hello ${greeting},`, ...lines].map(paragraph).join('\n')}
${figures.length > 0 ? tableOf(figures) : ''}
${more.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(action.href)}" class="button" style="display:inline-block;background:#C23C15;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
${after.map((line) => withLinks(paragraph(line))).join('\n')}
<p class="quiet" style="margin:32px 0 0;font-size:13px;color:#5A6561">${sender.map((line) => withLinks(escapeHtml(line))).join('<br>')}${stop ? `<br><a href="${escapeHtml(stop.href)}" class="quiet" style="color:#5A6561">${stop.label}</a>` : ''}</p>
</td></tr></table></td></tr></table></body></html>`;
}

/** A day as mails write it, in the zone of whoever reads it. */
export const formatDay = (at: Date, timeZone: string): string => {
  const options = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone }).format(at);
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(at);
  }
};
