import { handlePushes, type NotificationClickEvent, type PushEvent } from './worker.ts';

const ORIGIN = 'https://waymark.test';

const WEBKIT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = `${WEBKIT} Chrome/140.0.0.0 Safari/537.36`;
const SAFARI = `${WEBKIT} Version/18.0 Safari/605.1.15`;

function start(windows: { url: string; focused: boolean }[] = [], userAgent = CHROME) {
  const listeners = new Map<string, (event: never) => void>();
  const seen: unknown[][] = [];
  const scope = {
    location: { origin: ORIGIN },
    navigator: { userAgent },
    registration: { showNotification: (title: string, options: object) => done(['show', title, options]) },
    clients: {
      matchAll: () =>
        Promise.resolve(
          windows.map(({ url, focused }) => ({ url, focused, focus: () => done(['focus', url]) })),
        ),
      openWindow: (url: string) => done(['open', url]),
    },
    skipWaiting: () => done(['skip']),
    addEventListener: (type: string, listener: (event: never) => void) => listeners.set(type, listener),
  };
  const done = (what: unknown[]) => {
    seen.push(what);
    return Promise.resolve();
  };
  handlePushes(scope);
  const dispatch = async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    const waitUntil = (one: Promise<unknown>) => void work.push(one);
    listeners.get(type)!({ ...event, waitUntil } as never);
    await Promise.all(work);
  };
  return {
    seen,
    push: (data: PushEvent['data']) => dispatch('push', { data }),
    click: async (data: unknown) => {
      const notification: NotificationClickEvent['notification'] = {
        close: () => void seen.push(['close']),
        data,
      };
      await dispatch('notificationclick', { notification });
      return seen.filter(([what]) => what !== 'close');
    },
  };
}
const PUSH = { title: 'Waymark', body: 'Ana commented.', page: '/workout/7', tag: 'comment-7' };

it('shows what is brought, unless a window of the site is looked at', async () => {
  const away = start([{ url: `${ORIGIN}/`, focused: false }]);
  await away.push({ json: () => PUSH });
  expect(away.seen).toEqual([
    [
      'show',
      'Waymark',
      { body: 'Ana commented.', tag: 'comment-7', icon: '/favicon.svg', data: '/workout/7' },
    ],
  ]);
  const looking = start([{ url: `${ORIGIN}/`, focused: true }]);
  await looking.push({ json: () => PUSH });
  expect(looking.seen).toEqual([]);
  const inSafari = start([{ url: `${ORIGIN}/`, focused: true }], SAFARI);
  await inSafari.push({ json: () => PUSH });
  expect(inSafari.seen.map(([what]) => what)).toEqual(['show']);
});

it('what is no notification of ours shows nothing and breaks nothing', async () => {
  const worker = start();
  await worker.push(null);
  for (const data of [null, 'text', { ...PUSH, page: undefined }, {}])
    await worker.push({ json: () => data });
  await worker.push({
    json: () => {
      throw new SyntaxError('no JSON');
    },
  });
  expect(worker.seen).toEqual([]);
});

it('a press opens the page in a window of its own, or the one that shows it already', async () => {
  expect(await start([{ url: `${ORIGIN}/routes`, focused: false }]).click('/workout/7')).toEqual([
    ['open', `${ORIGIN}/workout/7`],
  ]);
  expect(await start([{ url: `${ORIGIN}/workout/7`, focused: false }]).click('/workout/7')).toEqual([
    ['focus', `${ORIGIN}/workout/7`],
  ]);
});

it.each([
  '//evil.example/x',
  'https://evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  42,
  null,
])('a press on %j leads to no other site', async (page) => {
  expect(await start().click(page)).toEqual([['open', `${ORIGIN}/notifications`]]);
});
