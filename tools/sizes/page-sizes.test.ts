import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pageSizes, readBudgets, type Budget } from './page-sizes.ts';

const page: Budget = {
  page: 'trail',
  kB: 0.1,
  host: ['main', 'fed'],
  remote: 'mfe-trails',
  chunks: ['trail', 'map'],
  without: ['map'],
};

function built(t: test.TestContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'sizes-'));
  t.after(() => rmSync(root, { recursive: true }));
  const put = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  put(
    'host/dist/assets.json',
    JSON.stringify({ main: ['main.1.js'], home: ['home.1.js'], fed: ['fed.1.js', 'remotes.1.js'] }),
  );
  put(
    'mfe-trails/dist/manifest.json',
    JSON.stringify({
      entry: 'entry.1.js',
      pages: [{ chunk: 'trail', early: 'trail/early' }],
      early: { 'trail/early': 'early.1.js' },
      standalone: { 'embed/trail': '7.1.js' },
      chunks: { trail: ['7.1.js', 'trail.1.js'], map: ['7.1.js', '9.1.js', 'map.1.js'] },
    }),
  );
  const sizes = { 'main.1': 1, 'fed.1': 2, 'remotes.1': 4 };
  for (const [name, size] of Object.entries(sizes)) put(`host/dist/client/${name}.js.br`, 'x'.repeat(size));
  for (const [name, size] of Object.entries({
    'entry.1': 8,
    '7.1': 16,
    'trail.1': 32,
    'map.1': 64,
    '9.1': 999,
    'early.1': 128,
  }))
    put(`mfe-trails/dist/${name}.js.br`, 'x'.repeat(size));
  return root;
}

test('a page weighs every script once, that of its early view too, without the library that is left out', (t) => {
  assert.deepEqual(pageSizes(built(t), [page]), [{ page: 'trail', bytes: 255, budget: 100 }]);
});

test('the home page weighs what starts it and what follows when the browser is idle', (t) => {
  const home: Budget = { page: 'home', kB: 1, host: ['main', 'idle'], chunks: [], without: [] };
  assert.deepEqual(pageSizes(built(t), [home])[0]?.bytes, 3);
});

test('[ROUTE-08] a page of one script weighs that script', (t) => {
  const alone: Budget = {
    page: 'embedded trail',
    kB: 1,
    host: [],
    remote: 'mfe-trails',
    chunks: [],
    without: [],
    standalone: 'embed/trail',
  };
  assert.equal(pageSizes(built(t), [alone])[0]?.bytes, 16);
  assert.throws(() => pageSizes(built(t), [{ ...alone, standalone: 'gone' }]), /is the script "gone"/);
});

test('[PLAT-14] what runs ahead of the application has a budget alone, and counts with the page', (t) => {
  const root = built(t);
  const ahead: Budget = {
    page: 'trail ahead',
    kB: 1,
    host: [],
    remote: 'mfe-trails',
    chunks: [],
    without: [],
    ahead: 'trail/early',
  };
  assert.equal(pageSizes(root, [ahead])[0]?.bytes, 128);
  assert.equal(pageSizes(root, [{ ...page, ahead: 'trail/early' }])[0]?.bytes, 255);
  assert.throws(() => pageSizes(root, [{ ...ahead, ahead: 'gone' }]), /is the script "gone"/);
});

test('a chunk that is gone is named', (t) => {
  assert.throws(() => pageSizes(built(t), [{ ...page, chunks: ['gone'] }]), /trail counts the chunk "gone"/);
});

test('the budgets of the repository can be read', () => {
  const budgets = readBudgets(path.join(import.meta.dirname, '../size-budgets.json'));
  assert.ok(budgets.some(({ page, kB }) => page === 'dashboard' && kB > 100));
});
