import { forgetPushes } from './browser.ts';

const browser = (serviceWorker: unknown, setTimeout: (end: () => void) => void) =>
  ({ navigator: { serviceWorker }, setTimeout }) as unknown as Window;
const soon = (end: () => void) => queueMicrotask(() => queueMicrotask(end));
const registered = (pushManager: unknown) => ({ getRegistration: () => Promise.resolve({ pushManager }) });

it('ends the subscription of this browser', async () => {
  const unsubscribe = jest.fn(() => Promise.resolve(true));
  const workers = registered({ getSubscription: () => Promise.resolve({ unsubscribe }) });
  await forgetPushes(browser(workers, () => {}));
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

it.each([
  ['knows no service workers', undefined],
  ['has none', { getRegistration: () => Promise.resolve(undefined) }],
  ['has no push', registered(undefined)],
  ['has no subscription', registered({ getSubscription: () => Promise.resolve(null) })],
  ['refuses', { getRegistration: () => Promise.reject(new DOMException('no', 'SecurityError')) }],
  ['never answers', { getRegistration: () => new Promise(() => {}) }],
])('a browser that %s keeps nobody from signing out', async (_what, workers) => {
  await expect(forgetPushes(browser(workers, soon))).resolves.toBeUndefined();
});
