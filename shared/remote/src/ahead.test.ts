import { ApiError, http, track, type HttpClient } from '@waymark/contract';
import { BOOT_DATA, EARLY_PLACE } from '@waymark/contract/early';
import { beginAhead, type AheadPage, type AppCalls } from '../early/ahead.ts';
import { takeAhead } from '../early/take.ts';

const USER = { id: 7 };
const SERVICES = { routing: '/services/routing' };
const answers: (() => Promise<Response>)[] = [];
const asked: { url: string; init: RequestInit }[] = [];
const json = (body: unknown, status = 200) =>
  ({ ok: status < 300, status, statusText: 'Said', json: async () => body }) as Response;

/** Plays the page that the edge sends, and begins in it. */
async function begin(session: object | null = { authToken: 'token', user: USER }) {
  const boot = JSON.stringify({ settings: { appConfig: { services: SERVICES } }, session, locale: 'en-us' });
  document.body.innerHTML = `<div id="${EARLY_PLACE}"></div><script type="application/json" id="${BOOT_DATA}">${boot}</script>`;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  window.waymark = {
    earlyView: {
      locale: 'en-us',
      userId: 7,
      system: null,
      country: null,
      services: SERVICES,
      ask: () => Promise.reject(new Error('offline')),
      answer: Promise.resolve(null),
      ended,
      end,
    },
  };
  let page: AheadPage | undefined;
  beginAhead(async (given) => void (page = given));
  if (page) await ended;
  return page;
}

/** An application whose services answer with what is given. */
const application = (answer: () => Promise<unknown>, events: string[] = []): AppCalls => ({
  service: () => ({ get: answer, post: answer }) as unknown as HttpClient,
  track: (name) => void events.push(name),
});

beforeEach(() => {
  asked.length = 0;
  answers.length = 0;
  globalThis.fetch = (async (url: URL, init: RequestInit) => {
    asked.push({ url: String(url), init });
    return answers.shift()!();
  }) as unknown as typeof fetch;
});
afterEach(() => {
  window.waymark = undefined;
});

it('[PLAT-14] a page that runs ahead calls services with the session of the page', async () => {
  await begin();
  answers.push(async () => json({ way: 1 }));
  const found = await http.service('routing').get('/route', { params: { json: '{}', seed: undefined } });
  expect(found).toEqual({ way: 1 });
  expect(asked[0]!.url).toBe(`${location.origin}/services/routing/route?json=%7B%7D`);
  expect(asked[0]!.init.headers).toMatchObject({ authorization: 'Bearer token' });
});

it('what a service refuses is told at once, in words of the contract', async () => {
  await begin();
  answers.push(async () => json({ error: 'no_path', error_description: 'No way.', diagnostics: {} }, 400));
  const error = await http
    .service('routing')
    .get('/route')
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: 'no_path' });
});

it('[SESS-01] without a good session or a service a call waits for the application and goes through it', async () => {
  const page = await begin();
  answers.push(async () => json({}, 401));
  const refused = http.service('routing').get('/route');
  answers.push(() => Promise.reject(new TypeError('Failed to fetch')));
  const broken = http.service('routing').post('/height', { shape: '' });
  page!.join(application(async () => 'from the application'));
  expect(await refused).toBe('from the application');
  expect(await broken).toBe('from the application');
});

it('an error of the application’s client is an error here', async () => {
  const page = await begin();
  const theirs = Object.assign(new Error('400 Bad Request: No way. (no_path)'), {
    name: 'ApiError',
    status: 400,
    body: { error: 'no_path', error_description: 'No way.', diagnostics: { leg: ['2'] } },
  });
  page!.join(application(() => Promise.reject(theirs)));
  const error = await http
    .service('routing')
    .get('/route')
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'no_path', diagnostics: { leg: ['2'] }, message: theirs.message });
});

it('a call that is given up does not wait on', async () => {
  await begin();
  answers.push(async () => json({}, 503));
  const abort = new AbortController();
  const call = http.service('routing').get('/route', { signal: abort.signal });
  abort.abort(new Error('given up'));
  await expect(call).rejects.toThrow('given up');
});

it('events wait for the application', async () => {
  const page = await begin();
  track('route_point_interaction_performed', { interaction: 'add' });
  const events: string[] = [];
  page!.join(application(async () => null, events));
  await Promise.resolve();
  expect(events).toEqual(['route_point_interaction_performed']);
});

it('what is shown stands in the page, and what is given is taken once', async () => {
  const page = await begin();
  const element = document.createElement('main');
  page!.show(element);
  expect(document.getElementById(EARLY_PLACE)!.firstChild).toBe(element);
  expect(window.waymark!.earlyView!.drawn).toBe(element);
  page!.give('a planner');
  expect(takeAhead()).toBe('a planner');
  expect(takeAhead()).toBeUndefined();
});

it('another version of the remote makes its own', async () => {
  window.waymark = {
    madeAhead: { base: 'https://example.org/remotes/mfe-routes/0.0.9/', value: 'a planner' },
  };
  expect(takeAhead()).toBeUndefined();
});

it('nobody signed in, or no script of the edge: nothing runs ahead', async () => {
  expect(await begin(null)).toBeUndefined();
  expect(await begin({ authToken: null, user: null })).toBeUndefined();
});
