import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { bootOf, startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';

test('[PLAT-02] a stored page that cannot be compiled costs that page only, and the first version can be withdrawn', async (t) => {
  const { get, platform, folder, log } = await startTestEdge(t);
  const pages = [page('/trails'), page('/peaks/:id(\\d+)')];
  const { name, version } = await platform.deploy((await builtRemote(folder, { pages })).dist, {
    by: 'Robin',
  });
  const other = await builtRemote(folder, { name: 'mfe-huts', pages: [page('/huts')] });
  await platform.deploy(other.dist, { by: 'Robin' });
  // As a version that was published before patterns were checked.
  const file = path.join(folder, 'platform/remotes', name, version, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as PublishedManifest;
  manifest.pages[1] = page('/peaks/:id([)');
  await writeFile(file, JSON.stringify(manifest));

  const statusOf = async (where: string) => (await get(where)).status;
  assert.deepEqual(
    await Promise.all(['/', '/huts', '/trails', '/peaks/7', '/nowhere'].map(statusOf)),
    [200, 200, 200, 404, 404],
  );
  const remotes = bootOf(await (await get('/trails')).text()).remotes;
  assert.deepEqual(
    remotes.find((remote) => remote.name === name)?.pages.map(({ pattern }) => pattern),
    ['/trails'],
  );
  assert.match(
    (await platform.verify(name))[0]?.problems.join() ?? '',
    /\/peaks\/:id.*not a regular expression/,
  );
  await Promise.all(Array.from({ length: 5 }, () => get('/')));
  assert.equal(log.filter((line) => line.includes('is left out')).length, 1);

  await platform.withdraw(name, { by: 'Robin', version });
  assert.deepEqual(await Promise.all(['/', '/huts', '/trails'].map(statusOf)), [200, 200, 404]);
});
