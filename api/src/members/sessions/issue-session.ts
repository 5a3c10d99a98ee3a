import type { FastifyReply } from 'fastify';
import type { AccessTokens } from '../../kernel/server/access-tokens.ts';
import { ACCESS_SECONDS } from '../../kernel/server/access-tokens.ts';
import type { Context } from '../../kernel/server/context.ts';
import { setRefreshCookie } from './cookie.ts';
import { hashOf, type RefreshToken, writeRefreshToken } from './refresh-token.ts';

/** Hands a browser its session: the refresh token as a cookie, the access token in the answer. */
export function issueSession(
  { env }: Pick<Context, 'env'>,
  tokens: AccessTokens,
  reply: FastifyReply,
  token: RefreshToken,
): { accessToken: string; expires_in: number; user_id: number } {
  const accessToken = tokens.mint(token.userId, token.sessionId, hashOf(token.secret));
  setRefreshCookie(reply, env, writeRefreshToken(token));
  return { accessToken, expires_in: ACCESS_SECONDS, user_id: token.userId };
}
