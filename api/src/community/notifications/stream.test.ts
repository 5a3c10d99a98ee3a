import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import test, { after, before } from 'node:test';
import { startTestApi, type TestApi } from '../../testing/api.ts';

const STREAMS = 500;
const PER_MEMBER = 5;
/** Less than what calls under way may take when the server stops. */
const STOP_MS = 9000;

/** Opens a stream without keeping its connection for others. */
async function openStream(url: string, token: string, agent: Agent): Promise<IncomingMessage> {
  const call = request(`${url}/services/main/v7.1/notification/stream/`, {
    agent,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  return response;
}

/** All that a stream says until it ends. @throws Error where its connection breaks off */
async function readToEnd(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8') as AsyncIterable<string>) text += part;
  return text;
}

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
let stopping: Promise<void> | null = null;
const stop = () => (stopping ??= api.stop());
after(stop);

test('asking for the head of a stream opens none', async () => {
  const { token } = await api.signUp();
  const head = await api.call('HEAD', '/services/main/v7.1/notification/stream/', { token });
  assert.deepEqual(
    [head.status, head.headers.get('content-type')],
    [200, 'text/event-stream; charset=utf-8'],
  );
});

test('a stream ends when its session does', async () => {
  const agent = new Agent();
  const member = await api.signUp();
  const stream = await openStream(api.url, member.token, agent);
  const text = readToEnd(stream);
  const { cookie } = member;
  const out = await api.call('GET', '/auth/logout', { cookie, headers: { 'x-requested-with': 'waymark' } });
  assert.equal(out.status, 200, out.text);
  assert.match(await text, /^: open/);
});

test(`a stop ends ${STREAMS} open streams within seconds and says when to come back`, async (t) => {
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const { userId } = await api.signUp();
  const streams: IncomingMessage[] = [];
  for (let first = 0; first < STREAMS; first += PER_MEMBER) {
    const token = api.app.tokens.mint(userId + first, 1);
    streams.push(
      ...(await Promise.all(Array.from({ length: PER_MEMBER }, () => openStream(api.url, token, agent)))),
    );
  }
  const texts = Promise.all(streams.map(readToEnd));
  const start = performance.now();
  await stop();
  const ms = performance.now() - start;
  const delays = (await texts).map((text) => Number(/^retry: (\d+)\n\n$/m.exec(text)?.[1]));
  assert.ok(
    delays.every((delay) => delay > 0 && delay <= 5000),
    String(delays),
  );
  assert.ok(new Set(delays).size > STREAMS / 4, 'they do not all come back at once');
  assert.ok(ms < STOP_MS, `${ms} ms`);
});
