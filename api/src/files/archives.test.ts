import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { hostileZips } from './hostile-zips.ts';
import { parsedOne } from './reading.test-helper.ts';
import { gpxSample } from './samples.ts';
import { fitSample } from './samples-fit.ts';
import { extractZip } from './zip.ts';

const gpx = gpxSample({ points: 50 });
const fit = fitSample({ sport: 'running', points: 5000 });

async function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.addEmptyDirectory('photos');
  zip.end();
  return buffer(zip.outputStream);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-zip-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('[WORK-03] a zip gives its workouts, unfolds gzip and says what it left out', () =>
  inFolder(async (folder) => {
    const content = await zipOf({
      'activities/run.gpx': gpx,
      'activities/ride.fit.gz': gzipSync(fit),
      'activities/long.FIT': fit,
      'readme.txt': 'hello',
      'more.zip': await zipOf({ 'x.gpx': gpx }),
      'nothing.gpx': '',
      '.DS_Store': 'junk',
      '__MACOSX/._run.gpx': 'junk',
    });
    await writeFile(join(folder, 'up.zip'), content);
    const { files, leftOut } = await extractZip(join(folder, 'up.zip'), join(folder, 'out'));
    assert.deepEqual(
      files.map(({ name }) => name),
      ['run.gpx', 'ride.fit.gz', 'long.FIT'],
    );
    assert.equal(await readFile(files[0]!.path, 'utf8'), gpx);
    assert.deepEqual(await readFile(files[1]!.path), fit);
    assert.deepEqual(await readFile(files[2]!.path), fit);
    assert.deepEqual(
      leftOut.map(({ name }) => name),
      ['readme.txt', 'more.zip', 'nothing.gpx'],
    );
    assert.match(leftOut[1]!.reason, /archive within the archive/);
    assert.match(leftOut[2]!.reason, /empty/);
    assert.equal((await readdir(join(folder, 'out'))).length, 3, 'nothing left out stays on disk');
  }));

test('[WORK-03] nothing is written from an archive that can do harm', () =>
  inFolder(async (folder) => {
    for (const { name, write, expect } of await hostileZips(gpx)) {
      await write(join(folder, 'up.zip'));
      await assert.rejects(extractZip(join(folder, 'up.zip'), join(folder, 'out')), { code: expect }, name);
      const written = await readdir(join(folder, 'out')).catch(() => []);
      assert.deepEqual(written, [], name);
    }
  }));

test('a gzipped workout is read as if it were not', async () => {
  assert.equal((await parsedOne(gzipSync(fit))).streams.n, 5000);
  await assert.rejects(parsedOne(gzipSync(gzipSync(fit))), { code: 'zip_bomb' });
});
