import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ChatApp } from '../../kernel/server/chat-apps.ts';
import { writeMail } from '../../kernel/mail/letter.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { isSameText, secretBox } from '../../kernel/server/secrets.ts';
import { countShared } from '../../kernel/server/shared-limits.ts';
import { ChatIdentity, chatProblem } from './exchange.ts';

const MAIL = 'chat-app-email-code';
const WORK = { concurrency: 1, retries: 8, timeoutSeconds: 60, keepsUnfinished: true } as const;
const LIFE_MS = 15 * 60_000;
const DIGITS = 8;
/** Mails to one address, and guesses at one code, whichever networks they come from. */
const MAILS = { max: 5, windowSeconds: 3600 };
const GUESSES = { max: 5, windowSeconds: LIFE_MS / 1000 };

/** An address that a code of its mailbox confirms, for somebody whose chat app confirms none. */
const Challenge = z.object({
  identity: ChatIdentity,
  email: z.string(),
  nonce: z.string(),
  until: z.number(),
});
interface CodeWork {
  email: string;
  nonce: string;
  name: string;
}

const challengeBox = (context: Pick<Context, 'derive'>) => secretBox(context, 'chat app e-mail challenges');

/** Follows from what the job knows, so that the queue never holds it. */
function codeOf({ derive }: Pick<Context, 'derive'>, { email, nonce }: Omit<CodeWork, 'name'>): string {
  const mac = createHmac('sha256', derive('chat app e-mail codes')).update(`${nonce} ${email}`).digest();
  return String(mac.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Mails a code to an address. An address with an account gets a mail that says so instead; the answer is the same.
 * @returns what goes back with the code
 */
export async function sendEmailCode(
  context: Context,
  app: ChatApp,
  identity: ChatIdentity,
  email: string,
): Promise<string> {
  await countShared(context, { call: MAIL, address: '::', account: email }, MAILS);
  const nonce = randomBytes(16).toString('base64url');
  await context.jobs.send<CodeWork>(MAIL, { email, nonce, name: app.name });
  const until = context.now().getTime() + LIFE_MS;
  return challengeBox(context).seal(JSON.stringify({ identity, email, nonce, until })).toString('base64url');
}

const wrongCode = () => {
  const text = 'This code is not right. Check the mail, or have a new code sent.';
  return new ApiProblem(400, 'validation_error', text, {
    diagnostics: { code: [text] },
    fieldProblems: { code: [{ code: 'wrong_code' }] },
  });
};

/**
 * Whoever reads the mails of an address has shown that it is theirs.
 * @returns the identity with that address
 * @throws ApiProblem 400 for another code and for a challenge that is over, 429 after too many guesses
 */
export async function confirmEmailCode(
  context: Context,
  app: ChatApp,
  { challenge, code }: { challenge: string; code: string },
): Promise<ChatIdentity> {
  const over = () =>
    chatProblem(400, app, 'state_invalid', `That took too long. Begin again with ${app.name}.`);
  let text: string;
  try {
    text = challengeBox(context).open(Buffer.from(challenge, 'base64url'));
  } catch {
    throw over();
  }
  const { identity, email, nonce, until } = Challenge.parse(JSON.parse(text));
  if (until < context.now().getTime() || identity.channel !== app.channel) throw over();
  await countShared(context, { call: `${MAIL} guesses`, address: '::', account: nonce }, GUESSES);
  if (!isSameText(code, codeOf(context, { email, nonce }))) throw wrongCode();
  return { ...identity, email, isEmailVerified: true };
}

export function declareEmailCodes(context: Context): void {
  const site = context.env.SITE_URL.replace(/\/$/, '');
  context.jobs.work<CodeWork>(MAIL, WORK, async ({ email, nonce, name }) => {
    const login = await context.db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['user_id', 'first_name'])
      .where('email', '=', email)
      .executeTakeFirst();
    const code = codeOf(context, { email, nonce });
    const mail = login
      ? {
          subject: 'You have a Waymark account already',
          greeting: login.first_name,
          lines: [
            `Someone who logged in with ${name} asked to use this address for a new account. It has one already, so nothing was changed.`,
            `If that was you, log in and link ${name} under Security.`,
          ],
          action: { label: 'Log in', href: `${site}/auth/login` },
          after: ['Wasn’t you? Ignore this mail.'],
        }
      : {
          subject: `${code} is your Waymark code`,
          greeting: 'there',
          lines: [
            `Type this code on the page where you log in with ${name}. It works for 15 minutes.`,
            code.replace(/(.{4})/, '$1 '),
          ],
          action: { label: 'Open Waymark', href: `${site}/` },
          after: [
            'Didn’t ask for it? Ignore this mail and tell nobody the code: without it there is no account with your address.',
          ],
        };
    await context.mail(writeMail(context, { email, userId: login?.user_id ?? null }, mail));
  });
}
