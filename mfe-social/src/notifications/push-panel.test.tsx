import type { PushSubscriptionEntry } from '@waymark/api-contract';
import { NOTIFICATION_KINDS } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage, UNAVAILABLE } from '../testing/open-page.tsx';

const SWITCH = { name: /^Notifications in this browser/ };
const ENDPOINT = 'https://push.test/send/1';

/** Puts the browser's part of Web Push into the page. */
function fakeBrowser({ permission = 'default', answer = 'granted', isSubscribed = false } = {}) {
  const seen: string[] = [];
  const state = { permission, isSubscribed };
  const subscription = {
    unsubscribe: () => {
      seen.push('unsubscribe');
      state.isSubscribed = false;
      return Promise.resolve(true);
    },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'key', auth: 'auth' } }),
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(state.isSubscribed ? subscription : null),
    subscribe: ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      seen.push(`subscribe ${key}`);
      state.isSubscribed = true;
      return Promise.resolve(subscription);
    },
  };
  const registration = { pushManager };
  define(navigator, 'serviceWorker', {
    getRegistration: () => Promise.resolve(registration),
    register: (url: string, { scope }: { scope: string }) => {
      seen.push(`register ${url} for ${scope}`);
      return Promise.resolve(registration);
    },
    ready: Promise.resolve(registration),
  });
  define(window, 'PushManager', Function);
  define(window, 'Notification', {
    get permission() {
      return state.permission;
    },
    requestPermission: () => {
      seen.push('ask');
      state.permission = answer;
      return Promise.resolve(answer);
    },
  });
  return { seen, state };
}

const defined: [object, string][] = [];
function define(target: object, name: string, value: unknown) {
  Object.defineProperty(target, name, { value, configurable: true });
  defined.push([target, name]);
}
afterEach(() => {
  for (const [target, name] of defined.splice(0)) Reflect.deleteProperty(target, name);
});

const entry = (over: Partial<PushSubscriptionEntry> = {}): PushSubscriptionEntry => ({
  id: 7,
  device: 'Firefox on Linux',
  is_current: true,
  created_datetime: '2026-11-20T13:00:00.000Z',
  last_sent_datetime: null,
  _links: {},
  ...over,
});
/** The page before an API that stores what it is sent. */
function open(entries: PushSubscriptionEntry[] = [], more: Record<string, unknown> = {}) {
  let stored = entries;
  const channels = { in_app: true, email: true, push: true };
  return openPage('/notifications/settings', {
    'GET /notification_settings/': {
      kinds: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, channels])),
      email_digest: 'off',
    },
    'GET /feed_address/': { href: null, created_datetime: null },
    'GET /push_subscription/': () => ({
      _embedded: { push_subscriptions: stored },
      total_count: stored.length,
      server_key: 'server-key',
    }),
    'POST /push_subscription/': () => {
      stored = [entry(), ...stored];
      return entry();
    },
    ...Object.fromEntries(
      entries.map(({ id }) => [
        `DELETE /push_subscription/${id}/`,
        () => {
          stored = stored.filter((one) => one.id !== id);
        },
      ]),
    ),
    ...more,
  });
}
const theSwitch = () => screen.findByRole<HTMLInputElement>('switch', SWITCH);

it('a member who was not asked yet is asked when they turn it on, and the browser is subscribed', async () => {
  const { seen } = fakeBrowser();
  const host = open();
  expect((await theSwitch()).checked).toBe(false);
  expect(seen).toEqual([]);
  await userEvent.click(await theSwitch());
  await waitFor(async () => expect((await theSwitch()).checked).toBe(true));
  expect(seen).toEqual(['ask', 'register /notifications-worker.js for /', 'subscribe server-key']);
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    endpoint: ENDPOINT,
    keys: { p256dh: 'key', auth: 'auth' },
  });
  expect(await screen.findByText('This browser')).toBeTruthy();
});

it('who says no is told how to change that; the page sees it when they come back', async () => {
  const { state } = fakeBrowser({ answer: 'denied' });
  open();
  await userEvent.click(await theSwitch());
  expect(await screen.findByText(/You’ve blocked notifications of this site/)).toBeTruthy();
  state.permission = 'granted';
  window.dispatchEvent(new Event('focus'));
  expect((await theSwitch()).checked).toBe(false);
});

it('turned off, the browser is unsubscribed and the API forgets it', async () => {
  const { seen } = fakeBrowser({ permission: 'granted', isSubscribed: true });
  const host = open([entry()]);
  expect((await theSwitch()).checked).toBe(true);
  await userEvent.click(await theSwitch());
  await waitFor(async () => expect((await theSwitch()).checked).toBe(false));
  expect(seen).toEqual(['unsubscribe']);
  expect(host.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('This browser')).toBeNull());
});

it('when the API does not take the browser, it is off again and the member is told', async () => {
  const { state } = fakeBrowser({ permission: 'granted' });
  open([], {
    'POST /push_subscription/': () => {
      throw UNAVAILABLE;
    },
  });
  await userEvent.click(await theSwitch());
  await waitFor(() => expect(state.isSubscribed).toBe(false));
  await waitFor(async () => expect((await theSwitch()).disabled).toBe(false));
  expect((await theSwitch()).checked).toBe(false);
});

it('a subscription that the API does not know counts as off, and is made anew', async () => {
  const { seen } = fakeBrowser({ permission: 'granted', isSubscribed: true });
  open();
  expect((await theSwitch()).checked).toBe(false);
  await userEvent.click(await theSwitch());
  await waitFor(async () => expect((await theSwitch()).checked).toBe(true));
  expect(seen.slice(-2)).toEqual(['unsubscribe', 'subscribe server-key']);
});

it('other browsers are listed and removed', async () => {
  fakeBrowser({ permission: 'granted', isSubscribed: true });
  open([
    entry(),
    entry({
      id: 8,
      is_current: false,
      device: 'Chrome on Android',
      last_sent_datetime: '2026-11-21T08:00:00Z',
    }),
  ]);
  const list = await screen.findByRole('list', { name: 'Browsers that get notifications' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(within(list).getByRole('button', { name: 'Remove Chrome on Android' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
});

it('says what this browser lacks, and on an iPhone that the Home Screen is needed', async () => {
  const { unmount } = open();
  expect(await screen.findByText(/This browser can’t show notifications from websites/)).toBeTruthy();
  unmount();
  define(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1');
  open();
  expect(await screen.findByText(/Add to Home Screen/)).toBeTruthy();
});

it('says when the browsers could not be loaded, and tries again', async () => {
  fakeBrowser();
  let isUp = false;
  open([], {
    'GET /push_subscription/': () => {
      if (!isUp) throw UNAVAILABLE;
      return { _embedded: { push_subscriptions: [] }, total_count: 0, server_key: 'server-key' };
    },
  });
  await screen.findByText('We couldn’t load your browsers.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await theSwitch()).toBeTruthy();
});
