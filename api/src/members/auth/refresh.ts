import { type ProblemCode, authCalls } from '@waymark/api-contract';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { clearRefreshCookie, readRefreshCookie, requireOwnPage } from '../sessions/cookie.ts';
import { readRefreshToken } from '../sessions/refresh-token.ts';
import { rotate } from './rotate-token.ts';
import { issueSession } from '../sessions/sessions.ts';

const refused = (code: ProblemCode) => new ApiProblem(401, code, 'Your session has ended. Log in again.');

export const refreshHandler = route<typeof authCalls.refresh>({
  call: authCalls.refresh,
  access: 'anyone',
  lenient: true,
  limit: { max: 300, windowSeconds: 60 },
  async handler({ context, request, reply }) {
    requireOwnPage(request, context.env.SITE_URL);
    const { tokens } = request.server;
    const token = readRefreshToken(readRefreshCookie(request, context.env));
    if (!token) throw refused('no_session');
    const rotation = await rotate(context, tokens, token);
    if (rotation.outcome === 'ended') {
      clearRefreshCookie(reply, context.env);
      throw refused('session_ended');
    }
    if (rotation.outcome === 'unknown') throw refused('session_unknown');
    const { accessToken, ...rest } = issueSession(context, tokens, reply, rotation.token);
    return { authToken: accessToken, ...rest };
  },
});
