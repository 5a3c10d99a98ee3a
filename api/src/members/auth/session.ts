import { authCalls } from '@waymark/api-contract';
import { ACCESS_SECONDS } from '../../kernel/server/access-tokens.ts';
import { route } from '../../kernel/server/route.ts';
import { findLoyaltyStatus } from '../../loyalty/status.ts';
import { premiumOf } from '../../platform/premium.ts';
import { rolloutsOf } from '../../platform/rollouts.ts';
import { findConsentStatus } from '../../consents/status.ts';
import { findDeletion } from '../deletion/find-deletion.ts';
import { presentSelf } from '../users/presenter.ts';
import { findMember } from '../users/find-member.ts';
import { isNotCrossSite } from '../sessions/cookie.ts';
import { memberOfCookie } from '../sessions/sessions.ts';

/** Reads the session for the page that is being opened: nothing is exchanged, nobody is refused. */
export const sessionRoute = route<typeof authCalls.session>({
  call: authCalls.session,
  access: 'anyone',
  lenient: true,
  async handler({ context, request, query }) {
    const { db, env } = context;
    const { tokens } = request.server;
    const rollouts = rolloutsOf(env);
    // Another site's page cannot read the answer, but need not get one either.
    const holder = isNotCrossSite(request, env.SITE_URL)
      ? await memberOfCookie(context, tokens, request)
      : null;
    const member = holder && (await findMember(db, holder.userId));
    if (!holder || !member)
      return {
        authToken: null,
        expires_in: 0,
        user: null,
        premium: null,
        rollouts,
        consents: null,
        deletion: null,
      };
    const status = await findConsentStatus(context, { userId: member.id }, {}, request);
    const { matrix_id, matrix_version, needs_answer } = status;
    const withToken = query.token === 'new';
    return {
      authToken: withToken ? tokens.mint(holder.userId, holder.sessionId) : null,
      expires_in: withToken ? ACCESS_SECONDS : 0,
      user: presentSelf(context, member, status, await findLoyaltyStatus(context, member)),
      premium: premiumOf(env, member, context.now()),
      rollouts,
      consents: {
        matrix_id,
        matrix_version,
        needs_answer,
        granted: status.consents.flatMap(({ id, is_granted }) => (is_granted ? [id] : [])),
      },
      deletion: await findDeletion(db, member.id),
    };
  },
});
