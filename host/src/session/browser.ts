import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import {
  authCalls,
  callPath,
  SERVICE_BASES,
  type CallTypes,
  type ClientCall,
} from '@waymark/api-contract/client';
import { ApiError, loginPath } from '@waymark/contract';
import type { SessionResponse } from '@waymark/api-contract';
import type { App } from '../app/app.ts';
import { goTo, openDocument } from '../location/go.ts';
import { pageAt } from '../location/page.ts';
import { type Transport, SERVICE_HEADERS } from '../transport/transport.ts';
import { createSession, type SessionCalls, type SessionEngine } from './engine.ts';
import { renewInTime } from './schedule.ts';
import { createTabs } from './tabs.ts';

const LOCK = 'waymark-session';

/** The session engine with this browser's channel, lock and address bar. */
export function startSession(app: App, send: Transport, window: Window & typeof globalThis): SessionEngine {
  const now = () => Date.now();
  const channel = 'BroadcastChannel' in window ? new window.BroadcastChannel(LOCK) : null;
  const session = createSession({
    state: app.session,
    calls: sessionCalls(app, send, () => session.token()),
    tabs: createTabs(channel, {
      read: () => readLocal('wm_session_generation'),
      write: (generation) => writeLocal('wm_session_generation', generation),
    }),
    lock: (work) => window.navigator.locks?.request(LOCK, work) ?? work(),
    now,
    // Where the page's guard has led there already, the way back stands in the address.
    toLogin: () => {
      if (!app.place.get().path.startsWith('/auth/')) goTo(app, loginPath());
    },
    open: (path) => openDocument(path),
    reopenPage: () => reopen(app, window),
    unavailable: () => app.failed.set(true),
    forgetPushes: () => forgetPushes(window),
  });
  app.place.subscribe(session.pageLeft);
  renewInTime(session, window, now);
  const start = app.boot.session;
  if (start) session.adopt(start);
  else
    void askSession(
      sessionCalls(app, send, () => null).session,
      () => {
        app.failed.set(true);
        app.session.set((before) => ({ ...before, userError: true }));
      },
      (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ).then(session.adopt);
  return session;
}

/** The session's own calls: plain, without the refresh that they serve. */
function sessionCalls(app: App, send: Transport, token: () => string | null): SessionCalls {
  const { services } = app.boot.settings.appConfig;
  const get = async <T extends CallTypes>(target: ClientCall<T>, query = ''): Promise<T['response']> => {
    const { service } = target;
    const held = token();
    const { status, statusText, body } = await send({
      method: 'GET',
      url: (services[service] ?? SERVICE_BASES[service]) + callPath(target) + query,
      headers: { ...SERVICE_HEADERS[service], ...(held ? { authorization: `Bearer ${held}` } : {}) },
    });
    if (status < 200 || status >= 300) throw new ApiError(status, statusText, body);
    return body;
  };
  return {
    refresh: () => get(authCalls.refresh),
    session: () => get(authCalls.session),
    account: () => get(authCalls.session, '?token=none'),
    logout: async () => {
      await get(authCalls.logout);
    },
  };
}

/** To `/` and back to the same path and query, so that the page starts anew. */
function reopen(app: App, window: Window): void {
  const { pathname, search, hash } = window.location;
  if (pageAt(app.boot, pathname).kind !== 'remote') return;
  const state: unknown = window.history.state;
  goTo(app, '/', { replace: true });
  setTimeout(() => goTo(app, pathname + search + hash, { replace: true, state }), 0);
}

/** Pauses before asking again who is there; the last one repeats. */
const RETRY_PAUSES_MS = [1000, 3000, 10_000];

/** Asks for the session until the API answers. @param failed called after each failed try */
async function askSession(
  ask: () => Promise<SessionResponse>,
  failed: (tries: number) => void,
  wait: (ms: number) => Promise<void>,
): Promise<SessionResponse> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch {
      failed(tries);
      await wait(RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length) - 1] ?? 0);
    }
  }
}

const MAX_UNSUBSCRIBE_MS = 2000;

/**
 * Ends the notifications of this browser when its member signs out. The API ends them with the session as well; this
 * also tells the push service. Never fails, and keeps nobody waiting.
 */
export async function forgetPushes(window: Window): Promise<void> {
  // Absent where the page has no secure context, and in some private windows.
  const workers = window.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const unsubscribe = async () => {
    const registration = await workers?.getRegistration('/');
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  };
  await Promise.race([
    unsubscribe().catch(() => {}),
    new Promise<void>((resolve) => void window.setTimeout(resolve, MAX_UNSUBSCRIBE_MS)),
  ]);
}
