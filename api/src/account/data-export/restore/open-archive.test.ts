import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import test, { after } from 'node:test';
import { ZipFile } from 'yazl';
import { openArchive } from './open-archive.ts';
import { RestoreProblem } from './restore-problem.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const manifest = (padding = '') =>
  JSON.stringify({ format: 'waymark-archive', version: 2, user_id: 7, padding });

/** Opens an archive of these files, with right checksums, and reads the rows of gear. */
async function readGear(files: Readonly<Record<string, string>>, roomBytes = Infinity): Promise<unknown[]> {
  const lines = Object.entries(files).map(([name, content]) =>
    JSON.stringify({
      path: name,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    }),
  );
  const zip = new ZipFile();
  for (const [name, content] of Object.entries({ ...files, 'checksums.ndjson': lines.join('\n') }))
    zip.addBuffer(Buffer.from(content), name, { compress: false });
  zip.end();
  const file = path.join(folder, 'archive.zip');
  await writeFile(file, await buffer(zip.outputStream));
  const noProgress = () => Promise.resolve();
  const room = { bytes: roomBytes, problem: 'No room' };
  return openArchive(file, room, noProgress, async (archive) => {
    assert.equal(archive.sizeOf('manifest.json'), Buffer.byteLength(files['manifest.json'] ?? ''));
    const rows: unknown[] = [];
    for await (const row of archive.rowsOf('gear')) rows.push(row);
    return rows;
  });
}

test('[ACCT-05] lines of an archive are its rows, wherever its pieces begin and end', async () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: 'é"\\[{,'.repeat(id % 40) }));
  const long = { id: 5000, name: '[{,\\"'.repeat(600_000) };
  const gear = [...rows, long].map((row) => JSON.stringify(row)).join('\n');
  assert.deepEqual(await readGear({ 'manifest.json': manifest(), 'data/gear.ndjson': gear }), [
    ...rows,
    long,
  ]);
});

const REFUSED: readonly (readonly [what: string, files: () => Record<string, string>])[] = [
  ['a manifest of megabytes', () => ({ 'manifest.json': manifest('x'.repeat(1024 * 1024)) })],
  ['a line without end', () => ({ 'data/gear.ndjson': JSON.stringify({ name: 'x'.repeat(40_000_000) }) })],
  ['a line of millions of values', () => ({ 'data/gear.ndjson': `{"x":[${'[],'.repeat(1_000_001)}[]]}` })],
];

for (const [what, files] of REFUSED)
  test(`[ACCT-05] ${what} is refused before it is parsed`, async () => {
    await assert.rejects(readGear({ 'manifest.json': manifest(), ...files() }), RestoreProblem);
  });

test('[ACCT-05] rows, photos and uploads that unfold to more than the room that is left are refused', async () => {
  const text = 'x'.repeat(10_000);
  const files = { 'manifest.json': manifest(), 'workouts/1/ride.tcx': text };
  assert.deepEqual(await readGear(files, 5000), [], 'files that are not stored need no room');
  for (const name of ['data/stories.ndjson', 'workouts/1/original-x', 'photos/1-large.webp'])
    await assert.rejects(readGear({ ...files, [name]: text }, 9999), { message: 'No room' }, name);
});
