import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '../log.ts';
import { startTestEdge } from '../testing/edge.ts';
import { openRaw, readToEnd } from '../testing/raw.ts';

/** `SLOW_CLIENTS=2000` asks for more. */
const SLOW_CLIENTS = Number(process.env['SLOW_CLIENTS'] ?? 150);
const KB = 1024;
const head = (method: string, target: string, headers: string) =>
  `${method} ${target} HTTP/1.1\r\nhost: localhost\r\nx-requested-with: waymark\r\n${headers}\r\n`;
const errorOf = (text: string) => (JSON.parse(text.slice(text.indexOf('{'))) as { error: string }).error;

/** Opens many connections, each with the same first bytes. They are gone after the test. */
async function openMany(
  t: TestContext,
  url: string,
  count: number,
  bytes: string,
  from?: string,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  for (let n = 0; n < count; n++) {
    const socket = await openRaw(url, from);
    socket.on('error', () => {});
    socket.write(bytes);
    sockets.push(socket);
  }
  return sockets;
}

test('slow bodies take the API from nobody: it hears of none before it is there', async (t) => {
  const { edge, asked } = await startTestEdge(t, {
    maxApiRequests: { calls: 4, uploads: 4 },
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  const first = head('POST', '/services/x', 'content-length: 1000\r\n') + 'x';
  await openMany(t, edge.url, SLOW_CLIENTS, first);
  await openMany(t, edge.url, SLOW_CLIENTS, head('POST', '/services/x', 'transfer-encoding: chunked\r\n'));
  for (let n = 0; n < 10; n++) {
    const answer = await fetch(`${edge.url}/services/y`, { method: 'POST', body: 'mine' });
    assert.equal(answer.status, 200);
  }
  assert.equal(asked.filter(({ url }) => url === '/services/x').length, 0);
});

test('uploads that never end leave the connections of ordinary calls and of pages alone', async (t) => {
  let uploads = 0;
  let begun = () => {};
  const all = new Promise<void>((resolve) => (begun = resolve));
  const { edge } = await startTestEdge(t, {
    maxApiRequests: { calls: 2, uploads: 2, pages: 2 },
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      if (incoming.url === '/services/upload' && ++uploads === 2) begun();
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  const first = head('POST', '/services/upload', `content-length: ${1000 * KB}\r\n`) + 'x'.repeat(65 * KB);
  await openMany(t, edge.url, 20, first);
  await all;
  assert.equal((await fetch(`${edge.url}/services/x`)).status, 200);
  assert.equal(
    (await fetch(`${edge.url}/`, { headers: { accept: 'text/html', cookie: 'waymark_refresh=x' } })).status,
    200,
  );
});

test('uploads of one address leave places to the others', async (t) => {
  let uploads = 0;
  let begun = () => {};
  const isShareTaken = new Promise<void>((resolve) => (begun = resolve));
  const { edge } = await startTestEdge(t, {
    maxApiRequests: { uploads: 17 },
    connectTimeoutMs: 500,
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      if (incoming.url === '/services/upload' && ++uploads === 16) begun();
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  const first = head('POST', '/services/upload', `content-length: ${1000 * KB}\r\n`) + 'x'.repeat(65 * KB);
  await openMany(t, edge.url, 20, first, '127.0.0.2');
  await isShareTaken;
  const body = 'x'.repeat(100 * KB);
  assert.equal((await fetch(`${edge.url}/services/x`, { method: 'POST', body })).status, 200);
  const [more] = await openMany(t, edge.url, 1, first, '127.0.0.2');
  const [answer] = (await once(more!, 'data')) as [Buffer];
  assert.match(String(answer), /HTTP\/1\.1 503 [^]*As much is under way from your address/u);
});

test('[DATA-02] where all places for uploads are taken, the slowest gives its own to the next one and is told so; who comes fast enough keeps it', async (t) => {
  const { edge } = await startTestEdge(t, {
    maxApiRequests: { uploads: 3 },
    connectTimeoutMs: 400,
    body: { rateWindowMs: 200, minBytesPerSecond: 0, yieldingBytesPerSecond: 100 * KB },
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  const size = 64 * 1024 * KB;
  const begin = async (from: string): Promise<Socket> => {
    const first = head('POST', `/services/${from}`, `content-length: ${size}\r\n`) + 'x'.repeat(65 * KB);
    const [socket] = await openMany(t, edge.url, 1, first, from);
    return socket!;
  };
  const upload = (name: string) =>
    fetch(`${edge.url}/services/${name}`, { method: 'POST', body: 'x'.repeat(200 * KB) });
  const sendEach50ms = (socket: Socket, bytes: number) => {
    const timer = setInterval(() => socket.write('x'.repeat(bytes)), 50);
    t.after(() => clearInterval(timer));
  };
  const silent = await begin('127.0.0.2');
  const slow = await begin('127.0.0.3');
  const fast = await begin('127.0.0.4');
  sendEach50ms(slow, 2 * KB);
  sendEach50ms(fast, 32 * KB);
  const answers = new Map<Socket, string>();
  for (const socket of [silent, slow, fast])
    socket.on('data', (part: Buffer) => answers.set(socket, (answers.get(socket) ?? '') + String(part)));
  // Nothing is told of an upload before its first window.
  let status = 503;
  for (let n = 0; n < 50 && status === 503; n++) ({ status } = await upload('next'));
  assert.equal(status, 200);
  assert.match(
    answers.get(silent) ?? '',
    /HTTP\/1\.1 503 [^]*\r\nretry-after: 60\r\n[^]*this came slowest/iu,
  );
  assert.deepEqual([answers.has(slow), answers.has(fast)], [false, false]);
  // The place that came free is taken for good; the next one gets that of the slow one.
  sendEach50ms(await begin('127.0.0.5'), 32 * KB);
  status = 503;
  for (let n = 0; n < 50 && !answers.has(slow); n++) ({ status } = await upload('next'));
  assert.equal(status, 200);
  assert.match(answers.get(slow) ?? '', /this came slowest/u);
  assert.equal(answers.has(fast), false);
});

test('of the requests that a connection sends ahead, the API hears of one at a time', async (t) => {
  const large = Buffer.alloc(16 * 1024 * KB, 'x');
  const reached: string[] = [];
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      reached.push(incoming.url);
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(incoming.url === '/services/large' ? large : '{}');
      return true;
    },
  });
  const socket = await openRaw(edge.url);
  t.after(() => socket.destroy());
  socket.write(
    head('GET', '/services/large', '').repeat(4) + head('GET', '/services/last', 'connection: close\r\n'),
  );
  await once(socket, 'readable');
  assert.equal((await fetch(`${edge.url}/services/other`)).status, 200);
  assert.deepEqual(reached, ['/services/large', '/services/other']);
  const { text } = await readToEnd(socket, 20_000);
  assert.equal(text.match(/HTTP\/1\.1 200/gu)?.length, 5);
  assert.deepEqual(reached.slice(2), [...Array(3).fill('/services/large'), '/services/last']);
});

test('a body that takes too long is told so, whatever its framing', async (t) => {
  const { edge } = await startTestEdge(t, {
    body: { timeoutMs: 200, rateWindowMs: 200, minBytesPerSecond: 1000 },
    api: (incoming, response) => {
      if (incoming.url !== '/services/x') return false;
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  for (const bytes of [
    head('POST', '/services/x', 'content-length: 9\r\n') + 'x',
    head('PUT', '/services/x', 'transfer-encoding: chunked\r\n') + '1\r\nx\r\n',
    head('POST', '/services/x', 'content-length: 9\r\nexpect: 100-continue\r\n'),
    head('POST', '/services/x', 'content-length: 900000\r\n') + 'x'.repeat(70 * KB),
  ]) {
    const socket = await openRaw(edge.url);
    socket.write(bytes);
    const { text } = await readToEnd(socket);
    assert.match(text, /HTTP\/1\.1 408 /);
    assert.equal(errorOf(text), 'request_timeout');
  }
});

test('an upload that is slow but steady arrives', async (t) => {
  const { edge } = await startTestEdge(t, {
    body: { rateWindowMs: 1500, minBytesPerSecond: 500 },
    api: (incoming, response) => {
      if (incoming.url !== '/services/x') return false;
      let bytes = 0;
      incoming
        .on('data', (part: Buffer) => (bytes += part.length))
        .once('end', () => response.end(String(bytes)));
      return true;
    },
  });
  const socket = await openRaw(edge.url);
  const size = 82 * KB;
  socket.write(
    head('POST', '/services/x', `connection: close\r\ncontent-length: ${size}\r\n`) + 'x'.repeat(66 * KB),
  );
  const answer = readToEnd(socket);
  for (let sent = 66 * KB; sent < size; sent += KB) {
    // Nothing is waited for: this is the pace of the sender, over two windows.
    await setTimeout(200);
    socket.write('x'.repeat(KB));
  }
  assert.ok((await answer).text.endsWith(String(size)));
});

test('a call that gets no connection to the API in time is answered', async (t) => {
  let begin = () => {};
  const isHeard = new Promise<void>((resolve) => (begin = resolve));
  const { edge } = await startTestEdge(t, {
    maxApiRequests: { calls: 1 },
    connectTimeoutMs: 150,
    api: (incoming) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      begin();
      return true;
    },
  });
  const leave = new AbortController();
  const waiting = fetch(`${edge.url}/services/x`, { signal: leave.signal }).catch(() => null);
  await isHeard;
  const busy = await fetch(`${edge.url}/services/y`);
  assert.deepEqual([busy.status, ((await busy.json()) as { error: string }).error], [503, 'busy']);
  assert.ok(busy.headers.get('retry-after'));
  leave.abort();
  await waiting;
});

test('a visitor who does not take the answer is given up, and holds no connection to the API meanwhile', async (t) => {
  const large = Buffer.alloc(200 * KB, 'x');
  let givenUp = () => {};
  const isGivenUp = new Promise<void>((resolve) => (givenUp = resolve));
  const { edge } = await startTestEdge(t, {
    log: createLog('debug', (line) => line.includes('"aborted"') && givenUp()),
    maxApiRequests: { calls: 1 },
    connections: { writeTimeoutMs: 300 },
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': large.length });
      response.end(large);
      return true;
    },
  });
  const socket = await openRaw(edge.url);
  socket.pause();
  // Many answers, one after another, until no buffer between here and there has room for more.
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(head('GET', '/services/x', '').repeat(100));
  assert.equal((await fetch(`${edge.url}/services/y`)).status, 200);
  await isGivenUp;
});

test('one address holds a bounded number of connections; another is served all the same', async (t) => {
  const { edge } = await startTestEdge(t, { connections: { perAddress: 3 } });
  const held = await Promise.all([1, 2, 3].map(() => openRaw(edge.url, '127.0.0.2')));
  t.after(() => held.forEach((socket) => socket.destroy()));
  const { status, text } = await readToEnd(await openRaw(edge.url, '127.0.0.2'));
  assert.deepEqual([status, errorOf(text)], [429, 'too_many_connections']);
  const other = await openRaw(edge.url, '127.0.0.3');
  other.write(head('GET', '/livez', 'connection: close\r\n'));
  assert.equal((await readToEnd(other)).status, 200);
  held[0]?.destroy();
  await once(held[0] as Socket, 'close');
  const again = await openRaw(edge.url, '127.0.0.2');
  again.write(head('GET', '/livez', 'connection: close\r\n'));
  assert.equal((await readToEnd(again)).status, 200);
});

test('behind a proxy one visitor has a bounded number of requests under way; another is served all the same', async (t) => {
  const { edge } = await startTestEdge(t, {
    proxies: { count: 1 },
    connections: { perAddress: 2 },
    api: (incoming, response) => {
      if (incoming.url === '/services/x') response.end('{}');
      return incoming.url?.startsWith('/services/') === true;
    },
  });
  const stuck = (forwardedFor: string) =>
    head('GET', '/services/stuck', `x-forwarded-for: ${forwardedFor}\r\n`);
  // What a visitor writes before the address that the proxy adds is not believed.
  const held = await openMany(t, edge.url, 2, stuck('198.51.100.1, 203.0.113.7'));
  const ask = async (forwardedFor: string) => {
    const answer = await fetch(`${edge.url}/services/x`, { headers: { 'x-forwarded-for': forwardedFor } });
    return [answer.status, answer.headers.get('retry-after')];
  };
  const isFull = async () => (await ask('203.0.113.7'))[0] === 429;
  while (!(await isFull()));
  assert.deepEqual(await ask('203.0.113.7'), [429, '2']);
  assert.deepEqual(await ask('203.0.113.8'), [200, null]);
  assert.deepEqual(await ask('2001:db8:0:1::5'), [200, null]);
  for (const socket of held) socket.destroy();
  while (await isFull());
});

test('what comes on a connection that was refused is not done', async (t) => {
  const reached: string[] = [];
  const { edge } = await startTestEdge(t, {
    connections: { perAddress: 1 },
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      reached.push(incoming.url);
      response.end('{}');
      return true;
    },
  });
  const held = await openRaw(edge.url, '127.0.0.2');
  t.after(() => held.destroy());
  const refused = await openRaw(edge.url, '127.0.0.2');
  refused.write(head('POST', '/services/refused', 'content-length: 0\r\n'));
  assert.equal((await readToEnd(refused)).status, 429);
  held.write(head('GET', '/services/held', 'connection: close\r\n'));
  assert.equal((await readToEnd(held)).status, 200);
  assert.deepEqual(reached, ['/services/held']);
});

test('requests that a connection sends ahead of their answers are bounded: it takes the API from nobody', async (t) => {
  let calls = 0;
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (incoming.url !== '/services/ahead') return false;
      calls++;
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  const get = head('GET', '/services/ahead', '');
  const few = await openRaw(edge.url);
  few.write(get.repeat(15) + head('GET', '/services/ahead', 'connection: close\r\n'));
  const { text } = await readToEnd(few);
  assert.equal(text.match(/HTTP\/1\.1 200/gu)?.length, 16);

  calls = 0;
  const many = await openRaw(edge.url);
  const ended = readToEnd(many);
  many.write(get.repeat(500));
  await ended;
  assert.equal((await fetch(`${edge.url}/livez`)).status, 200);
  assert.ok(calls <= 16, `the API heard of ${calls} calls`);
});

test('idle connections are bounded: the one idle for longest goes first', async (t) => {
  const { edge } = await startTestEdge(t, { connections: { maxIdle: 2 } });
  const sockets = await Promise.all([1, 2, 3].map(() => openRaw(edge.url)));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  const [first, ...others] = sockets;
  const closed = once(first as Socket, 'close');
  for (const socket of sockets) {
    socket.write(head('GET', '/livez', ''));
    await once(socket, 'data');
  }
  first?.resume();
  await closed;
  for (const socket of others) {
    socket.write(head('GET', '/livez', ''));
    assert.match(String((await once(socket, 'data'))[0]), /200 OK/);
  }
});
