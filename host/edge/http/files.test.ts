import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { startTestEdge } from '../testing/edge.ts';
import { builtRemote } from '../testing/fixtures.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const MAIN = '/assets/main.1a2b3c4d.js';

/** The answer as it travels: `fetch` would undo the compression, and tidy up the address. */
const raw = (url: string, where: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: number }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(url);
      request({ hostname, port, path: where, headers }, (response) => {
        let bytes = 0;
        response.on('data', (part: Buffer) => (bytes += part.length));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
        );
      })
        .on('error', reject)
        .end();
    },
  );

test('[PLAT-02] a published file never changes, may be loaded with integrity, and travels as brotli', async (t) => {
  const { edge, get, platform, folder } = await startTestEdge(t);
  const { dist, manifest } = await builtRemote(folder);
  const { version } = await platform.deploy(dist, { by: 'Robin' });
  const where = `/remotes/mfe-trails/${version}/${manifest.entry}`;
  const answer = await get(where, { 'accept-encoding': 'gzip, br' });
  assert.equal(answer.headers.get('content-encoding'), 'br');
  assert.equal(answer.headers.get('cache-control'), FOREVER);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.match(await answer.text(), /^window\.mfe_trails/);
  const plain = await raw(edge.url, where);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.bytes, manifest.files[0]?.bytes);
  const small = await raw(edge.url, where, { 'accept-encoding': 'br' });
  assert.ok(small.bytes < plain.bytes / 2);
});

test('files of the host: compressed as the browser takes it, with a tag, kept for good only when named by hash', async (t) => {
  const { edge, get } = await startTestEdge(t);
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const answer = await raw(edge.url, MAIN, { 'accept-encoding': accepted });
    assert.equal(answer.headers['content-encoding'], encoding);
    assert.equal(answer.headers['vary'], 'accept-encoding');
    assert.equal(Number(answer.headers['content-length']), answer.bytes);
  }
  const first = await get(MAIN);
  const tag = first.headers.get('etag') ?? '';
  assert.equal(first.headers.get('cache-control'), FOREVER);
  assert.equal((await get(MAIN, { 'if-none-match': tag })).status, 304);
  const head = await get(MAIN, {}, 'HEAD');
  assert.deepEqual([head.status, await head.text()], [200, '']);
  assert.equal((await get('/assets/LICENSE.txt')).headers.get('cache-control'), 'public, max-age=3600');
  const font = await get('/assets/barlow-latin-600.3a2b3c4d.woff2', { 'accept-encoding': 'br' });
  assert.equal(font.headers.get('content-encoding'), null);
  assert.equal((await get(MAIN, {}, 'POST')).status, 405);
});

test('no address leads out of the folders', async (t) => {
  const { edge, folder, hostDist } = await startTestEdge(t);
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await writeFile(path.join(hostDist, 'client/.hidden'), 'secret');
  for (const where of [
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets//etc/passwd',
    '/assets/.hidden',
    '/assets/%00',
    '/assets/%',
    '/assets/',
    '/assets',
    '/remotes/../registry.json',
    '/basemap/../secret.txt',
  ])
    assert.equal((await raw(edge.url, where)).status, 404, where);
});

test('tiles of the open sea are empty, not missing', async (t) => {
  const { get, folder } = await startTestEdge(t);
  await mkdir(path.join(folder, 'basemap/3/3'), { recursive: true });
  await writeFile(path.join(folder, 'basemap/3/3/1.pbf'), 'land');
  assert.equal(await (await get('/basemap/3/3/1.pbf')).text(), 'land');
  assert.equal((await get('/basemap/3/3/2.pbf')).status, 204);
  assert.equal((await get('/basemap/3/3/2.png')).status, 404);
});

test('the service worker is checked for a newer one each time, may fetch nothing and serves all pages', async (t) => {
  const { get } = await startTestEdge(t);
  const answer = await get('/notifications-worker.js');
  assert.equal(await answer.text(), '// worker');
  assert.match(answer.headers.get('content-type')!, /^text\/javascript/);
  assert.equal(answer.headers.get('cache-control'), 'no-cache');
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'");
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const again = await get('/notifications-worker.js', { 'if-none-match': answer.headers.get('etag')! });
  assert.equal(again.status, 304);
});

test('icon, robots and web manifest are there', async (t) => {
  const { get } = await startTestEdge(t);
  for (const where of ['/favicon.svg', '/favicon.ico'])
    assert.match(await (await get(where)).text(), /^<svg xmlns/);
  assert.match(await (await get('/robots.txt')).text(), /User-agent/);
  const manifest = (await (await get('/manifest.webmanifest')).json()) as { name: string };
  assert.equal(manifest.name, 'Waymark <test>');
});
