import { authCalls } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import {
  clearLegacyCookies,
  clearRefreshCookie,
  readRefreshCookie,
  isNotCrossSite,
  requireOwnPage,
} from '../sessions/cookie.ts';
import { readRefreshToken } from '../sessions/refresh-token.ts';
import { endSession, findToken } from '../sessions/sessions.ts';

/** Ends the cookie's session, whichever of its tokens the browser still holds. */
async function signOut(context: Context, request: FastifyRequest): Promise<void> {
  const token = readRefreshToken(readRefreshCookie(request, context.env));
  if (token && (await findToken(context.db, token)))
    await endSession(context, request.server.tokens, token, 'signed_out');
}

export const logoutHandler = route<typeof authCalls.logout>({
  call: authCalls.logout,
  access: 'anyone',
  lenient: true,
  async handler({ context, request, reply }) {
    const { env } = context;
    const navigation = request.headers.accept?.includes('text/html') ?? false;
    if (!navigation) requireOwnPage(request, env.SITE_URL);
    // A link on another site must not sign anybody out.
    if (!navigation || isNotCrossSite(request, env.SITE_URL)) {
      await signOut(context, request);
      clearRefreshCookie(reply, env);
    }
    if (navigation) return reply.code(303).header('location', '/').send();
    return { ok: true as const };
  },
});

export const clearLegacyHandler = route<typeof authCalls.clearLegacy>({
  call: authCalls.clearLegacy,
  access: 'anyone',
  lenient: true,
  handler({ context, reply }) {
    clearLegacyCookies(reply, context.env);
    return Promise.resolve({ ok: true as const });
  },
});
