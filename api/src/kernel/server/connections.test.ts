import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import test, { after } from 'node:test';
import type { Call, ErrorBody } from '@waymark/api-contract';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { startTestApi } from '../../testing/api.ts';
import { route } from './route.ts';
import { signingKey } from './signing-key.ts';
import { firstFile } from './uploads.ts';

const MB = 1024 * 1024;
const json = { method: 'POST', path: '/json', summary: '', body: z.object({}) } satisfies Call;
const file = { method: 'POST', path: '/file', summary: '', multipart: true } satisfies Call;
const services = [
  {
    name: 'test',
    base: '/test',
    routes: [
      route<typeof json>({ call: json, access: 'anyone', handler: () => Promise.resolve({}) }),
      route<typeof file>({
        call: file,
        access: 'anyone',
        async handler({ request }) {
          const part = await firstFile(request, { fileSize: 1000 });
          await part?.toBuffer();
          return {};
        },
      }),
    ],
  },
];

const api = await startTestApi({ services, env: { LOG_LEVEL: 'silent', ALLOWED_HOSTS: 'api.internal' } });
/** The same with little patience. */
const app = await buildApp(api.context, {
  services,
  signingKey: signingKey(path.join(api.context.env.DATA_DIR, 'keys', 'access-tokens.pem')),
  connections: { rateWindowMs: 150, minBytesPerSecond: 1000, discardTimeoutMs: 300, discardMaxBytes: 2 * MB },
});
const impatient = await app.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await app.close();
  await api.stop();
});

/** Sends bytes on a connection of its own, more once an answer begins, and reads until it ends. */
async function send(url: string, first: string | Buffer, then?: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
  socket.write(first);
  if (then) {
    await once(socket, 'data');
    socket.write(then);
  }
  await ended;
  return text;
}

const head = (method: string, target: string, headers: string, host = 'localhost') =>
  `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`;
const JSON_TYPE = 'content-type: application/json\r\n';
const errorOf = (text: string) => (JSON.parse(text.slice(text.indexOf('{'))) as ErrorBody).error;

test('a body that comes too slowly is told so and ends its connection', async () => {
  for (const bytes of [
    head('POST', '/test/json', `${JSON_TYPE}content-length: 9\r\n`) + '{',
    head('POST', '/test/json', `${JSON_TYPE}transfer-encoding: chunked\r\n`) + '1\r\n{\r\n',
    head('POST', '/test/json', `${JSON_TYPE}content-length: 9\r\nexpect: 100-continue\r\n`),
    head('POST', '/test/file', 'content-type: multipart/form-data; boundary=zz\r\ncontent-length: 900\r\n') +
      '--zz\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx',
  ]) {
    const text = await send(impatient, bytes);
    assert.match(text, /HTTP\/1\.1 408 /);
    assert.equal(errorOf(text), 'request_timeout');
  }
});

test('a body over the limit is answered 413 in words, however it is framed and however much still comes', async () => {
  const body = Buffer.alloc(20 * MB, ' ');
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x1_00_00, ' '), Buffer.from('\r\n')]);
  const chunked = Buffer.concat([...Array.from({ length: 320 }, () => chunk), Buffer.from('0\r\n\r\n')]);
  const close = `${JSON_TYPE}connection: close\r\n`;
  for (const bytes of [
    Buffer.concat([
      Buffer.from(head('POST', '/test/json', `${close}content-length: ${body.length}\r\n`)),
      body,
    ]),
    Buffer.concat([
      Buffer.from(head('POST', '/test/json', `${close}transfer-encoding: chunked\r\n`)),
      chunked,
    ]),
  ])
    for (const answer of [
      await fetch(`${api.url}/test/json`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }).then((a) => a.text()),
      await send(api.url, bytes),
    ])
      assert.equal(errorOf(answer), 'too_large');
  const waiting = head(
    'POST',
    '/test/json',
    `${close}content-length: ${body.length}\r\nexpect: 100-continue\r\n`,
  );
  assert.match(await send(api.url, waiting, body), /413 Payload Too Large/);
});

test('what is left of a refused body is read for a while only', async () => {
  const refused = head('POST', '/test/json', `${JSON_TYPE}content-length: ${100 * MB}\r\n`) + '{';
  assert.match(await send(impatient, refused), /413 Payload Too Large/);
  assert.match(await send(impatient, refused + ' '.repeat(5 * MB)), /413 Payload Too Large/);
});

test('the API answers to its own names only; health checks may come by any', async () => {
  const ask = (target: string, host: string) =>
    send(api.url, head('GET', target, 'connection: close\r\n', host));
  for (const host of ['evil.example', 'localhost.evil.example', '10.9.8.7'])
    assert.equal(errorOf(await ask('/test/json', host)), 'wrong_host', host);
  for (const host of ['localhost:1', '127.0.0.1', '[::1]', 'api.internal'])
    assert.equal(errorOf(await ask('/test/json', host)), 'not_found', host);
  assert.match(await ask('/readyz', 'evil.example'), /200 OK/);
});

test('what cannot be read as a request is refused in the one form of errors', async () => {
  assert.equal(errorOf(await send(api.url, 'hello\r\n\r\n')), 'invalid_request');
  assert.equal(
    errorOf(await send(api.url, head('GET', '/', `x: ${'y'.repeat(70_000)}\r\n`))),
    'headers_too_large',
  );
});

test('a stop waits neither for connections without a call nor for ever for a call', async (t) => {
  const gate = new EventEmitter();
  const hanging = { method: 'GET', path: '/hanging', summary: '' } satisfies Call;
  const begin = once(gate, 'begin');
  const handler = async () => {
    gate.emit('begin');
    await once(gate, 'end');
    return {};
  };
  const stoppable = await buildApp(api.context, {
    services: [
      {
        name: 'test',
        base: '/test',
        routes: [route<typeof hanging>({ call: hanging, access: 'anyone', handler })],
      },
    ],
    signingKey: signingKey(path.join(api.context.env.DATA_DIR, 'keys', 'access-tokens.pem')),
    connections: { drainTimeoutMs: 100 },
  });
  t.after(() => gate.emit('end'));
  const port = Number(new URL(await stoppable.listen({ host: '127.0.0.1', port: 0 })).port);
  const open = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    return { socket, closed: once(socket.resume(), 'close') };
  };
  const silent = await open('');
  const halfway = await open('GET /livez HTTP/1.1\r\nhost');
  const idle = await open(head('GET', '/livez', ''));
  await once(idle.socket, 'data');
  const called = await open(head('GET', '/test/hanging', ''));
  await begin;
  const stopped = stoppable.close();
  // Before the limit of the call: what has none ends at once.
  assert.equal(await Promise.race([stopped, silent.closed.then(() => 'silent')]), 'silent');
  await Promise.all([halfway.closed, idle.closed, called.closed, stopped]);
});

test('an address beyond the longest is refused before anything reads it', async () => {
  const ask = (length: number) =>
    api.call<ErrorBody>('GET', `/test/none?search=${'__proto__['.repeat(length / 10)}`);
  const { status, body } = await ask(16_000);
  assert.deepEqual([status, body.error], [414, 'too_long']);
  assert.equal((await ask(8000)).status, 404);
});
