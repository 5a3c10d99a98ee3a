import { ApiError, isSignedIn, type Session } from '@waymark/contract';
import { createStore } from '@waymark/store';
import { fakeBrowser } from '../testing/browser-tabs.ts';
import { ADA, ADA_START } from '../testing/fixtures.tsx';
import { createSession, type SessionCalls } from './engine.ts';
import { LOADING } from '../app/session-state.ts';
import { renewInTime } from './schedule.ts';

const unauthorized = new ApiError(401, 'Unauthorized', null);

function tab(browser = fakeBrowser(), calls: Partial<SessionCalls> = {}) {
  const state = createStore<Session>(LOADING);
  const seen: string[] = [];
  const session = createSession({
    state,
    tabs: browser.openTab(),
    lock: browser.lock,
    now: () => Date.now(),
    calls: {
      refresh: () => Promise.resolve({ authToken: 'token-2', expires_in: 600, user_id: 42 }),
      session: () => Promise.resolve(ADA_START),
      account: () => Promise.resolve(ADA_START),
      logout: () => Promise.resolve(),
      ...calls,
    },
    toLogin: () => void seen.push('login'),
    open: (path) => void seen.push(`open ${path}`),
    reopenPage: () => void seen.push('reopen'),
    unavailable: () => void seen.push('unavailable'),
    forgetPushes: () => Promise.resolve(void seen.push('forget pushes')),
  });
  session.adopt(ADA_START);
  return { session, state, seen };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('[SESS-05] is signed in with a member and a token, from the start data alone', () => {
  const { state, session } = tab();
  expect(isSignedIn(state.get())).toBe(true);
  expect(session.token()).toBe('token-1');
});

it('[SESS-01] loads member and premium status again after a refresh', async () => {
  const { session, state } = tab(fakeBrowser(), {
    account: () =>
      Promise.resolve({
        ...ADA_START,
        user: { ...ADA, display_name: 'Ada B.' },
        premium: { is_ad_free: true, days_remaining: -1 },
      }),
  });
  await session.renew('token-1', false);
  await jest.advanceTimersByTimeAsync(0);
  expect(state.get().user?.display_name).toBe('Ada B.');
  expect(state.get().premium).toEqual({ is_ad_free: true, days_remaining: -1 });
});

it('[PRIV-05] what keeps a member from their pages is learnt with the member; a deletion comes before consents', async () => {
  let answer = ADA_START;
  const { session, state } = tab(fakeBrowser(), { account: () => Promise.resolve(answer) });
  const consents = { matrix_id: 'EU1', matrix_version: 2, needs_answer: true, granted: [] };
  const deletion = { id: 1, requested_datetime: '2026-11-01', erase_datetime: '2026-11-15' };
  const seen = [];
  for (const next of [{ consents }, { consents, deletion }, {}]) {
    answer = { ...ADA_START, ...next };
    await session.reload();
    seen.push(state.get().blockedBy);
  }
  expect(seen).toEqual(['consents', 'deletion', null]);
});

it('[HOST-14] is refreshing while a refresh in sight is under way, and not while a quiet one is', async () => {
  const { session, state } = tab();
  const flags: boolean[] = [];
  state.subscribe(() => flags.push(state.get().refreshing));
  await session.renew('token-1', true);
  expect(flags).not.toContain(true);
  await session.renew('token-2', false);
  expect(flags).toContain(true);
  expect(state.get().refreshing).toBe(false);
});

it.each([false, true])(
  '[SESS-02] goes to the login page when the refresh is refused (quiet: %s)',
  async (quiet) => {
    const { session, state, seen } = tab(fakeBrowser(), { refresh: () => Promise.reject(unauthorized) });
    await Promise.all([session.renew('token-1', quiet), session.renew('token-1', quiet)]);
    expect(seen).toEqual(['login']);
    expect(state.get().status).toBe('signed-out');
  },
);

it('[SESS-02] opens a page anew when it could read nothing and the session works again', async () => {
  const { session, seen } = tab();
  session.pageRead(false);
  await session.renew('token-1', false);
  expect(seen).toEqual(['reopen']);
  await session.renew('token-2', false);
  expect(seen).toEqual(['reopen']);
});

it('[SESS-02] leaves a page alone that had its data: a member may be writing there', async () => {
  const { session, seen } = tab();
  session.pageRead(true);
  session.pageRead(false);
  await session.renew('token-1', false);
  expect(seen).toEqual([]);
});

it('[SESS-03] flags and rejects a member who could not be loaded because the server failed', async () => {
  const failure = new ApiError(500, 'Internal Server Error', null);
  const { session, state } = tab(fakeBrowser(), { account: () => Promise.reject(failure) });
  await expect(session.reload()).rejects.toBe(failure);
  expect(state.get()).toMatchObject({ userError: true, status: 'signed-in' });
});

it('[SESS-03] swallows other failures to load the member', async () => {
  const { session, state } = tab(fakeBrowser(), {
    account: () => Promise.reject(new ApiError(404, 'Not Found', null)),
  });
  await expect(session.reload()).resolves.toBeUndefined();
  expect(state.get()).toMatchObject({ userError: false, user: ADA });
});

it('signs every tab out when one does, and the next page of the others is a new document', async () => {
  const browser = fakeBrowser();
  const [one, two] = [tab(browser), tab(browser)];
  await one.session.signOut();
  await jest.advanceTimersByTimeAsync(0);
  expect(one.seen).toEqual(['forget pushes', 'open /']);
  expect(two.state.get().status).toBe('signed-out');
  expect(two.session.isStale()).toBe(true);
});

it('stays signed in when the sign-out does not reach the server', async () => {
  const { session, state } = tab(fakeBrowser(), { logout: () => Promise.reject(new ApiError(0, '', null)) });
  await expect(session.signOut()).rejects.toBeInstanceOf(ApiError);
  expect(isSignedIn(state.get())).toBe(true);
});

it('follows a sign-in of another tab', async () => {
  const browser = fakeBrowser();
  const [one, two] = [tab(browser), tab(browser)];
  await one.session.signOut();
  await jest.advanceTimersByTimeAsync(0);
  await one.session.signedIn({ authToken: 'token-9', expires_in: 600, user_id: 42 });
  await jest.advanceTimersByTimeAsync(0);
  expect(isSignedIn(two.state.get())).toBe(true);
  expect(two.session.token()).toBe('token-9');
});

it('renews in the background a minute before the token ends', async () => {
  const { session, state } = tab();
  const stop = renewInTime(session, window, () => Date.now());
  await jest.advanceTimersByTimeAsync(539_000);
  expect(session.token()).toBe('token-1');
  await jest.advanceTimersByTimeAsync(2000);
  expect(session.token()).toBe('token-2');
  expect(state.get().refreshing).toBe(false);
  stop();
});
