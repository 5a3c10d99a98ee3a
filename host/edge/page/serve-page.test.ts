import type { User } from '@waymark/api-contract';
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { remotePageAt } from '../../src/location/page.ts';
import { bootOf, builtHost, COOKIE, MEMBER, SETTINGS, startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';

const COUNTRY = { params: { countryCode: { rule: 'country', suffix: '' } } } as const;

const by = 'Robin';
const CALL = '/services/main/v7.1/trail/:trailId/';

test('[HOST-02] pages that nobody owns and /error/notfound have status 404', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  await platform.deploy((await builtRemote(folder)).dist, { by });
  for (const [where, status] of [
    ['/', 200],
    ['/trails', 200],
    ['/trails/', 200],
    ['/trails/42?x=1', 200],
    ['/trails/abc', 404],
    ['/Trails', 404],
    ['/error/notfound', 404],
    ['/no/such/page', 404],
    ['/%E0%A4%A', 404],
  ] as const) {
    const answer = await get(where);
    const html = await answer.text();
    assert.equal(answer.status, status, where);
    assert.equal(bootOf(html).page.status, status);
    assert.equal(html.includes('noindex'), status === 404);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
  }
});

test('[PLAT-02] a page carries its layout, its remote and every remote resolved', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const layout = { wide: true, reduced: false, header: true, footer: false };
  const { dist, manifest } = await builtRemote(folder, { pages: [page('/trails', { layout })] });
  const { version } = await platform.deploy(dist, { by });
  const boot = bootOf(await (await get('/trails')).text());
  assert.deepEqual(boot.page, { status: 200, remote: 'mfe-trails', layout });
  const [remote] = boot.remotes;
  assert.equal(remote?.base, `/remotes/mfe-trails/${version}/`);
  assert.equal(remote?.contract, manifest.contract);
  assert.equal(remote?.integrity, manifest.files[0]?.integrity);
  assert.deepEqual(await (await get('/platform/registry')).json(), {
    release: boot.release,
    revision: 1,
    remotes: boot.remotes,
  });
  await platform.deploy((await builtRemote(folder, { pages: [page('/ways')] })).dist, { by });
  const changed = (await (await get('/platform/registry')).json()) as { revision: number; remotes: unknown };
  assert.equal(changed.revision, 2);
  assert.deepEqual(changed.remotes, bootOf(await (await get('/ways')).text()).remotes);
});

test('[HOST-22] a country code in an address must be one of the configured', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const pages = [page('/:countryCode', COUNTRY), page('/:countryCode/:city', COUNTRY), page('/trails')];
  await platform.deploy((await builtRemote(folder, { pages })).dist, { by });
  for (const [where, status] of [
    ['/us', 200],
    ['/de/berlin', 200],
    ['/trails', 200],
    ['/xx', 404],
    ['/US', 404],
    ['/usa', 404],
    ['/xx/berlin', 404],
  ] as const) {
    const answer = await get(where);
    assert.equal(answer.status, status, where);
    const { remotes } = bootOf(await answer.text());
    // The browser decides by the same patterns.
    assert.equal(remotePageAt(remotes, where) === null, status === 404, where);
  }
});

test('[HOST-22] while the configured countries are not known no address is refused for its code', async (t) => {
  const api = (_: unknown, response: ServerResponse) => {
    response.writeHead(503).end();
    return true;
  };
  const { get, platform, folder } = await startTestEdge(t, { api });
  await platform.deploy((await builtRemote(folder, { pages: [page('/:countryCode', COUNTRY)] })).dist, {
    by,
  });
  assert.equal((await get('/us')).status, 200);
});

test('[HOST-21] the API’s settings reach the page at run time', async (t) => {
  const { get } = await startTestEdge(t);
  const html = await (await get('/')).text();
  assert.deepEqual(bootOf(html).settings, SETTINGS);
  assert.match(html, /<title>Waymark &lt;test><\/title>/);
});

test('[PLAT-03] [PLAT-02] deploy and rollback count from the next page load on, in the same running edge', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const look = async () => {
    const boot = bootOf(await (await get('/trails')).text());
    return [boot.remotes[0]?.version, boot.release] as const;
  };
  assert.equal((await look())[0], undefined);
  const first = await platform.deploy((await builtRemote(folder, { code: 'first' })).dist, { by });
  const [, release] = await look();
  const second = await platform.deploy((await builtRemote(folder, { code: 'second' })).dist, { by });
  assert.equal((await look())[0], second.version);
  assert.notEqual((await look())[1], release);
  await platform.rollback('mfe-trails', { by });
  assert.equal((await look())[0], first.version);
});

test('[PLAT-04] [PRIV-02] a visitor keeps their version while a canary runs, by a number that many have and that ends with the browser', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  await platform.deploy((await builtRemote(folder, { code: 'first' })).dist, { by });
  assert.equal((await get('/trails')).headers.get('set-cookie'), null);
  await platform.deploy((await builtRemote(folder, { code: 'second' })).dist, { by, canary: 50 });
  const seen = new Set<string | undefined>();
  for (let visitor = 0; visitor < 20; visitor++) {
    const first = await get('/trails');
    const cookie = first.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^wm_canary=\d{1,2}; Path=\/; HttpOnly; SameSite=Lax$/);
    const { version } = bootOf(await first.text()).remotes[0] ?? {};
    const again = await get('/trails', { cookie: cookie.split(';')[0] ?? '' });
    assert.equal(again.headers.get('set-cookie'), null);
    assert.equal(bootOf(await again.text()).remotes[0]?.version, version);
    seen.add(version);
  }
  assert.equal(seen.size, 2);
});

test('a member gets their session and the first calls of the page; a visitor neither', async (t) => {
  const { get, platform, folder, asked } = await startTestEdge(t);
  const pages = [page('/trails/:trailId(\\d+)', { firstCalls: [CALL, '/services/other/:missing/'] })];
  await platform.deploy((await builtRemote(folder, { pages })).dist, { by });
  const answer = await get('/trails/42', { cookie: COOKIE });
  const html = await answer.text();
  assert.deepEqual(bootOf(html).session, MEMBER);
  assert.match(html, /"calls":\["\/services\/main\/v7\.1\/trail\/42\/"\]/);
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  assert.equal(asked.find((request) => request.url === '/auth/session')?.headers.cookie, COOKIE);
  // The markup is kept between requests: no token may be in it.
  assert.equal(html.split(MEMBER.authToken).length, 2);
  const visitor = bootOf(await (await get('/trails/42', { cookie: 'wm_theme=dark' })).text());
  assert.equal(visitor.session?.authToken, null);
  assert.equal(visitor.session.rollouts[0]?.variant_name, 'show_survey');
  assert.equal(asked.filter((request) => request.url === '/auth/session').length, 1);
});

test('[DATA-03] the key of a link goes on to the first calls, to no referrer and into no log', async (t) => {
  const { get, platform, folder, log } = await startTestEdge(t);
  const pages = [page('/trails/:trailId(\\d+)', { firstCalls: [CALL, '/services/stats/?trail=:trailId'] })];
  await platform.deploy((await builtRemote(folder, { pages })).dist, { by });
  const key = 'ABCDEFGHIJKLMNOPQRST_-';
  const answer = await get(`/trails/42?units=metric&key=${key}`, { cookie: COOKIE });
  const calls = /"calls":(\[[^\]]*\])/.exec(await answer.text())?.[1] ?? '';
  assert.deepEqual(JSON.parse(calls), [
    `/services/main/v7.1/trail/42/?key=${key}`,
    `/services/stats/?trail=42&key=${key}`,
  ]);
  for (const [where, policy] of [
    [`/trails/42?key=${key}`, 'no-referrer'],
    [`/trails/42?key=`, 'no-referrer'],
    [`/trails?next=${encodeURIComponent(`/trails/42?key=${key}`)}`, 'no-referrer'],
    [`/no/such/page?key=${key}`, 'no-referrer'],
    ['/trails/42?monkey=1', 'strict-origin-when-cross-origin'],
  ] as const)
    assert.equal((await get(where)).headers.get('referrer-policy'), policy, where);
  // What is no key is not sent on.
  const html = await (await get('/trails/42?key=%22%3E%3Cscript%3E', { cookie: COOKIE })).text();
  assert.match(html, /"calls":\["\/services\/main\/v7\.1\/trail\/42\/"/);
  await get(`/services/main/v7.1/nothing?key=${key}`);
  assert.ok(!log.join('').includes(key));
});

test('the page is served while the API is down, and says that the session is not known', async (t) => {
  const { get, log } = await startTestEdge(t, { apiUrl: 'http://127.0.0.1:9' });
  const answer = await get('/', { cookie: COOKIE });
  const html = await answer.text();
  assert.equal(answer.status, 200);
  assert.equal(bootOf(html).session, null);
  assert.match(html, /<header/);
  assert.equal(bootOf(html).settings.appConfig.siteName, 'Waymark');
  assert.ok(log.some((line) => line.includes('page without an answer of the API')));
});

test('an API that hangs holds a page up no longer than the limit', async (t) => {
  const { get } = await startTestEdge(t, { pageTimeoutMs: 100, api: () => true });
  const answer = await get('/', { cookie: COOKIE });
  assert.equal(bootOf(await answer.text()).session, null);
});

test('the shell’s markup is kept until something changes, and a failing shell leaves a working page', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const renders = async (where: string) => /data-renders="(\d+)"/.exec(await (await get(where)).text())?.[1];
  assert.equal(await renders('/'), '1');
  assert.equal(await renders('/'), '1');
  assert.equal(await renders('/?a=1'), '2');
  await platform.deploy((await builtRemote(folder)).dist, { by });
  assert.equal(await renders('/'), '3');
  const broken = await get('/throws');
  assert.equal(broken.status, 404);
  assert.match(await broken.text(), /<div id="root"><\/div>/);
});

test('a new build of the host is taken up and is another release', async (t) => {
  const { get, hostDist } = await startTestEdge(t);
  const release = async () =>
    ((await (await get('/platform/release')).json()) as { release: string }).release;
  const before = await release();
  assert.equal(bootOf(await (await get('/')).text()).release, before);
  await rm(hostDist, { recursive: true });
  assert.equal(await release(), before);
  await builtHost(hostDist, 'eeeeffff00001111');
  assert.notEqual(await release(), before);
});

test('a published version whose manifest is damaged gives way to the last good one', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const first = await platform.deploy((await builtRemote(folder, { code: 'first' })).dist, { by });
  const second = await platform.deploy((await builtRemote(folder, { code: 'second' })).dist, { by });
  const damaged = path.join(folder, 'platform/remotes/mfe-trails', second.version, 'manifest.json');
  await writeFile(damaged, '{');
  const boot = bootOf(await (await get('/trails')).text());
  assert.equal(boot.page.status, 200);
  assert.equal(boot.remotes[0]?.version, first.version);
});

const GUARDED = [
  page('/trails', { guard: 'login', chunk: 'details' }),
  page('/summits', { guard: 'premium', chunk: 'details' }),
];
const USER: User = {
  id: 7,
  uacfUserId: '7',
  username: 'robin',
  title: '',
  first_name: 'Robin',
  last_name: 'Hill',
  display_name: 'Robin Hill',
  email: 'robin@site.example',
  email_confirmed: true,
  gender: null,
  height: null,
  weight: null,
  birthdate: null,
  location: {},
  time_zone: 'UTC',
  time_zone_offset: 0,
  first_day_of_week: 1,
  favorite_activities: [],
  preferred_language: 'en-us',
  date_joined: '2026-01-01T00:00:00.000Z',
  display_measurement_system: 'metric',
  goal_statement: '',
  introduction: '',
  sharing: {},
  communication: {},
  opt_outs: { news: false, social: false, challenges: false, summaries: false, reminders: false },
  default_privacy: { workout: 0, route: 0, profile: 0 },
  hrZones: [],
  profilePictureStatus: 'none',
  gdpr_iso_code: null,
  consents: {},
  consent_matrix_version: 1,
  app_name: 'waymark',
  loyalty_status: null,
  has_sample_data: false,
  _links: {},
};

test('[SESS-04] a guarded page sends away who may not see it, before any script of its remote', async (t) => {
  let session: object | null = null;
  const { get, platform, folder } = await startTestEdge(t, {
    api: (request, response) => {
      if (request.url !== '/auth/session') return false;
      if (!session) {
        response.writeHead(503).end();
        return true;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ expires_in: 600, rollouts: [], consents: null, deletion: null, ...session }),
      );
      return true;
    },
  });
  await platform.deploy((await builtRemote(folder, { pages: GUARDED })).dist, { by: 'Robin' });
  const visit = async (path: string, headers: Record<string, string> = { cookie: COOKIE }) => {
    const answer = await get(path, headers);
    const text = await answer.text();
    return [answer.status, answer.headers.get('location'), text.includes('details.')];
  };
  const login = '/auth/login/?next=%2Ftrails%3Fa%3D1';
  assert.deepEqual(await visit('/trails?a=1', {}), [302, login, false]);
  session = { authToken: null, user: null, premium: null };
  assert.deepEqual(await visit('/trails?a=1'), [302, login, false]);
  session = { authToken: 't', user: USER, premium: { is_ad_free: false, days_remaining: 0 } };
  assert.deepEqual(await visit('/trails'), [200, null, true]);
  assert.deepEqual(await visit('/summits'), [302, '/premium/checkout', false]);
  session = { authToken: 't', user: USER, premium: { is_ad_free: true, days_remaining: -1 } };
  assert.deepEqual(await visit('/summits'), [200, null, true]);
  // Nobody knows who it is: the host comes alone and decides.
  session = null;
  assert.deepEqual(await visit('/trails'), [200, null, false]);
});
