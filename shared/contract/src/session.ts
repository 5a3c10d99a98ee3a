import { engine, type Session } from './engine.ts';

export type { PremiumStatus, Session } from './engine.ts';

/** A signed-in member needs both a user id and the auth flag. */
export const isSignedIn = (session: Pick<Session, 'userId' | 'authorized'>): boolean =>
  session.userId !== null && session.authorized;

/** Premium: ad-free with days remaining (any number but 0; -1 is unlimited). */
export const isPremium = (session: Pick<Session, 'userId' | 'authorized' | 'premium'>): boolean =>
  isSignedIn(session) && session.premium?.is_ad_free === true && session.premium.days_remaining !== 0;

export const getSession = (): Session => engine().session.get();
/** Calls `listener` after each change. @returns the function that ends it */
export const subscribeSession = (listener: (session: Session) => void): (() => void) =>
  engine().session.subscribe(listener);
/** Hands a fresh access token to the host, which then loads the member and their premium status. */
export const signedIn = (grant: { authToken: string; expires_in: number; user_id: number }): Promise<void> =>
  engine().session.signedIn(grant);
/** Ends the session on the server, clears local state and opens `/`. */
export const signOut = (): Promise<void> => engine().session.signOut();
/** Loads the member and premium status again, for instance after a profile change. */
export const reloadSession = (): Promise<void> => engine().session.reload();
