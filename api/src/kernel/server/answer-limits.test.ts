import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage, request as httpRequest, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import test, { after } from 'node:test';
import type { Call, ErrorBody } from '@waymark/api-contract';
import { buildApp } from '../../app.ts';
import { startTestApi } from '../../testing/api.ts';
import { AnswerMemory, holdAnswer } from './answer-limits.ts';
import { route } from './route.ts';
import { signingKey } from './signing-key.ts';

const MB = 1024 * 1024;
/** More than the buffers between two programs of this machine take. */
const LARGE_BYTES = 32 * MB;
const call = (path_: string): Call => ({ method: 'GET', path: path_, summary: '' });

let piecesMade = 0;
async function* countedPieces(): AsyncGenerator<string> {
  for (; piecesMade < 1000; piecesMade++) yield 'x'.repeat(1000);
}
const services = [
  {
    name: 'test',
    base: '/test',
    routes: [
      route({
        call: call('/large'),
        access: 'anyone',
        handler: ({ reply }) =>
          Promise.resolve(
            reply.header('content-disposition', 'attachment').send(Buffer.alloc(LARGE_BYTES, 'x')),
          ),
      }),
      route({
        call: call('/stream'),
        access: 'anyone',
        handler: ({ reply }) => Promise.resolve(reply.send(Readable.from(countedPieces()))),
      }),
      route({
        call: call('/decoded'),
        access: 'anyone',
        handler({ reply }) {
          holdAnswer(reply, LARGE_BYTES);
          return Promise.resolve(reply.send(Readable.from(['decoded'])));
        },
      }),
      route({ call: call('/small'), access: 'anyone', handler: () => Promise.resolve({}) }),
    ],
  },
];

const api = await startTestApi({ services, env: { LOG_LEVEL: 'silent' } });
const app = await buildApp(api.context, {
  services,
  signingKey: signingKey(path.join(api.context.env.DATA_DIR, 'keys', 'access-tokens.pem')),
  answers: { perCallerBytes: LARGE_BYTES + 1, totalBytes: LARGE_BYTES * 2 },
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await app.close();
  await api.stop();
});

const ask = (target: string, address: string, method = 'GET') =>
  fetch(`${url}/test/${target}`, { method, headers: { 'x-forwarded-for': address } });

/** Asks for a large answer and takes its first part only. @returns what ends it */
async function leaveUntaken(address: string): Promise<() => void> {
  const request = httpRequest(`${url}/test/large`, { headers: { 'x-forwarded-for': address } }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  response.on('error', () => {});
  return () => response.destroy();
}

test('HEAD on a streamed answer makes none of it', async () => {
  piecesMade = 0;
  const head = await ask('stream', '192.0.2.1', 'HEAD');
  assert.deepEqual([head.status, await head.text()], [200, '']);
  assert.equal((await ask('small', '192.0.2.1')).status, 200);
  assert.equal(piecesMade, 0);
  assert.equal((await (await ask('stream', '192.0.2.1')).text()).length, 1_000_000);
  const length = (await ask('large', '192.0.2.1', 'HEAD')).headers.get('content-length');
  assert.equal(length, String(LARGE_BYTES));
});

test('large answers that are not taken are bounded for each caller and in all; small ones go on', async () => {
  const ends = [await leaveUntaken('192.0.2.1')];
  const refused = await ask('large', '192.0.2.1');
  assert.deepEqual(
    [refused.status, ((await refused.json()) as ErrorBody).error, refused.headers.get('retry-after')],
    [429, 'too_many_requests', '10'],
  );
  assert.equal(refused.headers.get('content-disposition'), null);
  assert.equal((await ask('decoded', '192.0.2.1')).status, 429);
  ends.push(await leaveUntaken('192.0.2.2'));
  const full = await ask('large', '192.0.2.3');
  assert.deepEqual([full.status, ((await full.json()) as ErrorBody).error], [503, 'busy']);
  assert.equal((await ask('small', '192.0.2.1')).status, 200);

  for (const end of ends) end();
  // The server hears of it a moment later.
  let again: Response;
  do again = await ask('large', '192.0.2.1');
  while (again.status !== 200 && (await again.text()));
  assert.equal((await again.arrayBuffer()).byteLength, LARGE_BYTES);
});

test('an answer that is larger than the bound goes out when it is the only one', async () => {
  const memory = new AnswerMemory({ perCallerBytes: 10, totalBytes: 20, countedFromBytes: 1 });
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  memory.hold(raw, 'a', 100);
  assert.throws(() => memory.hold(new ServerResponse(raw.req), 'b', 1), { status: 503 });
});

test('where there is no room left, the answer that has been under way for longest is given up', async () => {
  let now = 0;
  const limits = { perCallerBytes: 10, totalBytes: 20, countedFromBytes: 1, slowReaderMs: 1000 };
  const memory = new AnswerMemory(limits, () => now);
  const hold = (caller: string) => {
    const raw = new ServerResponse(new IncomingMessage(new Socket()));
    memory.hold(raw, caller, 10);
    return raw;
  };
  const first = hold('a');
  now = 600;
  const second = hold('b');
  assert.throws(() => hold('c'), { status: 503 });
  now = 1200;
  hold('c');
  assert.deepEqual([first.destroyed, second.destroyed], [true, false]);
  assert.throws(() => hold('d'), { status: 503 });
  second.emit('close');
  hold('a');
});
