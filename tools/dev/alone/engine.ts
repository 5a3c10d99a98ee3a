import type { LoginBody, RefreshResponse, SessionResponse, StartupSettings } from '@waymark/api-contract';
import type { Session } from '@waymark/contract';
import type { HostEngine } from '@waymark/contract/host';
import { createCalls } from './calls.ts';

/** Listeners by subject. */
function createListeners<T>() {
  const all = new Map<string, Set<(value: T) => void>>();
  return {
    tell: (subject: string, value: T) => all.get(subject)?.forEach((listener) => listener(value)),
    subscribe(subject: string, listener: (value: T) => void): () => void {
      const set = all.get(subject) ?? new Set();
      all.set(subject, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}

const sessionOf = ({ authToken, user, premium }: SessionResponse): Session => ({
  status: authToken && user ? 'signed-in' : 'signed-out',
  userId: user?.id ?? null,
  authorized: authToken !== null,
  user,
  premium,
  blockedBy: null,
  refreshing: false,
  userError: false,
});

/**
 * A host in small, for one remote on a page of its own: the real API, signed in as the member given.
 * @param show puts a message on the page. @returns what takes it away
 */
export async function createStandIn(member: LoginBody, show: HostEngine['notify']): Promise<HostEngine> {
  let token: string | null = null;
  let renewing: Promise<boolean> | undefined;
  const http = createCalls({
    token: () => token,
    renew: () =>
      (renewing ??= http('auth')
        .get<RefreshResponse>('/refresh-token', { noRefresh: true })
        .then(
          ({ authToken }) => {
            token = authToken;
            return true;
          },
          () => false,
        )
        .finally(() => (renewing = undefined))),
  });
  const listeners = createListeners<unknown>();
  const read = async () => {
    const answer = await http('auth').get<SessionResponse>('/session', { noRefresh: true });
    token = answer.authToken;
    return answer;
  };
  let start = await read();
  if (!start.authToken) {
    await http('auth').post('/login', member, { noRefresh: true });
    start = await read();
  }
  let session = sessionOf(start);
  const rollouts = new Map(start.rollouts.map((r) => [r.rollout_name, r.variant_name]));
  const settings = await http('platform').get<StartupSettings>('/settings');
  const reload = async () => {
    session = sessionOf(await read());
    listeners.tell('session', session);
  };
  const here = () => location.pathname + location.search;
  addEventListener('popstate', () => listeners.tell('location', here()));

  return {
    session: {
      get: () => session,
      subscribe: (listener) => listeners.subscribe('session', () => listener(session)),
      signedIn: reload,
      async signOut() {
        await http('auth').get('/logout');
        await reload();
      },
      reload,
    },
    http,
    events: {
      publish: (name, payload) => listeners.tell(`event ${name}`, payload),
      subscribe: (name, listener) => listeners.subscribe(`event ${name}`, listener),
    },
    navigation: {
      navigate(to, { replace, state }) {
        // The router reads the address anew when it hears of a step in the history.
        history[replace ? 'replaceState' : 'pushState']({ usr: state ?? null }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
      },
      subscribe: (listener) => listeners.subscribe('location', () => listener(here())),
      prefetch: () => {},
    },
    settings: () => settings,
    rollout: (name) => rollouts.get(name),
    locale: () => 'en-us',
    notify: show,
    track: () => {},
    reportError: (error) => reportError(error),
  };
}
