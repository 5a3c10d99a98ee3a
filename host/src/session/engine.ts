import type { RefreshResponse, SessionResponse } from '@waymark/api-contract';
import { ApiError, type Session } from '@waymark/contract';
import type { Store } from '@waymark/store';
import { createRefreshBus, type Renewal } from './refresh-bus.ts';
import { blockOf, SIGNED_OUT, signedInAs } from '../app/session-state.ts';
import type { Grant, Tabs } from './tabs.ts';

/** The calls that the session needs; each rejects with an `ApiError`. None of them renews the session by itself. */
export interface SessionCalls {
  refresh: () => Promise<RefreshResponse>;
  session: () => Promise<SessionResponse>;
  /** Member, premium status and what keeps the member from pages, without a token. */
  account: () => Promise<Pick<SessionResponse, 'user' | 'premium' | 'consents' | 'deletion'>>;
  logout: () => Promise<void>;
}

export interface SessionOptions {
  state: Store<Session>;
  calls: SessionCalls;
  tabs: Tabs;
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  now: () => number;
  /** To the login page, with the way back. */
  toLogin: () => void;
  /** Opens a path with a new document, so that nothing of the last member stays in memory. */
  open: (path: string) => void;
  /** The page's calls were refused and can work now: go to `/` and back. */
  reopenPage: () => void;
  /** The session could not be renewed because the server did not answer. */
  unavailable: () => void;
  /** Ends what this browser was to be told of; never fails. */
  forgetPushes: () => Promise<void>;
}

/** A refresh in the background starts this long before the token ends. */
export const RENEW_AHEAD_MS = 60_000;

export function createSession(options: SessionOptions) {
  const { state, calls, tabs, now } = options;
  const bus = createRefreshBus({
    request: async () => toGrant(await calls.refresh(), now()),
    isRefusal: (error) => error instanceof ApiError && [400, 401, 403].includes(error.status),
    tabs,
    lock: options.lock,
  });
  let loud = 0;
  /** A page whose first calls were refused shows nothing of use; one that had an answer may hold a member's work. */
  let page: 'new' | 'loaded' | 'failed' = 'new';
  let stale = false;
  let signingIn = false;

  let loading: Promise<void> | undefined;
  const load = (): Promise<void> =>
    (loading ??= loadMember().finally(() => {
      loading = undefined;
    }));
  const loadMember = async (): Promise<void> => {
    const [account] = await Promise.allSettled([calls.account()]);
    const grant = bus.grant$.value;
    if (!grant) return;
    const { user, premium, blockedBy } =
      account.status === 'fulfilled'
        ? { ...account.value, blockedBy: blockOf(account.value) }
        : { ...state.get(), user: null };
    if (user) {
      state.set((before) => ({ ...signedInAs(user, premium, blockedBy), refreshing: before.refreshing }));
      return;
    }
    const failure: unknown = account.status === 'rejected' ? account.reason : null;
    const serverFailed = failure instanceof ApiError && failure.status >= 500;
    const userId = grant.userId || null;
    state.set((before) => ({
      ...before,
      status: userId ? 'signed-in' : before.status,
      userId,
      authorized: true,
      premium,
      blockedBy,
      userError: serverFailed,
    }));
    if (serverFailed) throw failure;
  };

  const end = () => {
    bus.take(null, false);
    state.set(SIGNED_OUT);
  };

  /** One refresh for all who ask. @param quiet no modal; a failure leads to the login page all the same */
  const renew = async (used: string | null, quiet: boolean): Promise<Renewal> => {
    if (!quiet && ++loud === 1) state.set((before) => ({ ...before, refreshing: true }));
    const result = await bus.renew(used);
    if (!quiet && --loud === 0) state.set((before) => ({ ...before, refreshing: false }));
    settle(result);
    return result;
  };
  let settled: Renewal | undefined;
  const settle = (result: Renewal) => {
    // Every waiting call gets the same result; what follows from it happens once.
    if (settled === result) return;
    settled = result;
    if (result.kind === 'ended') {
      end();
      options.toLogin();
    } else if (result.kind === 'unavailable') {
      options.unavailable();
    } else {
      if (result.by === 'this-tab') void load().catch(options.unavailable);
      if (page === 'failed') {
        page = 'new';
        options.reopenPage();
      }
    }
  };

  tabs.signedOut$.subscribe(() => {
    stale = true;
    end();
  });
  bus.grant$.subscribe((grant) => {
    const { userId, status } = state.get();
    if (!grant || status === 'loading') return;
    // Another tab signed in: this one follows. Data of another member must not stay in memory.
    if (userId !== null && userId !== grant.userId) {
      stale = true;
      if (!signingIn) options.open(location.pathname + location.search);
    } else if (userId === null) void load().catch(options.unavailable);
  });

  return {
    renew,
    token: (): string | null => bus.grant$.value?.authToken ?? null,
    grant$: bus.grant$,
    /** A page that could not read anything is opened anew by the next refresh that works. */
    pageRead: (read: boolean) => {
      if (page !== 'loaded') page = read ? 'loaded' : 'failed';
    },
    pageLeft: () => {
      page = 'new';
    },
    /** Another member may sign in now: the next page must be a new document. */
    isStale: () => stale,
    /** Takes the session that the edge wrote, or one that was asked for since. */
    adopt: (start: SessionResponse): void => {
      if (!start.authToken) return state.set(SIGNED_OUT);
      const userId = start.user?.id ?? 0;
      bus.take({ authToken: start.authToken, userId, expiresAt: now() + start.expires_in * 1000 }, false);
      if (start.user) state.set(signedInAs(start.user, start.premium, blockOf(start)));
      else void load().catch(options.unavailable);
    },
    signedIn: async (fresh: RefreshResponse): Promise<void> => {
      signingIn = true;
      bus.take(toGrant(fresh, now()), true);
      signingIn = false;
      await load();
    },
    signOut: async (): Promise<void> => {
      await calls.logout();
      await options.forgetPushes();
      end();
      tabs.signedOut();
      sessionStorage.clear();
      options.open('/');
    },
    reload: load,
  };
}
export type SessionEngine = ReturnType<typeof createSession>;

const toGrant = (fresh: RefreshResponse, now: number): Grant => ({
  authToken: fresh.authToken,
  userId: fresh.user_id,
  expiresAt: now + fresh.expires_in * 1000,
});
