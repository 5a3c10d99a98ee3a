import { ApiError } from '@waymark/contract';
import { fakeBrowser } from '../testing/browser-tabs.ts';
import { createRefreshBus, type RefreshBus } from './refresh-bus.ts';
import type { Grant } from './tabs.ts';

const old = (tab: number): Grant => ({ authToken: `old-${tab}`, userId: 42, expiresAt: 1000 });
const refusal = new ApiError(401, 'Unauthorized', null);

function openTabs(count: number, answer: (n: number) => Promise<Grant>) {
  const browser = fakeBrowser();
  const asked: number[] = [];
  const tabs = Array.from({ length: count }, (_, tab) => {
    const bus = createRefreshBus({
      request: () => {
        asked.push(tab);
        return answer(asked.length);
      },
      isRefusal: (error) => error === refusal,
      tabs: browser.openTab(),
      lock: browser.lock,
    });
    bus.take(old(tab), false);
    return bus;
  });
  const tab = (n: number) => tabs[n] as RefreshBus;
  return { tab, asked };
}
const fresh = (n: number): Promise<Grant> =>
  Promise.resolve({ authToken: `new-${n}`, userId: 42, expiresAt: 5000 + n });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('[SESS-01] serves 50 waiting calls in one tab with one refresh', async () => {
  const { tab, asked } = openTabs(1, fresh);
  const results = await Promise.all(Array.from({ length: 50 }, () => tab(0).renew('old-0')));
  expect(asked).toHaveLength(1);
  expect(new Set(results.map((r) => r.kind === 'fresh' && r.grant.authToken))).toEqual(new Set(['new-1']));
});

it('[SESS-01] serves 50 waiting calls in five tabs with one refresh, and nobody is signed out', async () => {
  const { tab, asked } = openTabs(5, fresh);
  const waiting = Array.from({ length: 50 }, (_, i) => tab(i % 5).renew(`old-${i % 5}`));
  await jest.advanceTimersByTimeAsync(2000);
  const results = await Promise.all(waiting);
  expect(asked).toHaveLength(1);
  expect(results.map((r) => r.kind === 'fresh' && r.grant.authToken)).toEqual(Array(50).fill('new-1'));
});

it('[SESS-01] answers a call that used the last token with the current one, without a refresh', async () => {
  const { tab, asked } = openTabs(1, fresh);
  await tab(0).renew('old-0');
  await expect(tab(0).renew('old-0')).resolves.toMatchObject({
    kind: 'fresh',
    grant: { authToken: 'new-1' },
  });
  expect(asked).toHaveLength(1);
});

it('[SESS-01] asks the holder of a newer grant whose message this tab missed', async () => {
  const browser = fakeBrowser();
  const open = (request: () => Promise<Grant>) =>
    createRefreshBus({ request, isRefusal: () => false, tabs: browser.openTab(), lock: browser.lock });
  const awake = open(() => fresh(1));
  const frozen = open(() => Promise.reject(new Error('A second refresh.')));
  awake.take(old(0), false);
  frozen.take(old(1), false);
  browser.loseMessages(true);
  await awake.renew('old-0');
  expect(frozen.grant$.value?.authToken).toBe('old-1');
  browser.loseMessages(false);
  await expect(frozen.renew('old-1')).resolves.toMatchObject({ grant: { authToken: 'new-1' } });
});

it('refreshes by itself when nobody holds the newer grant any more', async () => {
  const browser = fakeBrowser();
  const left = browser.openTab();
  const bus = createRefreshBus({
    request: () => fresh(2),
    isRefusal: () => false,
    tabs: left,
    lock: browser.lock,
  });
  bus.take(old(0), false);
  left.announce(old(8));
  const waiting = bus.renew('old-0');
  await jest.advanceTimersByTimeAsync(1001);
  await expect(waiting).resolves.toMatchObject({ grant: { authToken: 'new-2' } });
});

it('lets a refusal lose against a grant that arrived meanwhile', async () => {
  let refuse: (error: unknown) => void = () => {};
  const { tab } = openTabs(
    1,
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  const waiting = tab(0).renew('old-0');
  await jest.advanceTimersByTimeAsync(0);
  tab(0).take({ authToken: 'signed-in-again', userId: 42, expiresAt: 9000 }, false);
  refuse(refusal);
  await expect(waiting).resolves.toMatchObject({ kind: 'fresh', grant: { authToken: 'signed-in-again' } });
});

it('ends the session when the server refuses', async () => {
  const { tab } = openTabs(1, () => Promise.reject(refusal));
  await expect(tab(0).renew('old-0')).resolves.toEqual({ kind: 'ended' });
});

it('tries again when the server does not answer, and gives up after three tries without ending the session', async () => {
  const { tab, asked } = openTabs(1, () => Promise.reject(new ApiError(503, 'Unavailable', null)));
  const waiting = tab(0).renew('old-0');
  await jest.advanceTimersByTimeAsync(4001);
  await expect(waiting).resolves.toMatchObject({ kind: 'unavailable' });
  expect(asked).toHaveLength(3);
  expect(tab(0).grant$.value?.authToken).toBe('old-0');
});
