import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';
import { openRaw, readToEnd } from '../testing/raw.ts';

/** `RAW_REQUESTS=20000 RAW_SEED=2` asks for more and others. */
const COUNT = Number(process.env['RAW_REQUESTS'] ?? 400);
const SEED = Number(process.env['RAW_SEED'] ?? 1);

type Random = (max: number) => number;
const random = (seed: number): Random => {
  let state = seed;
  return (max) => (state = (state * 48_271) % 2_147_483_647) % max;
};
const METHODS = [
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'G\0T',
  '',
];
const PATHS = [
  '/',
  '/trails/7',
  '/services/x',
  '/auth/login',
  '/assets/main.1a2b3c4d.js',
  '/remotes/a/b',
  '/platform/registry',
  '/robots.txt',
  '/basemap/1/2/3.pbf',
  '*',
  'localhost:80',
  'http://localhost/',
  'http://evil.example/',
  'http://',
  '//evil',
  '/..',
  '/%2e%2e/',
  '/%00',
  '/%',
  '/\\',
];
const PIECES = [
  '/',
  '?',
  '%',
  '%2f',
  '%ff',
  '\xff',
  '#',
  ';',
  '\\',
  '..',
  '\t',
  'a',
  '=',
  '&',
  '{',
  '\x7f',
  '\0',
  '"',
  '<',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''];
const HEADERS = [
  'content-length: 4',
  'content-length: 0',
  'content-length: -1',
  'content-length: 4\r\ncontent-length: 5',
  'content-length: 4, 4',
  'content-length: 99999999999999999999',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked\r\ncontent-length: 4',
  'transfer-encoding: identity',
  'transfer-encoding: xchunked',
  'transfer-encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'expect: 100-continue',
  'expect: everything',
  'upgrade: websocket\r\nconnection: upgrade',
  'upgrade: h2c\r\nconnection: upgrade, http2-settings',
  'connection: close, content-length, host',
  'connection: keep-alive',
  'te: trailers',
  'trailer: x',
  'range: bytes=0-',
  'range: bytes=9-1,,-',
  'if-none-match: *',
  'if-none-match: "a", W/"b",,',
  'if-modified-since: never',
  'accept-encoding: br;q=0, gzip;q=',
  'accept-encoding: *',
  'accept: text/html',
  'accept-language: ;;q=,',
  'cookie: a=b; =; ;;wm_locale=%',
  'cookie: waymark_refresh=\xff\x80',
  'x-requested-with: waymark',
  'x-forwarded-for: \x01',
  'x-forwarded-host: evil',
  'x: a\r\n b',
  'x: a\0b',
  'x: a\x7fb',
  ' x: y',
  'x y: z',
  ': z',
  'x',
  'origin: null',
  'host: evil',
  'host: localhost',
];
const BODIES = [
  '',
  'body',
  '4\r\nbody\r\n0\r\n\r\n',
  '4;x=y\r\nbody\r\n0\r\nx: y\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n',
  '0\r\n\r\nGET /services/smuggled HTTP/1.1\r\nhost: localhost\r\n\r\n',
];

function madeRequest(next: Random): string {
  const pick = (list: readonly string[]) => list[next(list.length)] ?? '';
  const filler = () => pick(PIECES).repeat(next(8) === 0 ? next(16_000) : next(6));
  const headers = Array.from({ length: next(6) }, () => pick(HEADERS));
  if (next(12) === 0) headers.push(`${'n'.repeat(next(16_000))}: v`);
  if (next(12) === 0) headers.push(`x: ${filler()}`);
  const host = next(10) === 0 ? [] : ['host: localhost'];
  const target = pick(PATHS) + (next(2) ? filler() + filler() : '');
  const one = [`${pick(METHODS)} ${target} ${pick(VERSIONS)}`, ...host, ...headers, '', pick(BODIES)].join(
    '\r\n',
  );
  return next(6) === 0 ? one + one : one;
}

test(`${COUNT} requests that nobody should send get no failure of ours, and others are answered meanwhile`, async (t) => {
  const { edge, platform, folder, asked, log } = await startTestEdge(t, {
    body: { timeoutMs: 100, rateWindowMs: 100 },
    api: (incoming, response) => {
      if (!/^\/(services|auth\/)/.test(incoming.url ?? '') || incoming.url === '/auth/session') return false;
      incoming.resume().once('end', () => response.end('{}'));
      return true;
    },
  });
  await platform.deploy(
    (
      await builtRemote(folder, {
        pages: [page('/trails/:id(\\d+)'), page('/:a/:b([\\w.%-]+)'), page('/x/*')],
      })
    ).dist,
    { by: 'Robin' },
  );
  const next = random(SEED);
  let slowestMs = 0;
  for (let done = 0; done < COUNT; done += 8) {
    const batch = Array.from({ length: 8 }, () => madeRequest(next));
    const answers = await Promise.all(
      batch.map(async (bytes) => {
        const socket = await openRaw(edge.url);
        const read = readToEnd(socket, 20_000);
        socket.write(Buffer.from(bytes, 'latin1'));
        // What the edge still waits for does not come.
        await Promise.race([read, once(socket, 'data'), setTimeout(250)]).catch(() => {});
        socket.end();
        return { bytes, answer: await read };
      }),
    );
    for (const { bytes, answer } of answers)
      assert.ok(
        !/HTTP\/1\.1 5\d\d /.test(answer.text),
        `${JSON.stringify(bytes.slice(0, 400))}\n${answer.text.slice(0, 300)}\n${log.findLast((line) => line.includes('"error"'))}`,
      );
    const start = performance.now();
    assert.equal((await fetch(`${edge.url}/livez`)).status, 200);
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  assert.ok(slowestMs < 1000, `${Math.round(slowestMs)} ms`);
  t.diagnostic(`slowest ordinary answer in between: ${slowestMs.toFixed(1)} ms`);
  assert.ok(!asked.some(({ headers }) => headers.host === 'evil'));
});
