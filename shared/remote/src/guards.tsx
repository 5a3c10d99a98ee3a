import { isPremium, isSignedIn, loginPath, navigate } from '@waymark/contract';
import { useEffect, type ReactNode } from 'react';
import { useSession } from './hooks.ts';

/** Renders its children for signed-in members; others go to the login page and see nothing. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const session = useSession();
  const out = session.status === 'signed-out';
  useEffect(() => {
    // A session that has just ended is already on its way to the login page, with the way back.
    if (out && !location.pathname.startsWith('/auth/')) navigate(loginPath(), { replace: true });
  }, [out]);
  return isSignedIn(session) ? children : null;
}

/** Renders its children for premium members; other members go to the checkout, visitors to the login page. */
export function RequirePremium({ children }: { children: ReactNode }) {
  const session = useSession();
  const refused = isSignedIn(session) && session.premium !== null && !isPremium(session);
  useEffect(() => {
    if (refused) navigate('/premium/checkout', { replace: true });
  }, [refused]);
  return <RequireLogin>{isPremium(session) ? children : null}</RequireLogin>;
}
