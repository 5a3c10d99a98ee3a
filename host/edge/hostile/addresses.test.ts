import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';
import { sendRaw } from '../testing/raw.ts';

const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`;
const errorOf = (text: string) =>
  (JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { error: string }).error;

test('no address keeps the edge busy, and what is too long is told so', async (t) => {
  const { edge, platform, folder } = await startTestEdge(t);
  const pages = Array.from({ length: 40 }, (_, n) => page(`/p${n}/:id(\\d+)/:name/*`));
  await platform.deploy((await builtRemote(folder, { pages })).dist, { by: 'Robin' });
  const long = 15_000;
  const cases: [target: string, headers: string, status: number, error?: string][] = [
    ['/'.repeat(long), '', 414, 'too_long'],
    [`/services/${'a'.repeat(long)}`, '', 414, 'too_long'],
    [`/assets/${'a/'.repeat(long / 2)}`, '', 414, 'too_long'],
    [`/services/x?q=${'a'.repeat(long)}`, '', 414, 'too_long'],
    [`/?${'a=&'.repeat(3000)}`, '', 414, 'too_long'],
    ['/', `x: ${'y'.repeat(17_000)}\r\n`, 431, 'headers_too_large'],
    ['/', 'x: y\r\n'.repeat(101), 431, 'headers_too_large'],
    ['/', `x: ${'y'.repeat(60_000)}\r\n`, 431, 'headers_too_large'],
    [`/${'y'.repeat(60_000)}`, '', 431, 'headers_too_large'],
    ['/'.repeat(2000), '', 200],
    [`/p1/7/${'/'.repeat(2000)}x`, '', 404],
    [`/services/x?json=${'%7B'.repeat(2700)}`, '', 404],
    ['/', `cookie: ${'a=;'.repeat(5000)}\r\n`, 200],
    ['/', `cookie: a${' '.repeat(15_000)}b\r\n`, 200],
    ['/', `accept-language: a${' '.repeat(15_000)};q=1\r\n`, 200],
    ['/', `accept-language: ${'a;q=0.1,'.repeat(1900)}\r\n`, 200],
    ['/', `accept-encoding: ${'br;q=0,'.repeat(2200)}\r\n`, 200],
    ['/assets/main.1a2b3c4d.js', `if-none-match: "a"${' '.repeat(7000)}${','.repeat(7000)}\r\n`, 200],
    ['/services/x', `connection: a${' '.repeat(7000)}${','.repeat(7000)}\r\n`, 404],
  ];
  // What is made once only is made here.
  await sendRaw(edge.url, get('/'));
  for (const [target, headers, status, error] of cases) {
    const answer = await sendRaw(edge.url, get(target, headers));
    const what = `${target.slice(0, 30)} ${headers.slice(0, 30)}`;
    assert.equal(answer.status, status, what);
    if (error !== undefined) assert.equal(errorOf(answer.text), error, what);
    assert.ok(answer.ms < 1000, `${what}: ${Math.round(answer.ms)} ms`);
  }
});

test('who came to see a page is refused with one, scripts with the one form of errors', async (t) => {
  const { get } = await startTestEdge(t);
  const long = `/${'a'.repeat(3000)}<script>`;
  const page = await get(long);
  assert.deepEqual([page.status, page.headers.get('content-type')], [414, 'text/html; charset=utf-8']);
  const text = await page.text();
  assert.match(text, /<p>This address is longer than any of ours\.<\/p>/);
  assert.doesNotMatch(text, /<script/);
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  for (const [name, value] of [
    ['accept', '*/*'],
    ['x-requested-with', 'waymark'],
  ] as const)
    assert.equal(
      ((await (await get(long, { [name]: value })).json()) as { error: string }).error,
      'too_long',
    );
});

test('the edge answers to its own names only; health checks may come by any', async (t) => {
  const { edge, asked } = await startTestEdge(t, {
    siteUrl: 'http://localhost:4000',
    allowedHosts: ['box.lan'],
  });
  const ask = async (target: string, host: string) => {
    const { status, text } = await sendRaw(
      edge.url,
      `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
    );
    return status === 421 ? errorOf(text) : status;
  };
  for (const target of ['/mailbox', '/', '/services/x', '/assets/main.1a2b3c4d.js', '/platform/registry'])
    for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:4000'])
      assert.equal(await ask(target, host), 'wrong_host', `${host}${target}`);
  assert.deepEqual(asked, [], 'the API heard of none of them');
  for (const host of ['localhost', 'localhost:4000', '127.0.0.1:9', '[::1]', 'box.lan'])
    assert.equal(await ask('/', host), 200, host);
  assert.equal(await ask('/livez', 'evil.example'), 200);
  assert.equal(await ask('/readyz', '10.0.0.1'), 200);
  assert.equal(await ask('http://evil.example/', 'localhost'), 'wrong_host');
  assert.equal(await ask('http://localhost/assets/main.1a2b3c4d.js', 'localhost'), 200);
  assert.equal(asked.filter(({ url }) => url === '/services/x').length, 0);
});

test('a request with two names is refused, whichever of them is ours', async (t) => {
  const { edge, asked } = await startTestEdge(t);
  for (const hosts of ['host: localhost\r\nhost: evil.example', 'Host: localhost\r\nHOST: localhost'])
    for (const target of ['/', '/services/x', '/livez']) {
      const { status, text } = await sendRaw(
        edge.url,
        `GET ${target} HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`,
      );
      assert.deepEqual([status, errorOf(text)], [400, 'invalid_request'], `${hosts} ${target}`);
    }
  assert.deepEqual(asked, []);
});

test('[DATA-03] behind a trusted proxy the name in Host counts, and no other that a visitor may write', async (t) => {
  const { edge } = await startTestEdge(t, { siteUrl: 'https://waymark.example', proxies: { count: 1 } });
  const ask = async (host: string, forwarded: string) =>
    (
      await sendRaw(
        edge.url,
        `GET / HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-host: ${forwarded}\r\nconnection: close\r\n\r\n`,
      )
    ).status;
  assert.equal(await ask('waymark.example', 'evil.example'), 200);
  assert.equal(await ask('evil.example', 'waymark.example'), 421);
});
