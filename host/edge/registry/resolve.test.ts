import assert from 'node:assert/strict';
import test from 'node:test';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { page } from '../testing/fixtures.ts';
import type { RemoteRecord } from './model.ts';
import { chooseVersion, resolve } from './resolve.ts';

const LIVE = '1.0.0+aaaaaaaa';
const CANARY = '1.1.0+bbbbbbbb';
const OLD = '0.9.0+cccccccc';
const record = (given: Partial<RemoteRecord> = {}): RemoteRecord => ({
  live: LIVE,
  lastGood: null,
  canary: null,
  history: [],
  ...given,
});
const manifestOf = (name: string, version: string): PublishedManifest => ({
  name,
  version: version.split('+')[0] ?? '',
  contract: '1.0.0',
  shared: {},
  entry: 'entry.js',
  chunks: {},
  files: [{ path: 'entry.js', bytes: 1, integrity: `sha256-${version}` }],
  hash: version,
  pages: [page('/trails')],
});
const shares = Array.from({ length: 100 }, (_, share) => share);
const sharesWithCanary = (remote: string, percent: number) =>
  shares.filter(
    (share) => chooseVersion(remote, record({ canary: { version: CANARY, percent } }), share) === CANARY,
  );

test('[PLAT-04] a canary of so many percent goes to so many of the hundred shares of visitors, always the same', () => {
  for (const percent of [0, 1, 10, 50, 99, 100]) {
    const got = sharesWithCanary('mfe-trails', percent);
    assert.equal(got.length, percent);
    assert.deepEqual(sharesWithCanary('mfe-trails', percent), got);
  }
});

test('[PLAT-04] not the same visitors get the canaries of all remotes', () => {
  const tried = new Set(
    ['mfe-trails', 'mfe-maps', 'mfe-auth', 'mfe-social'].map((remote) =>
      sharesWithCanary(remote, 10).join(' '),
    ),
  );
  assert.ok(tried.size > 1);
});

test('[PLAT-04] a larger share keeps those who have the canary', () => {
  const half = new Set(sharesWithCanary('mfe-trails', 50));
  assert.deepEqual(
    sharesWithCanary('mfe-trails', 10).filter((share) => !half.has(share)),
    [],
  );
});

test('a visitor without a share has the live version', () => {
  const remote = record({ canary: { version: CANARY, percent: 100 } });
  assert.equal(chooseVersion('mfe-trails', remote, null), LIVE);
});

test('a page knows the version to fall back on: the live one beside a canary, else the last good one', () => {
  const registry = (given: Partial<RemoteRecord>) => ({
    revision: 1,
    remotes: { 'mfe-trails': record(given) },
  });
  const [alone] = resolve(registry({}), null, manifestOf);
  assert.equal(alone?.base, `/remotes/mfe-trails/${LIVE}/`);
  assert.equal(alone?.integrity, `sha256-${LIVE}`);
  assert.equal(alone?.lastGood, undefined);
  const [withOld] = resolve(registry({ lastGood: OLD }), null, manifestOf);
  assert.equal(withOld?.lastGood?.version, OLD);
  const canary = { version: CANARY, percent: 100 };
  const [tried] = resolve(registry({ lastGood: OLD, canary }), 99, manifestOf);
  assert.deepEqual([tried?.version, tried?.lastGood?.version], [CANARY, LIVE]);
});

test('a version whose folder is gone gives way to the last good one', () => {
  const registry = { revision: 1, remotes: { 'mfe-trails': record({ lastGood: OLD }) } };
  const some = (name: string, version: string) => (version === OLD ? manifestOf(name, version) : undefined);
  assert.deepEqual(
    resolve(registry, null, some).map((remote) => remote.version),
    [OLD],
  );
  assert.deepEqual(
    resolve(registry, null, () => undefined),
    [],
  );
});
