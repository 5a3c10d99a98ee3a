import type { RemotePage } from './manifest.ts';
import { loginPath } from './navigation.ts';
import { isPremium, isSignedIn, type Session } from './session.ts';

/** `unknown`: nobody can say yet, so nothing of the page is fetched and nobody is sent anywhere. */
export type Access = 'allowed' | 'login' | 'checkout' | 'unknown';

/** May this visitor see a page with this guard? The edge and the host both ask here. The API checks every call again. */
export function accessTo(
  guard: RemotePage['guard'],
  session: Pick<Session, 'status' | 'userId' | 'authorized' | 'user' | 'premium'>,
): Access {
  if (guard === 'none') return 'allowed';
  if (session.status === 'loading') return 'unknown';
  if (!isSignedIn(session)) return 'login';
  if (guard === 'login' || isPremium(session)) return 'allowed';
  return session.premium === null ? 'unknown' : 'checkout';
}

/** Where a visitor is sent who may not see the page at `from`; null where they stay. */
export function redirectFor(access: Access, from: string): string | null {
  if (access === 'login') return loginPath(from);
  return access === 'checkout' ? '/premium/checkout' : null;
}
