import { sitePath } from '@waymark/api-contract/site-path';

/** What the API sends; see `api/src/community/notifications/send-pushes.ts`. */
interface Push {
  title: string;
  body: string;
  page: string;
  /** A later one of the same tag takes its place. */
  tag: string;
}

interface WaitingEvent {
  waitUntil: (work: Promise<unknown>) => void;
}
export interface PushEvent extends WaitingEvent {
  data: { json: () => unknown } | null;
}
export interface NotificationClickEvent extends WaitingEvent {
  notification: { close: () => void; data: unknown };
}
interface WindowClient {
  url: string;
  focused: boolean;
  focus: () => Promise<unknown>;
}

/** As much of a service worker's global scope as notifications need; its types and those of pages exclude each other. */
interface WorkerScope {
  location: { origin: string };
  navigator: { userAgent: string };
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: {
    matchAll: (options: object) => Promise<readonly WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener(type: 'install', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
}

function readPush(data: PushEvent['data']): Push | null {
  try {
    const { title, body, page, tag } = (data?.json() ?? {}) as Partial<Push>;
    return title && body && page && tag ? { title, body, page, tag } : null;
  } catch {
    return null;
  }
}

/** Shows what the push service brings, and opens its page when it is pressed. It answers no requests of pages. */
export function handlePushes(scope: WorkerScope): void {
  const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

  // Safari takes the permission away from a site that leaves something unshown.
  const mustShow = /AppleWebKit/.test(scope.navigator.userAgent) && !/Chrome/.test(scope.navigator.userAgent);

  async function show(push: Push): Promise<void> {
    // Who looks at the site sees the bell.
    if (!mustShow && (await windows()).some(({ focused }) => focused)) return;
    await scope.registration.showNotification(push.title, {
      body: push.body,
      tag: push.tag,
      icon: '/favicon.svg',
      data: push.page,
    });
  }
  async function open(page: unknown): Promise<void> {
    const path = (typeof page === 'string' && sitePath(page)) || '/notifications';
    const url = scope.location.origin + path;
    const shown = (await windows()).find((client) => client.url === url);
    // A window elsewhere is left alone: something may be being written there.
    await (shown ? shown.focus() : scope.clients.openWindow(url));
  }

  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('push', (event) => {
    const push = readPush(event.data);
    if (push) event.waitUntil(show(push));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}

// Pages have no registration of their own.
if ('registration' in globalThis) handlePushes(globalThis as unknown as WorkerScope);
