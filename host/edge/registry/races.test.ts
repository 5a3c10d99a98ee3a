import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { builtRemote, testFolder } from '../testing/fixtures.ts';
import { EMPTY_REGISTRY } from './model.ts';
import { openPlatform } from './platform.ts';
import { openStore } from './store.ts';

const by = 'Robin';

test('[PLAT-02] of 20 writers of one revision exactly one wins', async (t) => {
  const folder = await testFolder(t);
  const wins = await Promise.all(
    Array.from({ length: 20 }, () => openStore(folder).commit({ ...EMPTY_REGISTRY, revision: 1 })),
  );
  assert.equal(wins.filter(Boolean).length, 1);
});

test('[PLAT-03] 20 parallel deploys from two processes lose none and make 20 revisions', async (t) => {
  const folder = await testFolder(t);
  const dists: string[] = [];
  for (let i = 0; i < 20; i++) dists.push((await builtRemote(folder, { code: `build ${i}` })).dist);
  const script = `import { openPlatform } from ${JSON.stringify(path.join(import.meta.dirname, 'platform.ts'))};
    const [folder, ...dists] = process.argv.slice(1);
    await Promise.all(dists.map((dist) => openPlatform(folder).deploy(dist, { by: 'Other' })));`;
  const other = promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    folder,
    ...dists.slice(10),
  ]);
  const own = dists.slice(0, 10).map((dist) => openPlatform(folder).deploy(dist, { by }));
  await Promise.all([other, ...own]);
  const { revision, remotes } = await openPlatform(folder).list();
  const history = remotes['mfe-trails']?.history ?? [];
  assert.equal(revision, 20);
  assert.equal(new Set(history.map(({ version }) => version)).size, 20);
  for (const [i, { from }] of history.entries()) assert.equal(from, history[i - 1]?.version ?? null);
  assert.equal(remotes['mfe-trails']?.live, history.at(-1)?.version);
});

test('[PLAT-02] who expects an older revision is told so and changes nothing', async (t) => {
  const folder = await testFolder(t);
  const store = openStore(folder);
  await store.change((registry) => ({ ...registry }), 0);
  await assert.rejects(
    store.change((registry) => ({ ...registry }), 0),
    /at revision 1, not 0/,
  );
  assert.equal((await store.read()).revision, 1);
});

test('[PLAT-03] a writer killed between revision and registry.json loses nothing', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const first = await platform.deploy((await builtRemote(folder, { code: 'first' })).dist, { by });
  const before = await platform.list();
  const second = await platform.deploy((await builtRemote(folder, { code: 'second' })).dist, { by });
  // As if the second had never got to it.
  await rm(path.join(folder, 'registry.json'));
  assert.equal((await openPlatform(folder).list()).remotes['mfe-trails']?.live, second.version);
  assert.equal((await platform.store.read(before)).remotes['mfe-trails']?.live, second.version);
  assert.equal(before.remotes['mfe-trails']?.live, first.version);
});

test('[PLAT-03] old revisions give up their text, never their number', async (t) => {
  const folder = await testFolder(t);
  const store = openStore(folder);
  const known = await store.change((registry) => ({ ...registry }));
  for (let i = 0; i < 60; i++) await store.change((registry) => ({ ...registry }));
  assert.equal((await store.read(known)).revision, 61);
  assert.equal(await store.commit({ ...EMPTY_REGISTRY, revision: 2 }), false);
  assert.equal((await store.read()).revision, 61);
});
