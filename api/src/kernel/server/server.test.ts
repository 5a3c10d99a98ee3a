import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after } from 'node:test';
import { text as textOf } from 'node:stream/consumers';
import type { Call, ErrorBody } from '@waymark/api-contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { startTestApi } from '../../testing/api.ts';
import { route, type Route } from './route.ts';

const echo = {
  method: 'POST',
  path: '/echo/:id/',
  summary: '',
  params: z.object({ id: z.coerce.number() }),
  body: z.object({
    name: z.string().max(5),
    nested: z.object({ deep: z.enum(['a', 'b']) }).optional(),
    laps: z.array(z.number().positive().max(9)).optional(),
  }),
  response: z.object({
    id: z.number(),
    maybe: z.number().nullable(),
    level: z.union([z.literal(0), z.literal(3)]),
  }),
} satisfies Call;
const call = (path: string): Call => ({ method: 'GET', path, summary: '' });

const routes: Route[] = [
  route<typeof echo>({
    call: echo,
    access: 'anyone',
    handler: ({ params }) =>
      Promise.resolve({ id: params.id, maybe: null, level: 3 as const, secret: 'never leaves' }),
  }),
  route({
    call: call('/throws'),
    access: 'anyone',
    handler: () => Promise.reject(new Error('password=hunter2 in a stack')),
  }),
  route({
    call: call('/select'),
    access: 'anyone',
    handler: ({ context, request }) =>
      sql.raw(`select ${decodeURIComponent(request.url.split('?')[1]!)}`).execute(context.db),
  }),
  route({
    call: call('/limited'),
    access: 'anyone',
    limit: { max: 3, windowSeconds: 60 },
    handler: () => Promise.resolve({}),
  }),
];
const api = await startTestApi({
  services: [{ name: 'test', base: '/test', routes }],
  env: { RATE_LIMITS: 'true', LOG_LEVEL: 'silent' },
});
after(() => api.stop());
const send = (body: unknown, headers: Record<string, string> = {}) =>
  api.call<ErrorBody & Record<string, unknown>>('POST', '/test/echo/7/', { body, headers });

test('only what the contract names leaves the server', async () => {
  assert.deepEqual((await send({ name: 'ab' })).body, { id: 7, maybe: null, level: 3 });
});

test('wrong fields are named by their path, with a sentence each', async () => {
  const { status, body } = await send({ name: 'too long', nested: { deep: 'c' } });
  assert.equal(status, 400);
  assert.equal(body.error, 'validation_error');
  assert.deepEqual(body.diagnostics, {
    name: ['Name is too large: at most 5.'],
    'nested.deep': ['Select a valid choice for deep: a, b.'],
  });
  assert.equal(body.error_description, 'Name is too large: at most 5.');
  assert.deepEqual(body.field_problems, {
    name: [{ code: 'too_long', parameters: { max: 5 } }],
    'nested.deep': [{ code: 'invalid_choice' }],
  });
  const missing = await send({});
  assert.deepEqual(missing.body.field_problems?.['name'], [{ code: 'required' }]);
  assert.ok(body.request_id);
});

test('[DATA-02] a wrong number is told with its list, its value and what is allowed', async () => {
  const { body } = await send({ name: 'ab', laps: [3, -1, 10] });
  assert.deepEqual(body.diagnostics, {
    'laps.1': ['Laps -1 is too small: more than 0.'],
    'laps.2': ['Laps 10 is too large: at most 9.'],
  });
  assert.deepEqual(body.field_problems, {
    'laps.1': [{ code: 'above', parameters: { min: 0 } }],
    'laps.2': [{ code: 'too_large', parameters: { max: 9 } }],
  });
});

test('bodies that are no JSON, too large, of another type or missing get the one error form', async () => {
  const json = { 'content-type': 'application/json' };
  const cases: [unknown, Record<string, string>, number, string][] = [
    ['{"name":', json, 400, 'invalid_json'],
    ['{"__proto__":{}}', json, 400, 'invalid_json'],
    [`"${'x'.repeat(1_100_000)}"`, json, 413, 'too_large'],
    ['<a/>', { 'content-type': 'application/xml' }, 415, 'unsupported_media_type'],
    ['', json, 400, 'validation_error'],
  ];
  for (const [body, headers, status, error] of cases) {
    const answer = await send(body, headers);
    assert.deepEqual([answer.status, answer.body.status, answer.body.error], [status, status, error]);
    assert.match(answer.body.error_description, /\.$/);
  }
});

test('an unknown address is a 404 in the same form', async () => {
  const answer = await api.call<ErrorBody>('GET', '/nowhere');
  assert.deepEqual([answer.status, answer.body.error], [404, 'not_found']);
});

test('an address that cannot be read, or with a part that is too long, gets the same form', async () => {
  const cases: [path: string, status: number][] = [
    ['/test/echo/%zz/', 400],
    ['/%ff', 400],
    [`/test/echo/${'7'.repeat(500)}/`, 414],
  ];
  for (const [path, status] of cases) {
    const { body, headers, ...answer } = await api.call<ErrorBody>('POST', path, { body: { name: 'ab' } });
    assert.deepEqual([answer.status, body.status], [status, status], path);
    assert.match(body.error_description, /^This address is .*\.$/);
    assert.ok(body.request_id);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

test('a value that PostgreSQL cannot store is no failure of ours, whatever the contract let through', async () => {
  const values = [
    "'x'::int",
    '3000000000::int',
    "'0000-01-01'::date",
    String.raw`convert_from('\x00', 'UTF8')`,
    `'"\\u0000"'::jsonb ->> 0`,
  ];
  for (const value of values) {
    const { status, body } = await api.call<ErrorBody>('GET', `/test/select?${encodeURIComponent(value)}`);
    assert.deepEqual([value, status, body.error], [value, 400, 'unstorable']);
    assert.match(body.error_description, /Check what you entered\.$/);
  }
});

test('a failure of ours tells a request id and nothing else', async () => {
  const answer = await api.call<ErrorBody>('GET', '/test/throws');
  assert.deepEqual([answer.status, answer.body.error], [500, 'internal_error']);
  assert.equal(answer.text.includes('hunter2'), false);
  assert.ok(answer.body.request_id);
});

test('calls over the limit are told when to come back, per address', async () => {
  const ask = (from: string) => api.call('GET', '/test/limited', { headers: { 'x-forwarded-for': from } });
  for (let n = 0; n < 3; n++) assert.equal((await ask('2001:db8:1:2::1')).status, 200);
  const over = await ask('2001:db8:1:2:ffff::9');
  assert.equal(over.status, 429);
  assert.ok(Number(over.headers.get('retry-after')) > 0);
  assert.equal((await ask('2001:db8:1:3::1')).status, 200);
});

test('a route that does not say who may call it does not start', async () => {
  const bare = { call: call('/bare'), handler: () => Promise.resolve({}) } as unknown as Route;
  await assert.rejects(
    startTestApi({ services: [{ name: 'bare', base: '/bare', routes: [bare] }] }),
    /bare: GET \/bare\/bare does not say who may call it/,
  );
});

test('health: alive, ready, and not ready once it stops', async () => {
  assert.deepEqual((await api.call('GET', '/livez')).body, { ok: true });
  assert.deepEqual((await api.call('GET', '/readyz')).body, { ok: true });
  api.app.stopping = true;
  assert.equal((await api.call('GET', '/readyz')).status, 503);
  api.app.stopping = false;
});

test('what is no HTTP request is refused in the form of all errors', async () => {
  const { port } = new URL(api.url);
  for (const [request, status] of [
    ['GET / HTTP/9.9\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(80_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(request);
    const answer = await textOf(socket);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
    const body = JSON.parse(answer.split('\r\n\r\n')[1]!) as ErrorBody;
    assert.equal(body.status, status);
    assert.ok(body.request_id);
  }
});
