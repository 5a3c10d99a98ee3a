import assert from 'node:assert/strict';
import test from 'node:test';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { page } from '../testing/fixtures.ts';
import type { RemoteRecord } from './model.ts';
import { bucket, chooseVersion, resolve } from './resolve.ts';

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
const visitors = Array.from({ length: 10_000 }, (_, i) => `visitor-${i}`);

for (const percent of [0, 1, 10, 50, 99, 100])
  test(`[PLAT-04] ${percent} % of 10,000 visitors get the canary, each always the same version`, () => {
    const remote = record({ canary: { version: CANARY, percent } });
    const choices = visitors.map((id) => chooseVersion('mfe-trails', remote, id));
    assert.deepEqual(
      visitors.map((id) => chooseVersion('mfe-trails', remote, id)),
      choices,
    );
    const got = choices.filter((version) => version === CANARY).length;
    const wanted = (visitors.length * percent) / 100;
    if (percent === 0 || percent === 100) return assert.equal(got, wanted);
    const rest = visitors.length - wanted;
    const chiSquare = (got - wanted) ** 2 / wanted + (got - wanted) ** 2 / rest;
    // 1 degree of freedom, p = 0.001
    assert.ok(chiSquare < 10.83, `${got} of ${visitors.length}`);
  });

test('[PLAT-04] buckets are even, and those of two remotes have nothing to do with each other', () => {
  const cells = Array.from({ length: 100 }, () => 0);
  for (const id of visitors) {
    const cell = Math.floor(bucket(id, 'mfe-trails') / 10) * 10 + Math.floor(bucket(id, 'mfe-maps') / 10);
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  const chiSquare = cells.reduce((sum, n) => sum + (n - 100) ** 2 / 100, 0);
  // 99 degrees of freedom, p = 0.001
  assert.ok(chiSquare < 148.2, String(chiSquare));
});

test('[PLAT-04] a larger share keeps those who have the canary', () => {
  const share = (percent: number) =>
    new Set(
      visitors.filter(
        (id) => chooseVersion('mfe-trails', record({ canary: { version: CANARY, percent } }), id) === CANARY,
      ),
    );
  const half = share(50);
  assert.deepEqual(
    [...share(10)].filter((id) => !half.has(id)),
    [],
  );
});

test('a visitor without an id has the live version', () => {
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
  const [tried] = resolve(registry({ lastGood: OLD, canary }), 'anyone', manifestOf);
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
