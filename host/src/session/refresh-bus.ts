import {
  BehaviorSubject,
  catchError,
  defer,
  filter,
  finalize,
  firstValueFrom,
  from,
  map,
  merge,
  of,
  share,
  switchMap,
  take,
  timer,
  type Observable,
} from 'rxjs';
import type { Grant, Tabs } from './tabs.ts';

/** How a refresh ended. `ended`: the server says that there is no session any more. `unavailable`: nobody could say. */
export type Renewal =
  | { kind: 'fresh'; grant: Grant; by: 'this-tab' | 'other-tab' }
  | { kind: 'ended' }
  | { kind: 'unavailable'; error: unknown };

export interface RefreshBusOptions {
  /** Exchanges the cookie for a new grant. */
  request: () => Promise<Grant>;
  /** Did the server refuse for good? Anything else may pass. */
  isRefusal: (error: unknown) => boolean;
  tabs: Tabs;
  /** Runs one piece of work at a time over all tabs. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
}

/** How long the holder of a newer grant has to hand it over, busy as its tab may be; pauses before another refresh. */
const ASK_MS = 1000;
const PAUSES_MS = [1000, 3000];

/** Holds the current grant, and renews it once for any number of callers and tabs. */
export interface RefreshBus {
  grant$: BehaviorSubject<Grant | null>;
  /** Takes a grant from a sign-in or the start data. `announce`: other tabs get it too. */
  take: (grant: Grant | null, announce: boolean) => void;
  /** @param used the token that was refused; if it is not the current one any more, the current one is the answer */
  renew: (used: string | null) => Promise<Renewal>;
}

export function createRefreshBus({ request, isRefusal, tabs, lock }: RefreshBusOptions): RefreshBus {
  const grant$ = new BehaviorSubject<Grant | null>(null);
  let generation = tabs.generation();
  let running$: Observable<Renewal> | undefined;
  const own = new WeakSet<Grant>();
  const fresh = (grant: Grant): Renewal => ({
    kind: 'fresh',
    grant,
    by: own.has(grant) ? 'this-tab' : 'other-tab',
  });

  const put = (grant: Grant, at: number) => {
    generation = Math.max(generation, at);
    grant$.next(grant);
  };
  tabs.grants$.subscribe(({ grant, generation: at }) => {
    const current = grant$.value;
    if (current && current.userId !== grant.userId && at <= generation) return;
    if (!current || current.userId !== grant.userId || grant.expiresAt > current.expiresAt) put(grant, at);
  });
  tabs.asked$.subscribe((newerThan) => {
    if (grant$.value && generation > newerThan) tabs.answer(grant$.value, generation);
  });

  /** The grant that replaces `used`, whoever brings it. */
  const replaced = (used: string | null) =>
    grant$.pipe(
      filter((grant) => grant !== null),
      filter((grant) => grant.authToken !== used),
      map(fresh),
      take(1),
    );
  const askOthers = (used: string | null): Observable<Renewal | null> =>
    defer(() => {
      if (tabs.generation() <= generation) return of(null);
      tabs.ask(generation);
      return merge(replaced(used), timer(ASK_MS).pipe(map(() => null))).pipe(take(1));
    });
  const ask = (tries: number): Observable<Renewal> =>
    defer(() => from(request())).pipe(
      map((grant) => {
        own.add(grant);
        put(grant, tabs.announce(grant));
        return fresh(grant);
      }),
      catchError((error: unknown) => {
        const pause = PAUSES_MS[tries];
        if (isRefusal(error)) return of<Renewal>({ kind: 'ended' });
        if (pause === undefined) return of<Renewal>({ kind: 'unavailable', error });
        return timer(pause).pipe(switchMap(() => ask(tries + 1)));
      }),
    );
  /** Inside the lock: a tab that waited for it looks first whether the work is done already. */
  const exclusive = (used: string | null): Observable<Renewal> =>
    defer(() =>
      lock(() => {
        const now = grant$.value;
        if (now && now.authToken !== used) return Promise.resolve(fresh(now));
        return firstValueFrom(askOthers(used).pipe(switchMap((found) => (found ? of(found) : ask(0)))));
      }),
    );
  return {
    grant$,
    take(grant, announce) {
      if (!grant) grant$.next(null);
      else put(grant, announce ? tabs.announce(grant) : tabs.generation());
    },
    renew(used) {
      const now = grant$.value;
      if (now && now.authToken !== used) return Promise.resolve(fresh(now));
      // Whichever is first: another tab's grant, or our turn. A refusal loses against a grant that came meanwhile.
      running$ ??= merge(replaced(used), exclusive(used)).pipe(
        take(1),
        map((result) => {
          const won = grant$.value;
          return result.kind !== 'fresh' && won && won.authToken !== used ? fresh(won) : result;
        }),
        finalize(() => {
          running$ = undefined;
        }),
        share(),
      );
      return firstValueFrom(running$);
    },
  };
}
