import { authCalls } from '@waymark/api-contract';
import { ACCESS_SECONDS } from '../../kernel/server/access-tokens.ts';
import { route } from '../../kernel/server/route.ts';
import { rolloutsOf } from '../../kernel/server/rollouts.ts';
import { findConsentStatus } from '../consents/status.ts';
import { findDeletion } from '../deletion/find-deletion.ts';
import { findLoyaltyStatus, presentSelf } from '../users/presenter.ts';
import { findMember } from '../users/find-member.ts';
import { isNotCrossSite } from '../sessions/cookie.ts';
import { memberOfCookie } from '../sessions/sessions.ts';

declare module '../../kernel/server/questions.ts' {
  interface Questions {
    /** Whether a member sees no ads, and for how many days: -1 without an end. */
    premium: { asked: { userId: number }; answer: { is_ad_free: boolean; days_remaining: number } };
  }
}

const NO_PREMIUM = { is_ad_free: false, days_remaining: 0 };

/** Reads the session for the page that is being opened: nothing is exchanged, nobody is refused. */
export const sessionHandler = route<typeof authCalls.session>({
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
    const [status, loyaltyStatus, [premium = NO_PREMIUM], deletion] = await Promise.all([
      findConsentStatus(context, { userId: member.id }, {}, request),
      findLoyaltyStatus(context, member),
      context.ask('premium', { userId: member.id }),
      findDeletion(db, member.id),
    ]);
    const { matrix_id, matrix_version, needs_answer } = status;
    const withToken = query.token === 'new';
    return {
      authToken: withToken ? tokens.mint(holder.userId, holder.sessionId) : null,
      expires_in: withToken ? ACCESS_SECONDS : 0,
      user: presentSelf(context, member, status, loyaltyStatus),
      premium,
      rollouts,
      consents: {
        matrix_id,
        matrix_version,
        needs_answer,
        granted: status.consents.flatMap(({ id, is_granted }) => (is_granted ? [id] : [])),
      },
      deletion,
    };
  },
});
