import { EMPTY, filter, fromEvent, map, merge, of, switchMap, timer, type Observable } from 'rxjs';
import { RENEW_AHEAD_MS, type SessionEngine } from './engine.ts';

/**
 * Renews the session in the background shortly before it ends. A hidden tab waits until it is looked at,
 * so that a browser full of forgotten tabs is quiet.
 * @returns the function that ends it
 */
export function renewInTime(
  session: Pick<SessionEngine, 'grant$' | 'renew'>,
  window: Window,
  now: () => number,
): () => void {
  const { document } = window;
  const visible$ = fromEvent(document, 'visibilitychange').pipe(
    map(() => document.visibilityState),
    filter((state) => state === 'visible'),
  );
  const online$ = fromEvent(window, 'online');
  const due$: Observable<string> = session.grant$.pipe(
    switchMap((grant) => {
      if (!grant) return EMPTY;
      const left = () => grant.expiresAt - RENEW_AHEAD_MS - now();
      return merge(timer(Math.max(0, left())), merge(visible$, online$).pipe(filter(() => left() <= 0))).pipe(
        filter(() => document.visibilityState === 'visible'),
        switchMap(() => of(grant.authToken)),
      );
    }),
  );
  const subscription = due$.subscribe((token) => void session.renew(token, true));
  return () => subscription.unsubscribe();
}
