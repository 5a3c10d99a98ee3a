import { callPath, notificationCalls, SERVICE_BASES } from '@waymark/api-contract/client';
import { call, isSignedIn, publish, subscribe } from '@waymark/contract';
import type { App } from '../app/app.ts';
import type { SessionEngine } from '../session/engine.ts';
import { followNotifications } from './follow-notifications.ts';

const NAME = 'waymark-notifications';

/** Keeps the bell up to date while somebody is signed in and the page is in sight of the browser. */
export function startNotifications(
  app: App,
  session: Pick<SessionEngine, 'token'>,
  window: Window & typeof globalThis,
): void {
  const base = app.boot.settings.appConfig.services['main'] ?? SERVICE_BASES.main;
  let ending: AbortController | null = null;
  let followedId: number | null = null;

  const stop = () => {
    ending?.abort();
    ending = null;
    followedId = null;
  };
  const update = () => {
    const current = app.session.get();
    const userId = isSignedIn(current) ? current.userId : null;
    if (userId === followedId) return;
    stop();
    app.unreadCount.set(0);
    if (userId === null) return;
    followedId = userId;
    ending = new AbortController();
    follow(userId, ending.signal);
  };

  function follow(userId: number, signal: AbortSignal): void {
    const name = `${NAME}-${userId}`;
    const channel = 'BroadcastChannel' in window ? new window.BroadcastChannel(name) : null;
    signal.addEventListener('abort', () => channel?.close(), { once: true });
    // Absent where the page has no secure context.
    const locks = window.navigator.locks as LockManager | undefined;
    void followNotifications({
      openStream: async (lastEventId, ended) => {
        const query = lastEventId ? `?last_event_id=${encodeURIComponent(lastEventId)}` : '';
        const response = await window.fetch(base + callPath(notificationCalls.stream) + query, {
          headers: { accept: 'text/event-stream', authorization: `Bearer ${session.token() ?? ''}` },
          signal: ended,
        });
        if (!response.ok) throw new Error(`The stream answered ${response.status}.`);
        return response.body;
      },
      readCount: () => call(notificationCalls.count),
      lead: locks ? (work) => locks.request(name, { signal }, work) : null,
      channel,
      onCount: app.unreadCount.set,
      announce: (resources) => publish('data.changed', { resources }),
      onAnnounced: (listener) => subscribe('data.changed', ({ resources }) => listener(resources)),
      wait: (ms, ended) => wait(window, ms, ended),
      signal,
    });
  }

  app.session.subscribe(update);
  // A page that is kept for the way back holds neither lock nor connection.
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', update);
  update();
}

const wait = (window: Window, ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
