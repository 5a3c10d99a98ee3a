import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import test from 'node:test';
import { remotePageAt } from '../../src/location/page.ts';
import { bootOf, SETTINGS, startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';

const PARTNERS = [
  { code: 'harbour', name: 'Harbour', origins: ['https://app.harbour.example', 'https://m.harbour.example'] },
  { code: 'alone', name: 'Alone', origins: [] },
];
const PARTNER = { partner: { rule: 'partner', suffix: '_routes' } } as const;
const pages = [
  page('/trails'),
  page('/trails/embedded/:id(\\d+)', { frame: 'anyone' }),
  page('/mobile/:partner([a-z][a-z0-9-]*_routes)', { frame: 'partners', params: PARTNER }),
  page('/mobile/:partner([a-z][a-z0-9-]*_routes)/details', { frame: 'partners', params: PARTNER }),
];

const answering = (appConfig: object) => (request: IncomingMessage, response: ServerResponse) => {
  if (request.url !== '/platform/settings') return false;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...SETTINGS, appConfig: { ...SETTINGS.appConfig, ...appConfig } }));
  return true;
};
const part = (answer: Response, name: string) =>
  new RegExp(`${name} ([^;]*)`).exec(answer.headers.get('content-security-policy') ?? '')?.[1];

test('[PLAT-11] [ROUTE-08] only the embedded page may be framed by anybody, a partner’s pages by its origins', async (t) => {
  const { get, platform, folder } = await startTestEdge(t, { api: answering({ partners: PARTNERS }) });
  await platform.deploy((await builtRemote(folder, { pages })).dist, { by: 'Robin' });
  for (const [where, status, ancestors] of [
    ['/', 200, "'none'"],
    ['/trails', 200, "'none'"],
    ['/trails/embedded/42', 200, '*'],
    ['/trails/embedded/abc', 404, "'none'"],
    ['/mobile/harbour_routes', 200, 'https://app.harbour.example https://m.harbour.example'],
    ['/mobile/harbour_routes/details?id=1', 200, 'https://app.harbour.example https://m.harbour.example'],
    ['/mobile/alone_routes', 200, "'none'"],
    ['/mobile/other_routes', 404, "'none'"],
    ['/mobile/other_routes/details', 404, "'none'"],
    ['/mobile/harbour', 404, "'none'"],
  ] as const) {
    const answer = await get(where);
    assert.equal(answer.status, status, where);
    assert.equal(part(answer, 'frame-ancestors'), ancestors, where);
    assert.equal(answer.headers.get('x-frame-options'), null);
    const boot = bootOf(await answer.text());
    // The browser decides by the same patterns.
    if (where !== '/')
      assert.equal(remotePageAt(boot.remotes, where.split('?')[0]!) === null, status === 404, where);
    assert.equal(part(answer, 'frame-src'), "'self'");
  }
});

test('[PLAT-11] without partners there are none of their pages; while the settings are not known none is refused or framed', async (t) => {
  const none = await startTestEdge(t);
  await none.platform.deploy((await builtRemote(none.folder, { pages })).dist, { by: 'Robin' });
  assert.equal((await none.get('/mobile/harbour_routes')).status, 404);
  const unknown = await startTestEdge(t, {
    api: (_, response) => {
      response.writeHead(503).end();
      return true;
    },
  });
  await unknown.platform.deploy((await builtRemote(unknown.folder, { pages })).dist, { by: 'Robin' });
  const answer = await unknown.get('/mobile/harbour_routes');
  assert.deepEqual([answer.status, part(answer, 'frame-ancestors')], [200, "'none'"]);
});

test('[ROUTE-10] tiles of a configured map may be loaded, without naming their origin a second time', async (t) => {
  const source = { type: 'OSM', kind: 'raster', maxZoom: 19, attribution: '© Example' };
  const mapSources = [
    ...SETTINGS.appConfig.mapSources,
    { ...source, url: 'https://tiles.example/a/{z}/{x}/{y}.png' },
    { ...source, type: 'terrain', url: 'https://tiles.example/b/{z}/{x}/{y}.png' },
    {
      ...source,
      type: 'satellite',
      url: 'http://127.0.0.1:8080/{z}/{x}/{y}',
      darkUrl: 'https://dark.example/{z}/{x}/{y}',
    },
  ];
  const { get } = await startTestEdge(t, {
    api: answering({ mapSources }),
    extraSources: ['https://more.example'],
  });
  const answer = await get('/');
  const also = 'https://more.example https://tiles.example http://127.0.0.1:8080 https://dark.example';
  assert.equal(part(answer, 'img-src'), `'self' data: blob: ${also}`);
  assert.equal(part(answer, 'connect-src'), `'self' ${also}`);
});
