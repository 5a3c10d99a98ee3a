import type { User } from '@waymark/api-contract';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ApiError, Notification, RequestOptions, Session } from '@waymark/contract';
import { getSession } from '@waymark/contract';
import { installHost, type HostEngine } from '@waymark/contract/host';
import { createI18n } from '@waymark/i18n';
import { UiProvider } from '@waymark/ui';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath } from 'react-router-dom';
import { AppLink } from '../src/app-link.tsx';
import { followChanges } from '../src/calls.ts';
import { PageRoutes, type DeclaredPage, type RemotePages } from '../src/page-routes.tsx';

/** A call that a component made to the API, and how the test answers it. */
export interface TestCall {
  service: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  options?: RequestOptions;
}

/** Path and query of a call, as the browser would ask for it. */
export const callAddress = ({ path, options }: TestCall): string => {
  const set = Object.entries(options?.params ?? {}).filter(([, value]) => value !== undefined);
  return set.length > 0
    ? `${path}?${new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()}`
    : path;
};

export interface TestHost {
  calls: TestCall[];
  notifications: Notification[];
  events: { name: string; properties: Record<string, unknown> }[];
  navigated: string[];
  published: { name: string; payload: unknown }[];
  signedInWith: unknown[];
}

const OUT: Session = {
  status: 'signed-out',
  userId: null,
  authorized: false,
  user: null,
  premium: null,
  blockedBy: null,
  refreshing: false,
  userError: false,
};

/**
 * Installs a host for component tests. `answer` plays the API: it returns a body, or throws an `ApiError`.
 * A call it does not know must throw, so that no test reaches an unplanned call unnoticed.
 */
export function installTestHost(
  answer: (call: TestCall) => unknown,
  {
    user,
    reloadedUser = user,
    hasPremium = false,
    blockedBy = null,
    settings = {},
    locale = 'en-us',
    loading = false,
    rollouts = {},
  }: {
    user?: User;
    /** The member as the session has them once it was read anew. */
    reloadedUser?: User;
    hasPremium?: boolean;
    blockedBy?: Session['blockedBy'];
    settings?: object;
    locale?: string;
    loading?: boolean;
    rollouts?: Record<string, string>;
  } = {},
): TestHost {
  const seen: TestHost = {
    calls: [],
    notifications: [],
    events: [],
    navigated: [],
    published: [],
    signedInWith: [],
  };
  let session: Session = user
    ? {
        ...OUT,
        status: 'signed-in',
        userId: user.id,
        authorized: true,
        user,
        blockedBy,
        premium: { is_ad_free: hasPremium, days_remaining: hasPremium ? 30 : 0 },
      }
    : { ...OUT, status: loading ? 'loading' : 'signed-out' };
  const sessionListeners = new Set<(session: Session) => void>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const call = async <T,>(c: TestCall): Promise<T> => {
    seen.calls.push(c);
    return (await answer(c)) as T;
  };
  const host: HostEngine = {
    session: {
      get: () => session,
      subscribe: (listener) => {
        sessionListeners.add(listener);
        return () => sessionListeners.delete(listener);
      },
      signedIn: async (grant) => void seen.signedInWith.push(grant),
      signOut: async () => {},
      reload: async () => {
        if (reloadedUser) session = { ...session, user: reloadedUser };
        for (const listener of sessionListeners) listener(session);
      },
    },
    http: (service) => ({
      get: (path, options) => call({ service, method: 'GET', path, options }),
      post: (path, body, options) => call({ service, method: 'POST', path, body, options }),
      put: (path, body, options) => call({ service, method: 'PUT', path, body, options }),
      patch: (path, body, options) => call({ service, method: 'PATCH', path, body, options }),
      delete: (path, options) => call({ service, method: 'DELETE', path, options }),
    }),
    events: {
      publish: (name, payload) => {
        seen.published.push({ name, payload });
        for (const listener of listeners.get(name) ?? []) listener(payload);
      },
      subscribe: (name, listener) => {
        const all = listeners.get(name) ?? new Set();
        listeners.set(name, all.add(listener));
        return () => all.delete(listener);
      },
    },
    navigation: {
      navigate: (to) => void seen.navigated.push(to),
      subscribe: () => () => {},
      prefetch: () => {},
    },
    settings: () =>
      ({
        country: 'US',
        languageCode: locale,
        captcha: null,
        appConfig: {
          siteName: 'Waymark',
          countries: ['US'],
          dataRegions: {},
          services: {},
          demo: false,
          mailbox: false,
          mapSources: [
            {
              type: 'roadmap',
              kind: 'vector',
              url: '/basemap/{z}/{x}/{y}.pbf',
              maxZoom: 6,
              attribution: 'Natural Earth',
            },
          ],
          partners: [],
        },
        ...settings,
      }) as unknown as ReturnType<HostEngine['settings']>,
    rollout: (name) => rollouts[name],
    locale: () => locale,
    notify: (n) => {
      seen.notifications.push(n);
      return () => {};
    },
    track: (name, properties) => void seen.events.push({ name, properties }),
    reportError: () => {},
  };
  installHost(host);
  return seen;
}

/** Renders a page of a remote at an address, inside every provider it has in the product. */
export function renderPage(
  page: ReactNode,
  { at = '/', locale = 'en-us', state }: { at?: string; locale?: string; state?: unknown } = {},
) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  followChanges(queries);
  return render(
    <I18nProvider i18n={createI18n(locale)}>
      <UiProvider link={AppLink} firstDayOfWeek={getSession().user?.first_day_of_week}>
        <QueryClientProvider client={queries}>
          <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>{page}</MemoryRouter>
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>,
  );
}

/** Opens an address of a remote as the host does, from its table of pages and its `waymark.json`. */
export const renderRemote = (
  pages: RemotePages,
  { pages: declared }: { pages: readonly DeclaredPage[] },
  options: { at: string; locale?: string; state?: unknown },
) => renderPage(<PageRoutes pages={pages} declared={declared} />, options);

/** Fails for a page that only the table of a remote or only its `waymark.json` has. */
export function expectSamePages(
  pages: RemotePages,
  { pages: declared }: { pages: readonly (DeclaredPage & { standalone?: string })[] },
): void {
  const names = declared.flatMap(({ name, chunk, standalone }) => (standalone ? [] : (name ?? chunk ?? '')));
  expect(Object.keys(pages).toSorted()).toEqual([...new Set(names)].toSorted());
}

/**
 * Fails unless the sentence is an alert at that button, with no field and no heading between them, and the button can be
 * pressed again.
 */
export async function expectFailureAt(button: string, sentence: RegExp): Promise<void> {
  const alert = (await screen.findByText(sentence)).closest('[role="alert"]');
  const pressed = screen.getByRole<HTMLButtonElement>('button', { name: button });
  const apart = 'input, select, textarea, h1, h2, h3';
  const marks = [...document.querySelectorAll(`[role="alert"], button, ${apart}`)];
  const [first, last] = [marks.findIndex((mark) => mark === alert), marks.indexOf(pressed)].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  expect(first).toBeGreaterThanOrEqual(0);
  expect(marks.slice(first, last).filter((mark) => mark.matches(apart))).toEqual([]);
  expect(pressed.disabled).toBe(false);
}

/** Fails unless the calls were sent under one idempotency key, as the repeats of one save are. */
export function expectOneKey(calls: readonly TestCall[]): void {
  const keys = calls.map(({ options }) => options?.headers?.['idempotency-key']);
  expect(keys.length).toBeGreaterThan(1);
  expect(keys[0]).toBeTruthy();
  expect([...new Set(keys)]).toEqual([keys[0]]);
}

export type { ApiError };
