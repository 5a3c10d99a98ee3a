import { createHmac } from 'node:crypto';
import { type LoginResponse, signInCalls } from '@waymark/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { adoptBrowserRefusals } from '../consents/adopt-refusals.ts';
import { recordSignal } from '../consents/record-signal.ts';
import { findVisitor } from '../consents/visitor.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, invalid } from '../../kernel/server/errors.ts';
import { isSameText } from '../../kernel/server/secrets.ts';
import { route } from '../../kernel/server/route.ts';
import { issueSession, startSession, type SessionStart } from '../sessions/sessions.ts';
import { countCode, forgetCodes } from './confirm-identity.ts';
import { originOf, recordFailure, recordSecurityEvent } from './events.ts';
import { sendSecurityNotice } from './mails.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { takeTotpCode } from './totp.ts';
import { beginAuthentication, finishAuthentication } from './webauthn.ts';

const CHALLENGE_MS = 10 * 60_000;

const sign = ({ derive }: Pick<Context, 'derive'>, text: string): string =>
  createHmac('sha256', derive('second factors')).update(text).digest('base64url');

/** Somebody who has shown something of who they are. */
interface ProvenLogin {
  userId: number;
  /** The login's when the proof was looked at: one that is set anew ends the sign-in. */
  accessVersion: number;
}

/** What shows that somebody knew the password a moment ago; it signs nobody in by itself. */
function mintChallenge(
  context: Pick<Context, 'derive' | 'now'>,
  { userId, accessVersion }: ProvenLogin,
): string {
  const until = context.now().getTime() + CHALLENGE_MS;
  const text = [userId, until, accessVersion].map((number) => number.toString(36)).join('.');
  return `${text}.${sign(context, text)}`;
}

/** @throws ApiProblem 401 `challenge_expired` */
function readChallenge(context: Pick<Context, 'derive' | 'now'>, challenge: string): ProvenLogin {
  const [user = '', until = '', version = '', signature = ''] = challenge.split('.');
  const expected = sign(context, `${user}.${until}.${version}`);
  if (!isSameText(signature, expected) || Number.parseInt(until, 36) < context.now().getTime())
    throw new ApiProblem(401, 'challenge_expired', 'That took too long. Log in with your password again.');
  return { userId: Number.parseInt(user, 36), accessVersion: Number.parseInt(version, 36) };
}

/** Opens a session for somebody who has shown who they are, and writes it down. */
export async function finishSignIn(
  context: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId, accessVersion }: ProvenLogin,
  method: SessionStart['method'],
): Promise<LoginResponse> {
  const origin = await originOf(context, request);
  const token = await startSession(
    context,
    context.db,
    userId,
    { method, ...origin },
    { kind: 'signed_in', subject: method },
    accessVersion,
  );
  const locale = 'en-us';
  const visitor = await findVisitor(context, request);
  if (visitor)
    await context.db
      .transaction()
      .execute((trx) =>
        adoptBrowserRefusals({ ...context, db: trx }, userId, { visitor, at: 'login', locale }),
      );
  await recordSignal(context, { userId }, { request, locale });
  const { accessToken, expires_in } = issueSession(context, request.server.tokens, reply, token);
  return { onboarding: false, uacfId: String(userId), authToken: accessToken, expires_in };
}

/** After the right password, or a chat app's word: signs in, or asks for the second factor where the member has one. */
export async function continueSignIn(
  context: Context,
  call: { request: FastifyRequest; reply: FastifyReply },
  { method, asksForCode, ...login }: ProvenLogin & { method: 'password' | 'chat_app'; asksForCode: boolean },
): Promise<LoginResponse> {
  if (!asksForCode) return finishSignIn(context, call, login, method);
  return {
    onboarding: false,
    uacfId: String(login.userId),
    second_factor: { challenge: mintChallenge(context, login), methods: ['totp', 'recovery_code'] },
  };
}

/** Uses a recovery code up, of which the member is told; false for one that is unknown or was used. */
async function spendRecoveryCode(
  context: Context,
  request: FastifyRequest,
  userId: number,
  code: string,
): Promise<boolean> {
  const origin = await originOf(context, request);
  return context.db.transaction().execute(async (trx) => {
    if (!(await takeRecoveryCode(trx, userId, code))) return false;
    await recordSecurityEvent(trx, context, { userId, kind: 'recovery_code_used', origin });
    await sendSecurityNotice(context, trx, userId, 'recovery_code_used');
    return true;
  });
}

export const secondFactorHandler = route<typeof signInCalls.secondFactor>({
  call: signInCalls.secondFactor,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 300 },
  async handler({ context, body, request, reply }) {
    const login = readChallenge(context, body.challenge);
    const { userId } = login;
    const { code, recovery_code: recoveryCode } = body;
    if (code === undefined && recoveryCode === undefined)
      throw invalid({ code: ['Enter the six digits of your app, or a recovery code.'] });
    await countCode(context, userId);
    const isRight =
      code === undefined
        ? await spendRecoveryCode(context, request, userId, recoveryCode ?? '')
        : await takeTotpCode(context, userId, code, { confirmed: true });
    if (!isRight) {
      await recordFailure(context, request, userId, 'code');
      const field = code === undefined ? 'recovery_code' : 'code';
      throw new ApiProblem(401, 'access_denied', 'This code is not right, or it was used before.', {
        diagnostics: { [field]: ['This code is not right, or it was used before.'] },
        fieldProblems: { [field]: [{ code: 'wrong_code' }] },
      });
    }
    await forgetCodes(context, userId);
    return finishSignIn(context, { request, reply }, login, 'password');
  },
});

export const passkeySignInOptionsHandler = route<typeof signInCalls.passkeyOptions>({
  call: signInCalls.passkeyOptions,
  access: 'anyone',
  lenient: true,
  limit: { max: 120, windowSeconds: 600 },
  handler: ({ context }) => beginAuthentication(context, 'sign_in', null),
});

/** A passkey is something that the member has and unlocks: both factors in one. */
export const passkeySignInHandler = route<typeof signInCalls.passkey>({
  call: signInCalls.passkey,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, body, request, reply }) {
    const passkey = await finishAuthentication(context, 'sign_in', null, body.credential);
    const login = { userId: passkey.user_id, accessVersion: passkey.access_version };
    return finishSignIn(context, { request, reply }, login, 'passkey');
  },
});
