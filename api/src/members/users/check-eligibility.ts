import type { FastifyReply, FastifyRequest } from 'fastify';
import { matrixOf } from '../consents/matrix.ts';
import type { Context } from '../../kernel/server/context.ts';
import { readCookie, setCookie } from '../../kernel/server/cookies.ts';
import { countShared, isCounted } from '../../kernel/server/shared-limits.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';
import { ineligible, isTooYoung } from './check-birthdate.ts';

const DAY_SECONDS = 86_400;
const COOKIE = 'wm_signup_refused';

/**
 * Whether somebody may sign up at their age. A refusal is remembered for a day, for the browser and for the hash of the
 * address, so that an older birthdate sent after it gets the same answer. Neither birthdate nor address is stored.
 * @throws ApiProblem 400 for no date; 403 `birthdate/ineligible`
 */
export async function checkEligibility(
  context: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  {
    email,
    birthdate,
    country,
    state = null,
  }: { email: string; birthdate: string; country: string; state?: string | null | undefined },
): Promise<void> {
  const { env, now } = context;
  const refused = { call: 'refused birthdate', address: '::', account: normaliseEmail(email) };
  if (isTooYoung(birthdate, now(), matrixOf(env).minAgeIn({ country, state }))) {
    setCookie(reply, env, { name: COOKIE, value: '1', maxAgeSeconds: DAY_SECONDS, path: '/auth' });
    await countShared(context, refused, { max: Number.POSITIVE_INFINITY, windowSeconds: DAY_SECONDS });
    throw ineligible();
  }
  if (readCookie(request, COOKIE) !== undefined || (await isCounted(context, refused))) throw ineligible();
}
