import assert from 'node:assert/strict';
import test from 'node:test';
import type { StandaloneData } from '@waymark/contract/standalone';
import { COOKIE, MEMBER, SETTINGS, startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';

const PAGES = [page('/trails'), page('/trails/embedded', { standalone: 'embed/trail', frame: 'anyone' })];

test('[ROUTE-08] a page that stands alone is one script with its hash, and nothing of the host', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const { dist, manifest } = await builtRemote(folder, { pages: PAGES, standalone: ['embed/trail'] });
  const { version } = await platform.deploy(dist, { by: 'Robin' });
  const answer = await get('/trails/embedded?units=metric');
  assert.equal(answer.status, 200);
  const html = await answer.text();
  const scripts = [...html.matchAll(/<script\b[^>]*src="([^"]+)"[^>]*>/g)];
  const file = manifest.files.find(({ path }) => path.startsWith('details'))!;
  assert.deepEqual(
    scripts.map(([, src]) => src),
    [`/remotes/mfe-trails/${version}/${file.path}`],
  );
  assert.ok(scripts[0]![0].includes(`integrity="${file.integrity}"`));
  const policy = answer.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  assert.ok(nonce && scripts[0]![0].includes(`nonce="${nonce}"`));
  assert.match(policy, /frame-ancestors \*/);
  // Every other page keeps out of frames, and has the host.
  const other = await get('/trails');
  assert.match(other.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.match(await other.text(), /src="\/assets\/main\./);
});

test('[ROUTE-08] it knows settings and rollouts, and nothing of who is signed in', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const { dist } = await builtRemote(folder, { pages: PAGES, standalone: ['embed/trail'] });
  await platform.deploy(dist, { by: 'Robin' });
  const html = await (await get('/trails/embedded', { cookie: COOKIE })).text();
  const json = /id="waymark-standalone">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  const data = JSON.parse(json) as StandaloneData;
  assert.equal(data.siteName, SETTINGS.appConfig.siteName);
  assert.deepEqual(data.mapSources, SETTINGS.appConfig.mapSources);
  assert.deepEqual(
    data.rollouts,
    Object.fromEntries(MEMBER.rollouts.map((one) => [one.rollout_name, one.variant_name])),
  );
  assert.ok(!html.includes(MEMBER.authToken));
  assert.ok(!html.includes('waymark-boot'));
});

test('a version without the script is shown by the host', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const { dist } = await builtRemote(folder, { pages: PAGES });
  await platform.deploy(dist, { by: 'Robin' });
  assert.match(await (await get('/trails/embedded')).text(), /waymark-boot/);
});
