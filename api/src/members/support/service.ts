import {
  type Call,
  SERVICE_BASES,
  supportCalls,
  SUPPORT_LOGIN_PATH,
  type SupportTicket,
} from '@waymark/api-contract';
import { SignJWT } from 'jose';
import { beginEffect } from '../../kernel/database/call-attempt.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { writeMail } from '../../kernel/mail/letter.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Env } from '../../kernel/server/env.ts';
import { invalid } from '../../kernel/server/errors.ts';
import { countMember, MAILS_OF_MEMBER } from '../../kernel/server/member-limit.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { checkCaptcha } from '../auth/captcha.ts';
import { memberOfCookie } from '../sessions/sessions.ts';
import { findMember } from '../users/find-member.ts';

const TICKET = 'support-ticket';
const ANSWER_MS = 15_000;
/** The hand-over is used at once; help desks refuse older ones. */
const LOGIN_SECONDS = 180;

interface Ticket extends Pick<SupportTicket, 'topic' | 'subject' | 'message'> {
  reference: string;
  email: string;
  name: string;
  userId: number | null;
  page: string;
}

/** Names a ticket in mails and on the phone. */
const referenceOf = (id: number): string => `W${id.toString(36).toUpperCase()}`;

/** A request in the form of Zendesk's tickets, which other help desks take too. */
async function postTicket(env: Env, url: string, ticket: Ticket): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(env.SUPPORT_TICKET_TOKEN && { authorization: env.SUPPORT_TICKET_TOKEN }),
      'idempotency-key': ticket.reference,
    },
    body: JSON.stringify({
      ticket: {
        subject: ticket.subject,
        comment: { body: `${ticket.message}\n\n${ticket.reference} ${ticket.page}`.trim() },
        requester: { name: ticket.name || ticket.email, email: ticket.email },
        tags: ['waymark', ticket.topic],
        external_id: ticket.reference,
      },
    }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) throw new Error(`The ticket service answered ${answer.status}.`);
}

const TOPICS: Record<SupportTicket['topic'], string> = {
  account: 'their account',
  privacy: 'privacy',
  workouts: 'workouts',
  routes: 'routes',
  premium: 'premium',
  other: 'something else',
};

const mailTicket = (context: Context, { reference, email, name, topic, subject, message, page }: Ticket) => {
  const mail = writeMail(
    context,
    { email: context.env.SUPPORT_EMAIL, userId: null },
    {
      subject: `[${reference}] ${subject}`,
      greeting: 'support',
      lines: [
        `${name || 'A visitor'} (${email}) asks about ${TOPICS[topic]}${page && ` from the page ${page}`}:`,
        message,
      ],
      action: { label: `Answer ${email}`, href: `mailto:${email}` },
      after: [],
    },
  );
  return context.mail({ ...mail, headers: { 'Reply-To': email } });
};

const ticketHandler = route<typeof supportCalls.ticket>({
  call: supportCalls.ticket,
  access: 'anyone',
  lenient: true,
  limit: { max: 5, windowSeconds: 900, account: 'email' },
  async handler({ context, caller, body, request }) {
    // Whichever network it comes from, and whatever address it names.
    if (caller) countMember(request, 'tickets', caller.userId, MAILS_OF_MEMBER);
    const member = caller ? await findMember(context.db, caller.userId) : undefined;
    const email = body.email ?? member?.email;
    if (email === undefined) throw invalid({ email: ['Email is required.'] });
    if (!member) await checkCaptcha(context.env, body.recaptchaToken);
    const ticket = {
      email,
      name: body.name ?? member?.display_name ?? '',
      userId: member?.id ?? null,
      topic: body.topic,
      subject: body.subject,
      message: body.message,
      page: body.page ?? '',
    };
    const send = (id: number) => {
      const reference = referenceOf(id);
      return context.jobs.send<Ticket>(TICKET, { ...ticket, reference }, { key: reference });
    };
    // Keys are counted by member, and nothing that a visitor names is proven to be theirs.
    const idempotentCall =
      member && idempotentCallOf(request, member.id, JSON.stringify(body), context.now());
    const newId = context.newId();
    if (!idempotentCall) {
      await send(newId);
      return { reference: referenceOf(newId) };
    }
    // Queued before the key is stored for good: a ticket that could not be queued has not used it.
    const { id } = await context.db.transaction().execute((trx) => runOnce(trx, idempotentCall, newId, send));
    return { reference: referenceOf(id) };
  },
});

const loginCall = {
  method: 'GET',
  path: SUPPORT_LOGIN_PATH.slice(SERVICE_BASES.internal.length),
  summary: 'Sign in at the help desk as the member of the cookie',
} satisfies Call;

/** Where the browser goes: the help desk with a signed hand-over, sign-in first, or the plain support page. */
const loginHandler = route<typeof loginCall>({
  call: loginCall,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, request, reply }) {
    const { db, env, newId, now } = context;
    const redirect = (to: string) => reply.code(303).header('location', to).send();
    if (!env.SUPPORT_LOGIN_URL || !env.SUPPORT_LOGIN_SECRET) return redirect(env.SUPPORT_LINK);
    const holder = await memberOfCookie(context, request.server.tokens, request);
    const member = holder && (await findMember(db, holder.userId));
    if (!member) return redirect(`/auth/login?next=${encodeURIComponent(SUPPORT_LOGIN_PATH)}`);
    // A help desk finds its members by address: one that nobody has confirmed may be somebody else's.
    if (!member.email_confirmed_at) return redirect(env.SUPPORT_LINK);
    // A help desk takes each token once.
    beginEffect();
    const at = Math.floor(now().getTime() / 1000);
    const token = await new SignJWT({
      jti: String(newId()),
      name: member.display_name,
      email: member.email,
      external_id: String(member.id),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(at)
      .setExpirationTime(at + LOGIN_SECONDS)
      .sign(new TextEncoder().encode(env.SUPPORT_LOGIN_SECRET));
    const to = new URL(env.SUPPORT_LOGIN_URL);
    to.searchParams.set('jwt', token);
    return redirect(to.href);
  },
});

const MIN_SECRET_LENGTH = 32;

/** Help: tickets, and the way into an external help desk. */
export const supportService: Service = {
  name: 'support',
  base: SERVICE_BASES.internal,
  routes: [ticketHandler, loginHandler],
  checkConfiguration({ SUPPORT_LOGIN_URL, SUPPORT_LOGIN_SECRET }) {
    if (SUPPORT_LOGIN_URL && (SUPPORT_LOGIN_SECRET?.length ?? 0) < MIN_SECRET_LENGTH)
      throw new Error('SUPPORT_LOGIN_SECRET: give the secret of the help desk, at least 32 characters.');
  },
  jobs(context) {
    const { env, jobs } = context;
    jobs.work<Ticket>(
      TICKET,
      { concurrency: 1, retries: 12, timeoutSeconds: 60, keepsUnfinished: true },
      (ticket) =>
        env.SUPPORT_TICKET_URL
          ? postTicket(env, env.SUPPORT_TICKET_URL, ticket)
          : mailTicket(context, ticket),
    );
  },
};
