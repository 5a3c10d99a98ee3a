import { type IdentityProof, securityCalls } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { clearShared, type CountedCaller, countShared } from '../../kernel/server/shared-limits.ts';
import { verifyPassword } from '../credentials/passwords/hash-password.ts';
import { originOf, recordFailure, recordSecurityEvent } from './events.ts';
import { confirmIdentity, identityUnconfirmed, requireConfirmedIdentity } from './identity.ts';
import { hasTotp, takeTotpCode } from './totp.ts';
import { finishAuthentication } from './webauthn.ts';

const PROOF_BUDGET = { max: 10, windowSeconds: 15 * 60 };

/** A member's proofs of one kind are counted together, from whatever address they come and whatever they are for. */
const proofsOf = (userId: number, call: 'second factor' | 'password'): CountedCaller => ({
  call,
  address: '::',
  account: String(userId),
});

/**
 * Counts a code before it is looked at, so that codes sent at the same time count as well.
 * @throws ApiProblem 429 after too many
 */
export const countCode = (context: Pick<Context, 'db'>, userId: number): Promise<void> =>
  countShared(context, proofsOf(userId, 'second factor'), PROOF_BUDGET);

/** After a right code the wrong ones before it no longer count. */
export const forgetCodes = (context: Pick<Context, 'db'>, userId: number): Promise<void> =>
  clearShared(context, proofsOf(userId, 'second factor'));

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

/** Takes one proof of who is asking. @throws ApiProblem 403 for a wrong one, 429 after too many */
async function proveIdentity(
  context: Context,
  request: FastifyRequest,
  { userId, proof }: { userId: number; proof: z.output<typeof IdentityProof> },
): Promise<void> {
  if ('passkey' in proof) await finishAuthentication(context, 'confirm_identity', userId, proof.passkey);
  else if ('code' in proof) {
    await countCode(context, userId);
    if (!(await takeTotpCode(context, userId, proof.code, { confirmed: true }))) {
      await recordFailure(context, request, userId, 'code');
      throw refused('code');
    }
    await forgetCodes(context, userId);
  } else {
    const passwords = proofsOf(userId, 'password');
    await countShared(context, passwords, PROOF_BUDGET);
    const login = await findPasswordHash(context.db, userId);
    if (!(await verifyPassword(login, proof.password))) {
      await recordFailure(context, request, userId, 'password');
      throw refused('password');
    }
    await clearShared(context, passwords);
  }
}

async function findPasswordHash(db: Db, userId: number): Promise<string | null> {
  const login = await db
    .selectFrom('logins')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return login?.password_hash ?? null;
}

/**
 * For what cannot be taken back: the call itself carries a proof, and neither the sign-in nor a proof for something else
 * counts. Accounts that have none to give, as those of chat apps alone, have to have signed in within five minutes.
 * @throws ApiProblem 403 `identity_unconfirmed` without a proof, or for a wrong one
 */
export async function requireProof(
  context: Context,
  request: FastifyRequest,
  { userId, proof }: { userId: number; proof: z.output<typeof IdentityProof> | undefined },
): Promise<void> {
  if (proof) return proveIdentity(context, request, { userId, proof });
  const { db } = context;
  const passkey = () =>
    db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  const canProve =
    (await findPasswordHash(db, userId)) !== null || (await hasTotp(db, userId)) || (await passkey());
  if (canProve) throw identityUnconfirmed();
  await requireConfirmedIdentity(context, request);
}

export const confirmIdentityHandler = route<typeof securityCalls.confirmIdentity>({
  call: securityCalls.confirmIdentity,
  access: 'member',
  limit: { max: 20, windowSeconds: 300 },
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    await proveIdentity(context, request, { userId, proof: body });
    const until = await confirmIdentity(context, request);
    const origin = await originOf(context, request);
    await recordSecurityEvent(context.db, context, { userId, kind: 'identity_confirmed', origin });
    return { identity_confirmed_until: until.toISOString() };
  },
});
