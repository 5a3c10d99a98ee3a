import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { buildZip, entryOf } from '../testing/zip-builder.ts';
import { withOpenZip } from './open-zip.ts';

test('an archive whose names fill the memory is refused before they do', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-zip-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.zip');
  const names = [1, 2, 3].map((n) => `${'x'.repeat(60_000)}${n}.gpx`);
  writeFileSync(file, buildZip(names.map((name) => entryOf(name, '<gpx/>'))));
  const open = (maxDirectoryBytes: number) =>
    withOpenZip(file, (_zip, entries) => Promise.resolve(entries.length), { maxDirectoryBytes });
  assert.equal(await open(200_000), 3);
  await assert.rejects(open(150_000), { code: 'zip_too_many', message: /^The names and comments .*[.]$/ });
});
