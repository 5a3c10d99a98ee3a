import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { startTestEdge } from '../testing/edge.ts';
import { sendRaw } from '../testing/raw.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

const CALL = { accept: 'application/json', 'x-requested-with': 'waymark' };
const MB = 1024 * 1024;

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Memory that is in use: what the process holds beyond it is a question of when the collector runs. */
function liveBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('a call reaches the API as it was sent, with where it came from; the answer comes back as it is', async (t) => {
  const { edge, asked } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/echo')) return false;
      response.writeHead(201, {
        'set-cookie': ['a=1', 'b=2'],
        'content-type': 'text/plain',
        connection: 'x-hop',
        'x-hop': '1',
      });
      incoming.pipe(response);
      return true;
    },
  });
  const answer = await fetch(`${edge.url}/services/echo?q=%20`, {
    method: 'PUT',
    body: 'hello',
    headers: { ...CALL, cookie: 'c=3', 'x-forwarded-for': '6.6.6.6', 'x-request-id': 'forged-id' },
  });
  assert.equal(answer.status, 201);
  assert.equal(await answer.text(), 'hello');
  assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
  assert.equal(answer.headers.get('x-hop'), null);
  const { headers, method, url } = asked.at(-1) ?? ({} as IncomingMessage);
  assert.deepEqual([method, url, headers.cookie], ['PUT', '/services/echo?q=%20', 'c=3']);
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['x-forwarded-proto'], 'http');
  assert.equal(headers['x-forwarded-host'], undefined);
  assert.equal(headers['x-request-id'], answer.headers.get('x-request-id'));
  assert.notEqual(headers['x-request-id'], 'forged-id');
});

test('[SESS-08] what a browser asks before a call of a partner’s page reaches the API, and its answer the browser', async (t) => {
  const allowed = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'api-key',
  };
  const { edge, asked } = await startTestEdge(t, {
    api: ({ method }, response) => {
      if (method !== 'OPTIONS') return false;
      response.writeHead(204, allowed).end();
      return true;
    },
  });
  const answer = await fetch(`${edge.url}/services/challenges/widgets/challenges/1/leaderboard`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://bakery.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'api-key',
    },
  });
  assert.equal(answer.status, 204);
  for (const [name, value] of Object.entries(allowed)) assert.equal(answer.headers.get(name), value, name);
  const { headers } = asked.at(-1) ?? ({} as IncomingMessage);
  assert.deepEqual(
    [headers['access-control-request-method'], headers['access-control-request-headers']],
    ['GET', 'api-key'],
  );
});

test('[DATA-03] the API hears one address: the one that the trusted proxies in front name', async (t) => {
  const { edge, asked } = await startTestEdge(t, { proxies: parseTrustedProxies('true') });
  await fetch(`${edge.url}/services/x`, {
    headers: {
      'x-forwarded-for': '10.9.9.9, 9.9.9.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-request-id': 'from-outside',
    },
  });
  const { headers } = asked.at(-1) ?? ({} as IncomingMessage);
  assert.equal(headers['x-forwarded-for'], '9.9.9.9');
  assert.equal(headers['x-forwarded-proto'], 'https');
  assert.equal(headers['x-forwarded-host'], undefined);
  assert.equal(headers['x-request-id'], 'from-outside');
});

test('[DATA-03] who reaches the edge past the listed proxies is believed nothing', async (t) => {
  const { edge, asked } = await startTestEdge(t, { proxies: parseTrustedProxies('192.0.2.1') });
  await fetch(`${edge.url}/services/x`, {
    headers: { 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'https', 'x-request-id': 'from-outside' },
  });
  const { headers } = asked.at(-1) ?? ({} as IncomingMessage);
  assert.deepEqual([headers['x-forwarded-for'], headers['x-forwarded-proto']], ['127.0.0.1', 'http']);
  assert.notEqual(headers['x-request-id'], 'from-outside');
});

test('an upload streams through: the API reads its start before its end is sent, and a slow reader holds the sender back', async (t) => {
  let received = 0;
  let upstream: IncomingMessage | undefined;
  const started = Promise.withResolvers<void>();
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (incoming.url !== '/services/upload') return false;
      upstream = incoming;
      incoming.on('data', (part: Buffer) => {
        if (received < MB && received + part.length >= MB) {
          incoming.pause();
          started.resolve();
        }
        received += part.length;
      });
      incoming.on('end', () => response.end(String(received)));
      return true;
    },
  });
  const { hostname, port } = new URL(edge.url);
  const size = 256 * MB;
  const upload = request({
    hostname,
    port,
    path: '/services/upload',
    method: 'POST',
    headers: { 'content-length': size },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  const part = Buffer.alloc(MB, 7);
  upload.write(part);
  await started.promise;
  const before = liveBytes();
  let sent = MB;
  // The system's own buffers take some MB on each of the two ways.
  for (let taken = true; taken && sent < size; sent += MB) {
    const drained = once(upload, 'drain').then(() => true);
    taken = upload.write(part) || (await Promise.race([drained, setTimeout(1000, false)]));
  }
  assert.ok(sent < 64 * MB, `${sent / MB} MB were taken from the sender while the API read 1`);
  upstream?.resume();
  let most = liveBytes() - before;
  for (; sent < size; sent += MB) {
    if (!upload.write(part)) await once(upload, 'drain');
    if (sent % (16 * MB) === 0) most = Math.max(most, liveBytes() - before);
  }
  upload.end();
  const [answer] = await answered;
  assert.equal(await text(answer), String(size));
  assert.ok(most < 32 * MB, `${(most / MB).toFixed(1)} MB more`);
});

test('a download streams through: its start arrives while the API has not sent its end', async (t) => {
  let finish = () => {};
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (incoming.url !== '/services/download') return false;
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.write('start,');
      finish = () => response.end('end');
      return true;
    },
  });
  const answer = await fetch(`${edge.url}/services/download`);
  const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
  assert.equal(Buffer.from((await reader.read()).value ?? []).toString(), 'start,');
  finish();
  assert.equal(Buffer.from((await reader.read()).value ?? []).toString(), 'end');
});

test('an upload that the API refuses early still gets the API’s answer', async (t) => {
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (incoming.url !== '/services/upload') return false;
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"error":"too_large"}');
      return true;
    },
  });
  const answer = await fetch(`${edge.url}/services/upload`, { method: 'POST', body: Buffer.alloc(20 * MB) });
  assert.equal(answer.status, 413);
  assert.deepEqual(await answer.json(), { error: 'too_large' });
});

test('whoever sends more than is taken sees the refusal, also one who closes the connection', async (t) => {
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (!incoming.url?.startsWith('/services/')) return false;
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"error":"too_large"}');
      return true;
    },
  });
  const size = 8 * MB;
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x1_00_00), Buffer.from('\r\n')]);
  const chunked = Buffer.concat([...Array.from({ length: 128 }, () => chunk), Buffer.from('0\r\n\r\n')]);
  for (const path of ['/services/x', `/services/${'x'.repeat(3000)}`, '/assets/main.js'])
    for (const [framing, body] of [
      [`content-length: ${size}`, Buffer.alloc(size)],
      ['transfer-encoding: chunked', chunked],
      [`content-length: ${size}\r\nexpect: 100-continue`, Buffer.alloc(size)],
    ] as const) {
      const start = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${framing}\r\n\r\n`;
      const { text } = await sendRaw(edge.url, Buffer.concat([Buffer.from(start), body]));
      assert.match(text, /HTTP\/1\.1 (413|414|405) /, `${path.slice(0, 20)} ${framing}`);
    }
});

test('a visitor who leaves ends the call at the API', async (t) => {
  let left: Promise<unknown> = Promise.resolve();
  let started: (response: ServerResponse) => void = () => {};
  const begun = new Promise<ServerResponse>((resolve) => (started = resolve));
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      if (incoming.url !== '/services/slow') return false;
      left = once(response, 'close');
      started(response);
      return true;
    },
  });
  const { hostname, port } = new URL(edge.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /services/slow HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  const response = await begun;
  socket.destroy();
  await left;
  assert.equal(response.writableFinished, false);
});

test('JSON of the API travels compressed; what is small or compressed already stays as it is', async (t) => {
  const large = JSON.stringify({
    rows: Array.from({ length: 500 }, (_, id) => ({ id, name: 'Morning run' })),
  });
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      const [body, type] =
        incoming.url === '/services/large'
          ? [large, 'application/json']
          : incoming.url === '/services/image'
            ? [large, 'image/webp']
            : ['{}', 'application/json'];
      response.writeHead(200, { 'content-type': type, 'content-length': body.length, etag: '"1"' });
      response.end(body);
      return true;
    },
  });
  const get = (where: string) => fetch(edge.url + where, { headers: { 'accept-encoding': 'br' } });
  const answer = await get('/services/large');
  assert.equal(answer.headers.get('content-encoding'), 'br');
  assert.equal(answer.headers.get('vary'), 'accept-encoding');
  assert.equal(answer.headers.get('etag'), 'W/"1"');
  assert.equal(await answer.text(), large);
  assert.equal((await get('/services/small')).headers.get('content-encoding'), null);
  assert.equal((await get('/services/image')).headers.get('content-encoding'), null);
});

test('an API that is down or silent is told in the one form of errors', async (t) => {
  const down = await startTestEdge(t, { apiUrl: 'http://127.0.0.1:9' });
  const refused = await fetch(`${down.edge.url}/services/x`, { method: 'POST', body: 'lost' });
  const body = (await refused.json()) as Record<string, unknown>;
  assert.deepEqual([refused.status, body['status'], body['error']], [502, 502, 'api_unavailable']);
  assert.equal(typeof body['error_description'], 'string');
  assert.equal(typeof body['request_id'], 'string');
  assert.ok(refused.headers.get('retry-after'));
  const silent = await startTestEdge(t, { callTimeoutMs: 100, api: () => true });
  const late = await fetch(`${silent.edge.url}/services/x`);
  assert.deepEqual([late.status, ((await late.json()) as { error: string }).error], [504, 'api_timeout']);
});

test('a kept connection that the API closed meanwhile costs no call', async (t) => {
  const bodies: string[] = [];
  const sockets = new Set<unknown>();
  let closeNext = false;
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      sockets.add(incoming.socket);
      if (closeNext) {
        closeNext = false;
        incoming.socket.resetAndDestroy();
      } else
        void text(incoming).then((body) => {
          bodies.push(`${incoming.method} ${body}`);
          response.end('{}');
        });
      return true;
    },
  });
  const send = async (method: string, body?: string) => {
    const answer = await fetch(`${edge.url}/services/x`, { method, ...(body !== undefined && { body }) });
    await answer.text();
    return answer.status;
  };
  for (const [method, body] of [['GET'], ['DELETE'], ['PUT', 'whole']] as const) {
    assert.equal(await send('GET'), 200);
    // The next call finds its connection closed under it.
    closeNext = true;
    assert.equal(await send(method, body), 200);
    assert.equal(bodies.at(-1), `${method} ${body ?? ''}`);
  }
  // What takes effect each time it is sent is sent once, on a connection that nobody used before.
  for (const body of [undefined, 'mine']) {
    assert.equal(await send('GET'), 200);
    const before = sockets.size;
    assert.equal(await send('POST', body), 200);
    assert.equal(sockets.size, before + 1);
    closeNext = true;
    assert.equal(await send('POST', body), 502);
  }
  assert.equal(bodies.filter((body) => body.startsWith('POST')).length, 2);
});

test('a body stays a body: no header of a visitor makes the API take it for the next visitor’s call', async (t) => {
  const urls: (string | undefined)[] = [];
  const { edge } = await startTestEdge(t, {
    api: (incoming, response) => {
      urls.push(incoming.url);
      incoming.resume().on('end', () => response.end('{}'));
      return true;
    },
  });
  const { hostname, port } = new URL(edge.url);
  for (const method of ['DELETE', 'GET', 'OPTIONS', 'POST']) {
    for (const named of ['content-length', 'Content-Length , close', 'x']) {
      const body = `${method} /services/smuggled HTTP/1.1\r\nhost: x\r\nx-swallow: `;
      const socket = connect(Number(port), hostname);
      socket.write(
        `${method} /services/x HTTP/1.1\r\nhost: ${hostname}\r\nx-requested-with: waymark\r\n` +
          `connection: ${named}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      await once(socket, 'data');
      socket.destroy();
      assert.equal((await fetch(`${edge.url}/services/next`, { headers: CALL })).status, 200);
    }
  }
  assert.deepEqual(new Set(urls), new Set(['/services/x', '/services/next']));
});

async function text(message: IncomingMessage): Promise<string> {
  let all = '';
  for await (const part of message as AsyncIterable<Buffer>) all += part.toString();
  return all;
}
