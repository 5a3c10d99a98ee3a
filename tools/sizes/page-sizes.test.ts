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
  put('host/dist/assets.json', JSON.stringify({ main: ['main.1.js'], fed: ['fed.1.js', 'remotes.1.js'] }));
  put(
    'mfe-trails/dist/manifest.json',
    JSON.stringify({
      entry: 'entry.1.js',
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
  }))
    put(`mfe-trails/dist/${name}.js.br`, 'x'.repeat(size));
  return root;
}

test('a page weighs every script once, without the library that is left out', (t) => {
  assert.deepEqual(pageSizes(built(t), [page]), [{ page: 'trail', bytes: 127, budget: 100 }]);
});

test('the home page weighs what starts it and what follows when the browser is idle', (t) => {
  const home: Budget = { page: 'home', kB: 1, host: ['main', 'idle'], chunks: [], without: [] };
  assert.deepEqual(pageSizes(built(t), [home])[0]?.bytes, 3);
});

test('a chunk that is gone is named', (t) => {
  assert.throws(() => pageSizes(built(t), [{ ...page, chunks: ['gone'] }]), /trail counts the chunk "gone"/);
});

test('the budgets of the repository can be read', () => {
  const budgets = readBudgets(path.join(import.meta.dirname, '../size-budgets.json'));
  assert.ok(budgets.some(({ page, kB }) => page === 'dashboard' && kB === 180));
});
