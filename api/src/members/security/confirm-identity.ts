import { securityCalls } from '@waymark/api-contract';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { verifyPassword } from '../credentials/passwords/hash-password.ts';
import { countFailures, originOf, recordFailure, recordSecurityEvent } from './events.ts';
import { confirmIdentity } from './identity.ts';
import { takeTotpCode } from './totp.ts';
import { finishAuthentication } from './webauthn.ts';

const MAX_CODE_FAILURES = 10;
const CODE_WINDOW_MS = 15 * 60_000;

/** @throws ApiProblem 429 after too many wrong codes, from wherever they came */
export async function checkCodeBudget(
  context: Parameters<typeof countFailures>[0],
  userId: number,
): Promise<void> {
  const failures = await countFailures(context, userId, { subject: 'code', withinMs: CODE_WINDOW_MS });
  if (failures >= MAX_CODE_FAILURES)
    throw new ApiProblem(429, 'too_many_requests', 'That was too often. Try again in 15 minutes.', {
      parameters: { seconds: CODE_WINDOW_MS / 1000 },
      headers: { 'retry-after': String(CODE_WINDOW_MS / 1000) },
    });
}

const refused = (field: 'password' | 'code') => {
  const text =
    field === 'password'
      ? 'The password is not right. Check it and try again.'
      : 'This code is not right, or it was used before. Try the next one.';
  return new ApiProblem(403, 'access_denied', text, {
    diagnostics: { [field]: [text] },
    fieldProblems: { [field]: [{ code: field === 'code' ? 'wrong_code' : 'not_accepted' }] },
  });
};

export const confirmIdentityRoute = route<typeof securityCalls.confirmIdentity>({
  call: securityCalls.confirmIdentity,
  access: 'member',
  limit: { max: 20, windowSeconds: 300 },
  async handler({ context, caller, body, request }) {
    const { db } = context;
    const userId = caller!.userId;
    if ('passkey' in body) await finishAuthentication(context, 'confirm_identity', userId, body.passkey);
    else if ('code' in body) {
      await checkCodeBudget(context, userId);
      if (!(await takeTotpCode(context, userId, body.code, { confirmed: true }))) {
        await recordFailure(context, request, userId, 'code');
        throw refused('code');
      }
    } else {
      const login = await db
        .selectFrom('logins')
        .select('password_hash')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!(await verifyPassword(login?.password_hash ?? null, body.password))) {
        await recordFailure(context, request, userId, 'password');
        throw refused('password');
      }
    }
    const until = await confirmIdentity(context, request);
    const origin = await originOf(context, request);
    await recordSecurityEvent(db, context, { userId, kind: 'identity_confirmed', origin });
    return { identity_confirmed_until: until.toISOString() };
  },
});
