import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { appendFile, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { CONTRACT_VERSION } from '@waymark/contract/version';
import { builtRemote, page, testFolder } from '../testing/fixtures.ts';
import { openPlatform } from './platform.ts';
import { RegistryProblem } from './model.ts';

const by = 'Robin';
const live = async (platform: ReturnType<typeof openPlatform>) =>
  (await platform.list()).remotes['mfe-trails']?.live;

test('[PLAT-02] a deploy publishes an immutable version and moves the pointer', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const { dist, manifest } = await builtRemote(folder);
  const { name, version, fresh } = await platform.deploy(dist, { by });
  assert.equal(version, `1.0.0+${manifest.hash.slice(0, 8)}`);
  assert.equal(fresh, true);
  assert.equal(await live(platform), version);
  const target = path.join(folder, 'remotes', name, version);
  const [first] = manifest.files;
  const content = await readFile(path.join(target, first?.path ?? ''));
  assert.deepEqual(brotliDecompressSync(await readFile(path.join(target, `${first?.path}.br`))), content);
  assert.equal((await platform.publish(dist)).fresh, false);
  assert.deepEqual(await readdir(path.join(folder, 'remotes', name)), [version]);
});

test('[PLAT-15] a file that differs from its hash is refused at publish', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const { dist, manifest } = await builtRemote(folder);
  await appendFile(path.join(dist, manifest.entry), ';evil()');
  await assert.rejects(platform.deploy(dist, { by }), (error: Error) => {
    assert.ok(error instanceof RegistryProblem);
    assert.match(error.message, new RegExp(`${manifest.entry} is not the file`));
    return true;
  });
  assert.deepEqual((await platform.list()).remotes, {});
});

test('[PLAT-15] versions with the longer hashes of earlier builds stay valid, and are checked by them', async (t) => {
  const folder = await testFolder(t);
  const { dist, manifest } = await builtRemote(folder);
  const files = await Promise.all(
    manifest.files.map(async (file) => {
      const content = await readFile(path.join(dist, file.path));
      const hash = createHash('sha384').update(content).digest('base64');
      return { ...file, integrity: `sha384-${hash}` };
    }),
  );
  await writeFile(path.join(dist, 'manifest.json'), JSON.stringify({ ...manifest, files }));
  const platform = openPlatform(folder);
  assert.equal((await platform.publish(dist)).fresh, true);
  await appendFile(path.join(dist, manifest.entry), ';evil()');
  await assert.rejects(openPlatform(await testFolder(t)).publish(dist), /is not the file/);
});

test('[PLAT-15] a manifest may not reach outside its folder', async (t) => {
  const folder = await testFolder(t);
  const { dist, manifest } = await builtRemote(folder);
  const [file] = manifest.files;
  const hostile = { ...manifest, files: [...manifest.files, { ...file, path: '../../registry.json' }] };
  await writeFile(path.join(dist, 'manifest.json'), JSON.stringify(hostile));
  await assert.rejects(openPlatform(folder).publish(dist), /names a file that can't be/);
});

test('[PLAT-02] a published version never changes', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const { dist, manifest } = await builtRemote(folder);
  const { name, version } = await platform.publish(dist);
  await writeFile(path.join(dist, 'manifest.json'), JSON.stringify({ ...manifest, pages: [page('/other')] }));
  await assert.rejects(platform.publish(dist), /published with other content.*raise the version/);
  assert.equal((await platform.manifest(name, version)).pages[0]?.pattern, '/trails');
});

test('[PLAT-06] publish and promote refuse another contract, naming both versions', async (t) => {
  const folder = await testFolder(t);
  const { dist } = await builtRemote(folder, { contract: '9.0.0' });
  await assert.rejects(openPlatform(folder).deploy(dist, { by }), {
    message: new RegExp(`against contract 9\\.0\\.0, and this host offers ${CONTRACT_VERSION}`),
  });
  const first = await builtRemote(folder, { code: 'first' });
  const second = await builtRemote(folder, { code: 'second' });
  const older = await openPlatform(folder).deploy(first.dist, { by });
  await openPlatform(folder).deploy(second.dist, { by });
  await assert.rejects(openPlatform(folder, '99.0.0').promote(older.name, older.version, { by }), {
    message: new RegExp(`against contract ${CONTRACT_VERSION}, and this host offers 99\\.0\\.0`),
  });
});

test('[PLAT-03] rollback goes back step by step, and the history tells all of it', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const versions: string[] = [];
  for (const code of ['one', 'two', 'three'])
    versions.push((await platform.deploy((await builtRemote(folder, { code })).dist, { by })).version);
  const [one, two, three] = versions;
  assert.equal(await platform.rollback('mfe-trails', { by: 'Kim', note: 'blank page' }), two);
  assert.equal((await platform.list()).remotes['mfe-trails']?.lastGood, one);
  assert.equal(await platform.rollback('mfe-trails', { by }), one);
  await assert.rejects(platform.rollback('mfe-trails', { by }), /nothing to roll back to/);
  assert.equal(await platform.promote('mfe-trails', three, { by }), three);
  assert.equal(await platform.rollback('mfe-trails', { by }), one);
  const history = await platform.history('mfe-trails');
  assert.deepEqual(
    history.map(({ action, version, from }) => [action, version, from]),
    [
      ['deploy', one, null],
      ['deploy', two, one],
      ['deploy', three, two],
      ['rollback', two, three],
      ['rollback', one, two],
      ['promote', three, one],
      ['rollback', one, three],
    ],
  );
  assert.deepEqual([history[3]?.by, history[3]?.note], ['Kim', 'blank page']);
});

test('[PLAT-04] a canary is given, promoted and withdrawn', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const first = await builtRemote(folder, { code: 'first' });
  const second = await builtRemote(folder, { code: 'second' });
  await assert.rejects(platform.deploy(first.dist, { by, canary: 10 }), /mfe-trails is not deployed/);
  const old = (await platform.deploy(first.dist, { by })).version;
  await assert.rejects(platform.deploy(second.dist, { by, canary: 101 }), /0 to 100 percent/);
  const next = (await platform.deploy(second.dist, { by, canary: 10 })).version;
  assert.equal(await live(platform), old);
  assert.deepEqual(await platform.withdraw('mfe-trails', { by }), { withdrawn: next, live: old });
  await assert.rejects(platform.promote('mfe-trails', undefined, { by }), /no canary/);
  await platform.deploy(second.dist, { by, canary: 50 });
  assert.equal(await platform.promote('mfe-trails', undefined, { by }), next);
  const record = (await platform.list()).remotes['mfe-trails'];
  assert.deepEqual([record?.live, record?.lastGood, record?.canary], [next, old, null]);
});

test('[PLAT-03] every version can be withdrawn, also the first; a withdrawn one is not rolled back to', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const deploy = async (code: string) =>
    (await platform.deploy((await builtRemote(folder, { code })).dist, { by })).version;
  const one = await deploy('one');
  await assert.rejects(
    platform.rollback('mfe-trails', { by }),
    new RegExp(`withdraw mfe-trails ${one.replace('+', '\\+')}`),
  );
  assert.deepEqual(await platform.withdraw('mfe-trails', { by, version: one }), {
    withdrawn: one,
    live: null,
  });
  assert.equal(await live(platform), null);
  await assert.rejects(platform.withdraw('mfe-trails', { by, version: one }), /No visitor gets/);
  await assert.rejects(platform.promote('mfe-trails', undefined, { by }), /no canary/);
  const two = await deploy('two');
  await assert.rejects(platform.rollback('mfe-trails', { by }), /nothing to roll back to/);
  const three = await deploy('three');
  const four = await deploy('four');
  assert.deepEqual(await platform.withdraw('mfe-trails', { by, version: three }), {
    withdrawn: three,
    live: four,
  });
  assert.equal((await platform.list()).remotes['mfe-trails']?.lastGood, two);
  assert.deepEqual(await platform.withdraw('mfe-trails', { by, version: four }), {
    withdrawn: four,
    live: two,
  });
  assert.equal((await platform.list()).remotes['mfe-trails']?.lastGood, null);
  assert.equal(await platform.promote('mfe-trails', one, { by, note: 'mended elsewhere' }), one);
  assert.equal(await platform.rollback('mfe-trails', { by }), two);
});

test('[PLAT-02] a page that cannot be served is refused on publishing', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  for (const [pattern, reason] of [
    ['/:id([)', /pages\.1\.pattern: The restriction of :id is not a regular expression/],
    ['/:id((a+)+)', /repeats a group/],
  ] as const) {
    const { dist } = await builtRemote(folder, { pages: [page('/trails'), page(pattern)] });
    await assert.rejects(platform.deploy(dist, { by }), reason);
  }
  assert.deepEqual((await platform.list()).remotes, {});
});

test('[PLAT-02] two remotes cannot own the same page', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  await platform.deploy((await builtRemote(folder)).dist, { by });
  const rival = await builtRemote(folder, { name: 'mfe-rival' });
  await assert.rejects(platform.deploy(rival.dist, { by }), /\/trails belongs to mfe-trails/);
});

test('[PLAT-15] verify finds what was changed in a published folder', async (t) => {
  const folder = await testFolder(t);
  const platform = openPlatform(folder);
  const { dist, manifest } = await builtRemote(folder);
  const { name, version } = await platform.deploy(dist, { by });
  assert.deepEqual(await platform.verify(), [{ name, version, problems: [] }]);
  await appendFile(path.join(folder, 'remotes', name, version, manifest.entry), ' ');
  const [found] = await platform.verify(name);
  assert.match(found?.problems.join() ?? '', /is not the file/);
});
