import type { ClientEvent } from '@waymark/api-contract';
import { createApp } from '../app/app.ts';
import { createStore } from '@waymark/store';
import { ADA, bootOf } from '../testing/fixtures.tsx';
import { signedInAs } from '../app/session-state.ts';
import { createAnalytics } from './analytics.ts';
import { pageName, startAnalytics, whereOf } from './start.ts';
import { layoutShift, slowestInteraction } from './vitals.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function collect(answers: (boolean | Error)[] = [], consent = createStore<boolean | null>(true)) {
  const sent: { names: string[]; leaving: boolean }[] = [];
  const analytics = createAnalytics({
    send: (events: ClientEvent[], { leaving }) => {
      sent.push({ names: events.map((event) => event.name), leaving });
      const answer = answers.shift() ?? true;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    where: () => ({ remote: 'mfe-workouts', version: '1.2.0' }),
    now: () => new Date(),
    consent,
  });
  return { analytics, sent };
}

it('[DATA-05] sends events of a second together', async () => {
  const { analytics, sent } = collect();
  analytics.track('route_created');
  analytics.track('route_viewed');
  await jest.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ names: ['route_created', 'route_viewed'], leaving: false }]);
});

it('[PRIV-02] [DATA-05] holds events until consents are known, then sends or forgets them; errors go at once', async () => {
  const consent = createStore<boolean | null>(null);
  const { analytics, sent } = collect([], consent);
  analytics.track('page_view');
  analytics.track('error');
  await jest.advanceTimersByTimeAsync(5000);
  analytics.leave();
  expect(sent).toEqual([{ names: ['error'], leaving: false }]);
  consent.set(true);
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)?.names).toEqual(['page_view']);

  const refused = collect([], createStore<boolean | null>(false));
  refused.analytics.track('page_view');
  refused.analytics.track('error');
  await jest.advanceTimersByTimeAsync(5000);
  expect(refused.sent.map(({ names }) => names)).toEqual([['error']]);
});

it('[DATA-05] tries a batch five times, a second apart, then lets it go', async () => {
  const { analytics, sent } = collect([false, new Error('offline'), false, false, false, true]);
  analytics.track('page_view');
  await jest.advanceTimersByTimeAsync(1000 + 3999);
  expect(sent).toHaveLength(4);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(5);
  analytics.track('route_viewed');
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)?.names).toEqual(['route_viewed']);
});

it.each(['error', 'ad_shown'])(
  '[DATA-05] lets %s wait 3 s, unless another event goes before',
  async (name) => {
    const { analytics, sent } = collect();
    analytics.track(name);
    await jest.advanceTimersByTimeAsync(2999);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(1);
    analytics.track(name);
    analytics.track('page_view');
    await jest.advanceTimersByTimeAsync(1000);
    expect(sent.at(-1)?.names).toEqual([name, 'page_view']);
  },
);

it('sends what waits when the page is left', () => {
  const { analytics, sent } = collect();
  for (let i = 0; i < 60; i++) analytics.track('page_view');
  analytics.leave();
  expect(sent.map(({ names, leaving }) => [names.length, leaving])).toEqual([
    [50, true],
    [10, true],
  ]);
});

it('[DATA-03] reports no key of a link, wherever an address stands in an event', async () => {
  const key = 'AbCdEf0123456789_-AbCd';
  const sent: ClientEvent[] = [];
  const analytics = createAnalytics({
    send: (events) => Promise.resolve(Boolean(sent.push(...events))),
    where: () => ({}),
    now: () => new Date(),
    consent: createStore<boolean | null>(true),
  });
  analytics.track('error', {
    message: `no /services/main/v7.1/workout/42/?format=gpx&key=${key}`,
    stack: `Error\n    at https://site.example/workout/42?key=${key}:3:14`,
    page: `/auth/login/?next=%2Fworkout%2F42%3Fkey%3D${key}`,
  });
  await jest.advanceTimersByTimeAsync(3000);
  expect(sent[0]?.properties).toEqual({
    message: 'no /services/main/v7.1/workout/42/?format=gpx&key=[removed]',
    stack: 'Error\n    at https://site.example/workout/42?key=[removed]:3:14',
    page: '/auth/login/?next=%2Fworkout%2F42%3Fkey%3D[removed]',
  });
});

it('[PLAT-12] names remote and version that really run, and the host for its own pages', () => {
  const app = createApp(bootOf(), '/dashboard');
  expect(whereOf(app, '/dashboard')).toEqual({ remote: 'mfe-workouts', version: '1.2.0' });
  app.remotes.set({ 'mfe-workouts': { state: 'mounted', version: '1.1.0' } });
  expect(whereOf(app, '/dashboard')).toEqual({ remote: 'mfe-workouts', version: '1.1.0' });
  expect(whereOf(app, '/')).toEqual({ remote: 'host', version: 'release-1' });
});

it('[HOST-19] logs a page view at the start and on each change of page, by pattern and not by address', async () => {
  const bodies: { events: ClientEvent[]; device_id: string }[] = [];
  window.fetch = jest.fn((_url, init?: RequestInit) => {
    bodies.push(JSON.parse(init?.body as string) as (typeof bodies)[number]);
    return Promise.resolve({ ok: true, status: 202 } as Response);
  });
  const app = createApp(bootOf(), '/');
  app.mayTrack.set(true);
  startAnalytics(app, window, () => ({ width: 1440, breakpoint: 'lg', device: 'desktop' }));
  app.place.set({ path: '/workout/42', search: '?tab=laps' });
  await jest.advanceTimersByTimeAsync(1000);
  expect(window.fetch).toHaveBeenCalledWith(
    '/auth/client-events',
    expect.objectContaining({ method: 'POST' }),
  );
  expect(bodies[0]?.events.map(({ name, properties }) => [name, properties])).toEqual([
    ['page_view', { remote: 'host', version: 'release-1', page: '/', device: 'desktop' }],
    [
      'page_view',
      { remote: 'mfe-workouts', version: '1.2.0', page: '/workout/:workoutId(\\d+)', device: 'desktop' },
    ],
  ]);
  expect(pageName(app, '/nowhere')).toBe('(not found)');
});

it('[PRIV-02] reports errors without the numbers of members in addresses unless statistics are allowed', async () => {
  const sent: ClientEvent[] = [];
  const consent = createStore<boolean | null>(false);
  const analytics = createAnalytics({
    send: (events) => Promise.resolve(Boolean(sent.push(...events))),
    where: () => ({}),
    now: () => new Date(),
    consent,
  });
  const message = '404 at /profile/42/goals, https://site.example/user/7:3:14 and /assets/12.js:1:2';
  analytics.track('error', { message });
  await jest.advanceTimersByTimeAsync(3000);
  consent.set(true);
  analytics.track('error', { message });
  await jest.advanceTimersByTimeAsync(3000);
  expect(sent.map(({ properties }) => properties?.['message'])).toEqual([
    '404 at /profile/:id/goals, https://site.example/user/:id:3:14 and /assets/12.js:1:2',
    message,
  ]);
});

/** A page with its analytics; `bodies` are the reports that it sent. */
function openPage(mayTrack: boolean | null) {
  const bodies: { events: ClientEvent[]; device_id?: string; 'uacf-id'?: string }[] = [];
  window.fetch = jest.fn((_url, init?: RequestInit) => {
    bodies.push(JSON.parse(init?.body as string) as (typeof bodies)[number]);
    return Promise.resolve({ ok: true, status: 202 } as Response);
  });
  const app = createApp(bootOf(), '/');
  app.mayTrack.set(mayTrack);
  const viewport = () => ({ width: 1440, breakpoint: 'lg', device: 'desktop' }) as const;
  return { app, bodies, analytics: startAnalytics(app, window, viewport) };
}
const reported = (bodies: ReturnType<typeof openPage>['bodies']) =>
  bodies.map(({ events, ...identity }) => [events.map(({ name }) => name), identity]);

it('[DATA-05] keeps one device id for 365 days, from the first report that consents allow', async () => {
  document.cookie = 'wm_device=; max-age=0';
  const written = jest.spyOn(document, 'cookie', 'set');
  const { app, bodies, analytics } = openPage(null);
  app.session.set(signedInAs(ADA, null));
  analytics.track('error');
  await jest.advanceTimersByTimeAsync(5000);
  expect(reported(bodies)).toEqual([[['error'], {}]]);
  expect(written).not.toHaveBeenCalled();

  app.mayTrack.set(true);
  await jest.advanceTimersByTimeAsync(1000);
  const id = /wm_device=(\w{32})/.exec(document.cookie)?.[1];
  expect(id).toBeDefined();
  expect(reported(bodies).at(-1)).toEqual([['page_view'], { device_id: id, 'uacf-id': ADA.uacfUserId }]);
  analytics.track('route_viewed');
  await jest.advanceTimersByTimeAsync(1000);
  expect(bodies.at(-1)?.device_id).toBe(id);
  expect(written.mock.calls).toEqual([
    [expect.stringContaining(`wm_device=${id}; path=/; max-age=${365 * 24 * 3600}`)],
  ]);
});

it('[PRIV-02] [DATA-05] a refusal removes the id, drops what was counted and reports errors without device and member', async () => {
  localStorage.setItem('wm_device', 'left-by-an-earlier-version');
  const { app, bodies, analytics } = openPage(true);
  expect(localStorage.getItem('wm_device')).toBeNull();
  app.session.set(signedInAs(ADA, null));
  await jest.advanceTimersByTimeAsync(1000);
  expect(document.cookie).toContain('wm_device=');
  const before = bodies.length;
  analytics.track('route_viewed');
  analytics.track('error');
  app.mayTrack.set(false);
  expect(document.cookie).not.toContain('wm_device');
  app.place.set({ path: '/dashboard', search: '' });
  await jest.advanceTimersByTimeAsync(5000);
  analytics.leave();
  expect(reported(bodies).slice(before)).toEqual([[['error'], {}]]);
  expect(document.cookie).not.toContain('wm_device');
});

it('[DATA-05] sends no more than one call may carry', () => {
  const sizes: number[] = [];
  const analytics = createAnalytics({
    send: (events) => {
      sizes.push(JSON.stringify(events).length);
      return Promise.resolve(true);
    },
    where: () => ({ remote: 'mfe-workouts', version: '1.2.0' }),
    now: () => new Date(),
    consent: createStore<boolean | null>(true),
  });
  for (let i = 0; i < 49; i++)
    analytics.track('error', { stack: 'x'.repeat(3000), message: 'y'.repeat(2000) });
  analytics.leave();
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
});

it.each([
  [429, { 'retry-after': '90' }],
  [413, {}],
] as const)(
  '[DATA-05] drops events that are refused with %d, without another try',
  async (status, headers) => {
    const fetched = jest.fn(() =>
      Promise.resolve({ ok: false, status, headers: new Headers(headers) } as Response),
    );
    window.fetch = fetched;
    const app = createApp(bootOf(), '/');
    app.mayTrack.set(true);
    const analytics = startAnalytics(app, window, () => ({
      width: 1440,
      breakpoint: 'lg',
      device: 'desktop',
    }));
    await jest.advanceTimersByTimeAsync(20_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    analytics.track('route_viewed');
    await jest.advanceTimersByTimeAsync(20_000);
    // Too much: nothing goes until the time that the answer names is over.
    expect(fetched).toHaveBeenCalledTimes(status === 429 ? 1 : 2);
    await jest.advanceTimersByTimeAsync(60_000);
    analytics.track('route_viewed');
    await jest.advanceTimersByTimeAsync(1000);
    expect(fetched).toHaveBeenCalledTimes(status === 429 ? 2 : 3);
  },
);

it('[PLAT-12] takes the worst burst of layout shifts, without those that were asked for', () => {
  const shift = (startTime: number, value: number, hadRecentInput = false) => ({
    startTime,
    value,
    hadRecentInput,
  });
  expect(layoutShift([])).toBe(0);
  expect(
    layoutShift([shift(0, 0.1), shift(900, 0.1), shift(3000, 0.15), shift(3100, 0.9, true)]),
  ).toBeCloseTo(0.2);
  // A burst ends after five seconds even when it never pauses.
  expect(layoutShift(Array.from({ length: 11 }, (_, i) => shift(i * 900, 0.1)))).toBeCloseTo(0.6);
});

it('[PLAT-12] forgives one slow interaction in fifty', () => {
  expect(slowestInteraction([])).toBeUndefined();
  expect(slowestInteraction([40, 400, 80])).toBe(400);
  expect(slowestInteraction([...Array<number>(50).fill(40), 400])).toBe(40);
});
