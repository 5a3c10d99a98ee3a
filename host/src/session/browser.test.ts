import { isSignedIn } from '@waymark/contract';
import { createApp } from '../app/app.ts';
import type { Answer, Call } from '../transport/transport.ts';
import { ADA_START, bootOf, SIGNED_OUT_START } from '../testing/fixtures.tsx';
import { startSession } from './browser.ts';

const ok = (body: unknown): Answer => ({ status: 200, statusText: 'OK', body });
const failed = (status: number): Answer => ({ status, statusText: '', body: null });

function start(
  answers: Record<string, () => Answer>,
  session = bootOf().session,
  at = '/workout/7?tab=laps',
) {
  history.replaceState({ from: 'list' }, '', at);
  const app = createApp(bootOf({ session }), at);
  const went: [string, object][] = [];
  app.links.navigate = (to, options) => void went.push([to, options]);
  const calls: Call[] = [];
  const send = (call: Call) => {
    calls.push(call);
    return Promise.resolve(answers[call.url]?.() ?? failed(404));
  };
  return { app, went, calls, session: startSession(app, send, window) };
}
// What tabs tell each other is proven elsewhere; an open channel would keep the test run alive.
beforeAll(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('asks for the session until the API answers, and shows meanwhile that something is wrong', async () => {
  const answers = [failed(503), failed(0), ok(ADA_START)];
  const { app } = start({ '/auth/session': () => answers.shift() ?? failed(500) }, null);
  expect(app.session.get().status).toBe('loading');
  await jest.advanceTimersByTimeAsync(0);
  expect(app.session.get()).toMatchObject({ status: 'loading', userError: true });
  expect(app.failed.get()).toBe(true);
  await jest.advanceTimersByTimeAsync(4000);
  expect(isSignedIn(app.session.get())).toBe(true);
});

it('believes the start data about a visitor and asks nothing', () => {
  const { app, calls } = start({}, SIGNED_OUT_START);
  expect(app.session.get().status).toBe('signed-out');
  expect(calls).toEqual([]);
});

it('[SESS-02] goes to / and back to the same path and query when a failed page can work again', async () => {
  const fresh = { authToken: 'token-2', expires_in: 600, user_id: 42 };
  const { session, went } = start(
    {
      '/auth/refresh-token': () => ok(fresh),
      '/auth/session?token=none': () => ok(ADA_START),
    },
    ADA_START,
  );
  session.pageRead(false);
  await session.renew('token-1', false);
  await jest.advanceTimersByTimeAsync(1);
  expect(went).toEqual([
    ['/', { replace: true }],
    ['/workout/7?tab=laps', { replace: true, state: { from: 'list' } }],
  ]);
});

it('[SESS-02] goes to the login page with the way back when the refresh is refused', async () => {
  const { session, went } = start({ '/auth/refresh-token': () => failed(401) }, ADA_START);
  await session.renew('token-1', true);
  expect(went).toEqual([['/auth/login/?next=%2Fworkout%2F7%3Ftab%3Dlaps', {}]]);
});

it('[SESS-08] sends token and requested-with header with its own calls', async () => {
  const { session, calls } = start({ '/auth/session?token=none': () => ok(ADA_START) }, ADA_START);
  await session.reload();
  expect(calls.map(({ url, headers }) => [url, headers])).toEqual([
    ['/auth/session?token=none', { 'x-requested-with': 'waymark', authorization: 'Bearer token-1' }],
  ]);
});
