import { authCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
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

interface Login {
  user_id: number;
  email: string;
  password_hash: string | null;
  onboarding: boolean;
  birthdate: string | null;
  country: string | null;
  asks_for_code: boolean;
  access_version: number;
}

const selectLogin = prepared(
  (email: string) => sql<Login>`
    select login.user_id, login.email, password_hash, onboarding, access_version, birthdate, country, exists (
      select from totp_secrets totp where totp.user_id = login.user_id and confirmed_at is not null
    ) as asks_for_code
    from logins login join users on users.id = login.user_id
    where login.email = ${email}`,
);

export const loginHandler = route<typeof authCalls.login>({
  call: authCalls.login,
  access: 'anyone',
  lenient: true,
  limit: { max: 10, windowSeconds: 300, account: 'email', isShared: true },
  async handler({ context, body, request, reply }) {
    const [login] = await selectLogin(context.db, normaliseEmail(body.email));
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
    const { user_id: userId, access_version: accessVersion, asks_for_code: asksForCode } = login;
    const signIn = { userId, accessVersion, method: 'password', asksForCode } as const;
    return continueSignIn(context, { request, reply }, signIn);
  },
});
