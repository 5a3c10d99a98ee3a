import { authCalls, type SignupBody } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { checkSignupConsents, recordSignupConsents, withState } from '../consents/signup.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, invalid } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { birthdateText } from '../users/check-birthdate.ts';
import { checkEligibility } from '../users/check-eligibility.ts';
import { createMember } from '../users/create-member.ts';
import { COUNTRY_CODES } from '../geo/countries.ts';
import { sendConfirmation } from '../credentials/mails.ts';
import { checkPassword } from '../credentials/passwords/common-passwords.ts';
import { hashPassword } from '../credentials/passwords/hash-password.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';
import type { RefreshToken } from '../sessions/refresh-token.ts';
import { type Origin, originOf } from '../security/events.ts';
import { startSession, issueSession } from '../sessions/sessions.ts';

type Body = z.output<typeof SignupBody>;

const emailUsed = () => {
  const text = 'This e-mail address is already in use. Sign in, or reset the password.';
  return new ApiProblem(409, 'email/used', text, {
    diagnostics: { email: [text] },
    fieldProblems: { email: [{ code: 'in_use' }] },
  });
};

async function checkSignup({ db, env }: Context, body: Body): Promise<void> {
  if (!COUNTRY_CODES.has(body.country))
    throw invalid(
      { country: ['Select a valid choice. There is no such country.'] },
      { country: [{ code: 'invalid_choice' }] },
    );
  checkSignupConsents({ env }, body);
  checkPassword(body.password, [body.email, body.first_name, body.last_name]);
  const used = await db
    .selectFrom('logins')
    .select('user_id')
    .where('email', '=', normaliseEmail(body.email))
    .executeTakeFirst();
  if (used) throw emailUsed();
}

/** Login, member and session, all or none; of two sign-ups with one address the second is refused. */
async function storeSignup(
  context: Context,
  body: Body,
  { passwordHash, origin, request }: { passwordHash: string; origin: Origin; request: FastifyRequest },
): Promise<RefreshToken> {
  const id = context.newId();
  const now = context.now();
  return context.db.transaction().execute(async (tx) => {
    const login = await tx
      .insertInto('logins')
      .values({
        email: normaliseEmail(body.email),
        user_id: id,
        password_hash: passwordHash,
        email_confirmed_at: null,
        created_at: now,
      })
      .onConflict((on) => on.column('email').doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!login) throw emailUsed();
    await createMember(context, tx, { ...body, id, birthdate: birthdateText(body.birthdate) }, now);
    await recordSignupConsents(tx, context, id, body, request);
    await sendConfirmation(context, id, tx);
    return startSession(context, tx, id, { method: 'signup', ...origin }, { kind: 'signed_up' }, null);
  });
}

export const signupHandler = route<typeof authCalls.signup>({
  call: authCalls.signup,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, body, request, reply }) {
    const { email, country } = body;
    const birthdate = birthdateText(body.birthdate);
    await checkEligibility(context, { request, reply }, { email, birthdate, country, state: body.state });
    await checkSignup(context, body);
    const token = await storeSignup(context, withState(body, request), {
      passwordHash: await hashPassword(body.password),
      origin: await originOf(context, request),
      request,
    });
    const { accessToken, ...rest } = issueSession(context, request.server.tokens, reply, token);
    return { access_token: accessToken, ...rest };
  },
});

export const findUserHandler = route<typeof authCalls.findUser>({
  call: authCalls.findUser,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, params }) {
    const login = await context.db
      .selectFrom('logins')
      .select('user_id')
      .where('email', '=', normaliseEmail(params.email))
      .executeTakeFirst();
    return { userExists: login !== undefined };
  },
});
