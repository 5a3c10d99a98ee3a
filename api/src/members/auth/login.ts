import { authCalls } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { verifyPassword } from '../credentials/passwords/hash-password.ts';
import { recordFailure } from '../security/events.ts';
import { continueSignIn } from '../security/sign-in.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';

/** One answer for an unknown address and a wrong password. */
const denied = () =>
  new ApiProblem(
    401,
    'access_denied',
    'The e-mail address or the password is not right. Check both and try again.',
  );

const findLogin = ({ db }: Context, email: string) =>
  db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['logins.user_id', 'logins.email', 'password_hash', 'onboarding', 'birthdate', 'country'])
    .where('logins.email', '=', normaliseEmail(email))
    .executeTakeFirst();

export const loginRoute = route<typeof authCalls.login>({
  call: authCalls.login,
  access: 'anyone',
  lenient: true,
  limit: { max: 10, windowSeconds: 300, account: 'email', isShared: true },
  async handler({ context, body, request, reply }) {
    const login = await findLogin(context, body.email);
    const right = await verifyPassword(login?.password_hash ?? null, body.password);
    const uacfId = String(login?.user_id ?? '');
    // Without a password there is nothing to prove who asks: such an account shows nothing of its member.
    if (login?.onboarding && login.password_hash === null)
      return { onboarding: true, uacfId, profile: { email: login.email } };
    if (!login || !right) {
      if (login) await recordFailure(context, request, login.user_id, 'password');
      throw denied();
    }
    if (login.onboarding)
      return {
        onboarding: true,
        uacfId,
        profile: {
          email: login.email,
          ...(login.birthdate && { birthdate: login.birthdate }),
          location: { ...(login.country && { country: login.country }) },
        },
      };
    return continueSignIn(context, { request, reply }, login.user_id);
  },
});
