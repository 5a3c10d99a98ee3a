import assert from 'node:assert/strict';
import test from 'node:test';
import type { PublishedManifest, RemotePage, ResolvedRemote } from '@waymark/contract/manifest';
import { CONTRACT_VERSION } from '@waymark/contract/version';
import { preloadsFor } from './preloads.ts';

const FILES = ['entry.1.js', 'planner.2.js', 'shared.3.js', 'ol.4.js', 'gl.5.js'];
const manifest = {
  chunks: {
    planner: ['shared.3.js', 'planner.2.js'],
    'map-openlayers': ['shared.3.js', 'ol.4.js'],
    'map-maplibre': ['shared.3.js', 'gl.5.js'],
  },
  files: FILES.map((path) => ({ path, bytes: 1, integrity: `sha256-${path}` })),
} as unknown as PublishedManifest;
const remote = {
  base: '/r/',
  entry: 'entry.1.js',
  contract: CONTRACT_VERSION,
  integrity: 'sha256-entry.1.js',
} as ResolvedRemote;

const MAP: Pick<RemotePage, 'variants'> = {
  variants: {
    rollout: 'drawing',
    default: 'openlayers',
    options: { openlayers: { chunks: ['map-openlayers'] }, maplibre: { chunks: ['map-maplibre'] } },
  },
};
const fetched = (page: Partial<RemotePage>, variant?: string) =>
  preloadsFor(
    { fed: ['fed.js'] },
    { remote, page: { chunk: 'planner', ...page } as RemotePage },
    manifest,
    variant ? [{ rollout_name: 'drawing', variant_name: variant }] : [],
  ).map(({ href }) => href.replace('/r/', ''));

test('[PLAT-14] a page fetches ahead what it starts with, each script once', () => {
  assert.deepEqual(fetched({}), ['/assets/fed.js', 'entry.1.js', 'shared.3.js', 'planner.2.js']);
  assert.deepEqual(fetched(MAP), [...fetched({}), 'ol.4.js']);
});

test('[ROUTE-10] of the two map libraries the one of the rollout is fetched ahead, that of the default for a variant that nobody knows', () => {
  assert.deepEqual(fetched(MAP, 'maplibre'), [...fetched({}), 'gl.5.js']);
  assert.deepEqual(fetched(MAP, 'globe'), [...fetched({}), 'ol.4.js']);
});

test('[PLAT-14] the library of a map that is drawn ahead of the application is not fetched again', () => {
  const page = { chunk: 'planner', ...MAP } as RemotePage;
  const fetchedFor = (ahead: boolean) =>
    preloadsFor({ fed: [] }, { remote, page }, manifest, [], { ahead }).map(({ href }) => href);
  assert.ok(fetchedFor(false).includes('/r/ol.4.js'));
  assert.ok(!fetchedFor(true).includes('/r/ol.4.js'));
});
