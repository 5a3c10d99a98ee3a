import { securityCalls } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { clearShared, type CountedCaller, countShared } from '../../kernel/server/shared-limits.ts';
import { verifyPassword } from '../credentials/passwords/hash-password.ts';
import { originOf, recordFailure, recordSecurityEvent } from './events.ts';
import { confirmIdentity } from './identity.ts';
import { takeTotpCode } from './totp.ts';
import { finishAuthentication } from './webauthn.ts';

const CODE_BUDGET = { max: 10, windowSeconds: 15 * 60 };

/** A member's codes are counted together, from whatever address they come. */
const codesOf = (userId: number): CountedCaller => ({
  call: 'second factor',
  address: '::',
  account: String(userId),
});

/**
 * Counts a code before it is looked at, so that codes sent at the same time count as well.
 * @throws ApiProblem 429 after too many
 */
export const countCode = (context: Pick<Context, 'db'>, userId: number): Promise<void> =>
  countShared(context, codesOf(userId), CODE_BUDGET);

/** After a right code the wrong ones before it no longer count. */
export const forgetCodes = (context: Pick<Context, 'db'>, userId: number): Promise<void> =>
  clearShared(context, codesOf(userId));

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
      await countCode(context, userId);
      if (!(await takeTotpCode(context, userId, body.code, { confirmed: true }))) {
        await recordFailure(context, request, userId, 'code');
        throw refused('code');
      }
      await forgetCodes(context, userId);
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
