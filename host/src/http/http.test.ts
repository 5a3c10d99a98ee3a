import type { ApiError, HttpClient } from '@waymark/contract';
import { BILLING_DOMAIN, BILLING_DOMAIN_HEADER, type ServiceName } from '@waymark/api-contract';
import type { Renewal } from '../session/refresh-bus.ts';
import { earlyCalls } from './early.ts';
import { createHttp } from './http.ts';
import type { Answer, Call } from '../transport/transport.ts';

const ok = (body: unknown = {}): Answer => ({ status: 200, statusText: 'OK', body });
const status = (code: number, statusText = '', body: unknown = null): Answer => ({
  status: code,
  statusText,
  body,
});
const grant = (authToken: string): Renewal => ({
  kind: 'fresh',
  grant: { authToken, userId: 42, expiresAt: 0 },
  by: 'this-tab',
});

interface Options {
  token?: string | null;
  renewal?: Renewal;
  early?: Record<string, Promise<Response>>;
  bases?: Record<string, string>;
  linkKey?: string;
}

function setUp(
  answer: (call: Call, n: number) => Answer,
  { token = 'token-1', renewal = grant('token-2'), early = {}, bases = {}, linkKey }: Options = {},
) {
  const calls: Call[] = [];
  const renewed: (string | null)[] = [];
  const reads: boolean[] = [];
  const failures: string[] = [];
  const http = createHttp({
    send: (call) => {
      calls.push(call);
      return Promise.resolve(answer(call, calls.length));
    },
    bases,
    session: {
      token: () => token,
      renew: (used) => {
        renewed.push(used);
        return Promise.resolve(renewal);
      },
      pageRead: (read) => void reads.push(read),
    },
    early: earlyCalls(early),
    translate: (body) => Promise.resolve(body),
    failed: (error) => void failures.push(error.message),
    wait: () => Promise.resolve(),
    linkKey: () => linkKey ?? null,
  });
  return { http, calls, renewed, reads, failures };
}

it.each<[ServiceName, Record<string, string>]>([
  ['main', {}],
  ['auth', { 'x-requested-with': 'waymark' }],
  ['challenges', { 'api-key': 'waymark-web' }],
  ['billing', { [BILLING_DOMAIN_HEADER]: BILLING_DOMAIN }],
])('[SESS-08] sends the bearer token and the headers of the %s service', async (service, own) => {
  const { http, calls } = setUp(() => ok());
  await http(service).get('/x');
  expect(calls[0]?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer token-1', ...own });
});

it('puts base, path and known parameters together', async () => {
  const { http, calls } = setUp(() => ok(), { bases: { main: 'https://api.test/v7.1/' } });
  await http('main').get('/workout/', { params: { limit: 20, offset: 0, user: undefined, q: 'a b' } });
  expect(calls[0]?.url).toBe('https://api.test/v7.1/workout/?limit=20&offset=0&q=a+b');
});

it('[DATA-03] a page that was opened with the key of a link sends it with every call of the main service', async () => {
  const early = {
    '/services/main/v7.1/workout/7/?key=c2VjcmV0': Promise.resolve({
      status: 200,
      statusText: '',
      text: () => Promise.resolve('{"id":7}'),
    } as Response),
  };
  const { http, calls } = setUp(() => ok(), { linkKey: 'c2VjcmV0', early });
  await expect(http('main').get('/workout/7/')).resolves.toEqual({ id: 7 });
  await http('main').get('/workout/7/export/', { params: { format: 'gpx' } });
  await http('main').post('/route_bookmark/', {});
  await http('auth').get('/session');
  await http('elevation').get('/height');
  expect(calls.map(({ url }) => url)).toEqual([
    '/services/main/v7.1/workout/7/export/?format=gpx&key=c2VjcmV0',
    '/services/main/v7.1/route_bookmark/?key=c2VjcmV0',
    '/auth/session',
    '/services/elevation/height',
  ]);
});

it.each<[ServiceName, number, number]>([
  ['main', 502, 2],
  ['main', 503, 2],
  ['main', 504, 2],
  ['main', 500, 1],
  ['challenges', 502, 2],
  ['challenges', 503, 1],
  ['consent', 502, 1],
  ['consent', 503, 2],
  ['consent', 504, 2],
  ['auth', 503, 1],
])('[SESS-06] the %s service answers %i: %i tries', async (service, code, tries) => {
  const { http, calls } = setUp(() => status(code));
  await expect(http(service).get('/x')).rejects.toMatchObject({ status: code });
  expect(calls).toHaveLength(tries);
});

it('[SESS-06] a repeated POST carries the same idempotency key, another POST another', async () => {
  const { http, calls } = setUp((_, n) => (n === 1 ? status(503) : ok()));
  await http('main').post('/workout/', { name: 'Run' });
  await http('main').post('/workout/', { name: 'Run' });
  const keys = calls.map((call) => call.headers['idempotency-key']);
  expect(keys[0]).toHaveLength(32);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('[SESS-01] renews after a 401 and sends the call again with the new token', async () => {
  const { http, calls, renewed, reads } = setUp((_, n) => (n === 1 ? status(401) : ok({ id: 7 })));
  await expect(http('main').put('/workout/7/', { name: 'Run' })).resolves.toEqual({ id: 7 });
  expect(renewed).toEqual(['token-1']);
  expect(calls[1]).toMatchObject({
    method: 'PUT',
    body: { name: 'Run' },
    headers: { authorization: 'Bearer token-2' },
  });
  expect(reads).toEqual([]);
});

it('[SESS-01] leaves a 401 alone when the call opts out, or when nobody is signed in', async () => {
  const optedOut = setUp(() => status(401));
  await expect(optedOut.http('main').get('/x', { noRefresh: true })).rejects.toMatchObject({ status: 401 });
  const visitor = setUp(() => status(401), { token: null });
  await expect(visitor.http('main').get('/x')).rejects.toMatchObject({ status: 401 });
  expect([...optedOut.renewed, ...visitor.renewed]).toEqual([]);
});

it('fails with the 401 when the session could not be renewed, and tells that the page read nothing', async () => {
  const { http, reads } = setUp(() => status(401), { renewal: { kind: 'unavailable', error: null } });
  await expect(http('main').get('/x')).rejects.toMatchObject({ status: 401 });
  expect(reads).toEqual([false]);
});

it('[SESS-07] words a failure and raises the global notice for calls that want it', async () => {
  const body = {
    status: 422,
    error: 'bad_date',
    error_description: 'That day is not over yet.',
    request_id: 'r',
  };
  const { http, failures } = setUp(() => status(422, 'Unprocessable', body));
  const call = (client: HttpClient, notifyFailure: boolean) =>
    client.get('/x', { notifyFailure }).catch((error: ApiError) => error.message);
  const words = '422 Unprocessable: That day is not over yet. (bad_date)';
  await expect(call(http('main'), false)).resolves.toBe(words);
  expect(failures).toEqual([]);
  await call(http('main'), true);
  expect(failures).toEqual([words]);
});

it('[SESS-07] says Unknown Error when no answer came', async () => {
  const { http } = setUp(() => status(0));
  await expect(http('main').get('/x')).rejects.toMatchObject({ status: 0, message: 'Unknown Error' });
});

describe('the calls that the page started early', () => {
  const answered = (code: number, body: unknown) =>
    Promise.resolve({
      status: code,
      statusText: '',
      text: () => Promise.resolve(JSON.stringify(body)),
    } as Response);

  it('are picked up once, whether the path ends with a slash or not', async () => {
    const early = { '/services/main/v7.1/workout/7?a=1': answered(200, { id: 7 }) };
    const { http, calls } = setUp(() => ok({ id: 8 }), { early });
    const get = () => http('main').get('/workout/7/', { params: { a: 1 } });
    await expect(get()).resolves.toEqual({ id: 7 });
    expect(calls).toHaveLength(0);
    await expect(get()).resolves.toEqual({ id: 8 });
  });

  it('hand out bytes to a call for bytes, and the words of an error all the same', async () => {
    const bytes = Uint8Array.of(0x57, 0xff, 0).buffer;
    const binary = Promise.resolve({
      status: 200,
      statusText: '',
      ok: true,
      arrayBuffer: () => Promise.resolve(bytes),
    } as Response);
    const early = {
      '/services/main/v7.1/route/1/packed/': binary,
      '/services/main/v7.1/route/2/packed/': answered(404, { error: 'not_found', error_description: 'No.' }),
    };
    const { http, calls } = setUp(() => ok(null), { early });
    const get = (id: number) => http('main').get(`/route/${id}/packed/`, { responseType: 'arraybuffer' });
    await expect(get(1)).resolves.toBe(bytes);
    await expect(get(2)).rejects.toMatchObject({ status: 404, description: 'No.' });
    expect(calls).toHaveLength(0);
  });

  it('[SESS-01] go through the refresh when answered 401', async () => {
    const early = { '/services/main/v7.1/user/self/': answered(401, null) };
    const { http, renewed } = setUp(() => ok({ id: 42 }), { early });
    await expect(http('main').get('/user/self/')).resolves.toEqual({ id: 42 });
    expect(renewed).toEqual(['token-1']);
  });

  it('are asked again when they got no answer', async () => {
    const early = { '/services/main/v7.1/x': Promise.reject(new TypeError('offline')) };
    const { http } = setUp(() => ok('again'), { early });
    await expect(http('main').get('/x')).resolves.toBe('again');
  });
});
