import type { SessionResponse, User } from '@waymark/api-contract';
import type { PremiumStatus, Session } from '@waymark/contract';

export const SIGNED_OUT: Session = {
  status: 'signed-out',
  userId: null,
  authorized: false,
  user: null,
  premium: null,
  blockedBy: null,
  refreshing: false,
  userError: false,
};
export const LOADING: Session = { ...SIGNED_OUT, status: 'loading' };

/** Signed in needs both a member and the auth flag; a token without its member is still loading. */
export function signedInAs(
  user: User,
  premium: PremiumStatus | null,
  blockedBy: Session['blockedBy'] = null,
): Session {
  return { ...SIGNED_OUT, status: 'signed-in', userId: user.id, authorized: true, user, premium, blockedBy };
}

/** A deletion comes first: nothing is asked of who is leaving. */
export const blockOf = ({
  consents,
  deletion,
}: Pick<SessionResponse, 'consents' | 'deletion'>): Session['blockedBy'] =>
  deletion ? 'deletion' : consents?.needs_answer ? 'consents' : null;

/** The session as the page starts. Null start data means that nobody knows yet. */
export function sessionFromBoot(start: SessionResponse | null): Session {
  if (!start) return LOADING;
  if (!start.authToken) return SIGNED_OUT;
  return start.user ? signedInAs(start.user, start.premium, blockOf(start)) : LOADING;
}

/** Where a member's logo click leads. */
export const HOME_PATH = '/dashboard';
