import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildHost } from './host.ts';

const FILES = {
  'main.ts': `import './base.css';
    import './second.css';
    document.title = 'first';
    void import(/* webpackChunkName: "fed" */ './fed.ts');`,
  'fed.ts': "document.title = 'second';",
  'base.css': `/* not for visitors */
    @font-face { font-family: 'X'; src: url('./x-latin-600.woff2') format('woff2'); }
    :root {  --ink: black;  }`,
  'second.css': 'a { color: var(--ink) }',
  'x-latin-600.woff2': 'not really a font',
  'static.tsx':
    "import './base.css'; export const renderShell = (_: object, path: string) => `<p>${path}</p>`;",
};

test('the host builds into scripts, inline styles, fonts and a shell for the edge', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'host-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
  const outDir = path.join(folder, 'dist');
  const assets = await buildHost({
    mode: 'production',
    entry: path.join(folder, 'main.ts'),
    server: path.join(folder, 'static.tsx'),
    outDir,
    cache: false,
  });

  assert.deepEqual(JSON.parse(readFileSync(path.join(outDir, 'assets.json'), 'utf8')), assets);
  assert.match(assets.main.join(), /^main\.\w{8}\.js$/);
  assert.match(assets.fed.join(), /^fed\.\w{8}\.js$/);
  assert.match(assets.fonts.join(), /^x-latin-600\.\w{8}\.woff2$/);
  assert.equal(
    assets.inlineCss,
    `@font-face{font-family: 'X';src: url(/assets/${assets.fonts[0]}) format('woff2')}:root{--ink: black}\na{color: var(--ink)}`,
  );
  for (const file of [...assets.main, ...assets.fed]) {
    assert.match(assets.integrity[file] ?? '', /^sha256-/);
    assert.ok(existsSync(path.join(outDir, 'client', `${file}.br`)));
  }
  assert.match(
    readFileSync(path.join(outDir, 'worker/notifications-worker.js'), 'utf8'),
    /notificationclick/,
  );
  const shell = (await import(pathToFileURL(path.join(outDir, 'server/shell.mjs')).href)) as {
    renderShell(boot: object, path: string): string;
  };
  assert.equal(shell.renderShell({}, '/x'), '<p>/x</p>');
});
