import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { listArchive, type ArchiveEntry } from './list-archive.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { hostileZips } from '../../../recordings/testing/hostile-zips.ts';
import { parseFile } from '../../../recordings/parse-file.ts';
import { parseOneWorkout } from '../../../recordings/testing/parse-content.ts';
import { gpxSample } from '../../../recordings/testing/sample-files.ts';
import { fitHead, fitSample } from '../../../recordings/testing/sample-fit.ts';
import { readSmallEntry, extractEntry, isSmall } from '../../../recordings/zip/zip-entry.ts';

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

async function listed(path: string) {
  const files: ArchiveEntry[] = [];
  const list = await listArchive(path, (piece) => files.push(...piece));
  return { files, ...list };
}

test('[WORK-03] an archive is listed in place: workouts, other files, nested archives', () =>
  inFolder(async (folder) => {
    const content = await zipOf({
      'activities/run.gpx': gpx,
      'activities/ride.fit.gz': gzipSync(fit),
      'activities/long.FIT': fit,
      'no-extension': gpx,
      'a/workout.xml': gpx,
      'readme.txt': 'hello',
      'media/a.jpg': 'picture',
      'media/b.HEIC': 'picture',
      'strange.bin': 'what is this',
      'sleep.fit': fitHead('monitoringB').bytes(),
      'settings.fit.gz': gzipSync(fitHead('settings').bytes()),
      'course.fit': fitHead('course').bytes(),
      'more.zip': await zipOf({ 'x.gpx': gpx }),
      'nothing.gpx': '',
      '.DS_Store': 'junk',
      '__MACOSX/._run.gpx': 'junk',
    });
    const path = join(folder, 'up.zip');
    await writeFile(path, content);
    const { files, leftOut, nestedArchives: inner, warnings } = await listed(path);
    assert.deepEqual(
      files.filter(({ problem }) => !problem).map(({ name }) => name),
      ['run.gpx', 'ride.fit.gz', 'long.FIT', 'no-extension', 'workout.xml', 'nothing.gpx'],
    );
    assert.deepEqual(
      files.filter(({ problem }) => problem).map(({ name, problem }) => [name, problem!.code]),
      [['more.zip', 'zip_within']],
    );
    assert.deepEqual(leftOut, { photo: 2, everyday: 2, route: 1, other: 2 });
    assert.deepEqual([inner, warnings], [[], []]);
    const to = join(folder, 'out');
    await extractEntry(path, files[0]!.ref!, to);
    assert.equal(await readFile(to, 'utf8'), gpx);
    await extractEntry(path, files[2]!.ref!, to);
    assert.deepEqual(await readFile(to), fit);
    for (const { ref } of files.filter((file) => file.ref)) {
      assert.ok(isSmall(ref!));
      await extractEntry(path, ref!, to);
      assert.deepEqual(readSmallEntry(path, ref!), await readFile(to), 'at once as by way of the disk');
    }
    assert.ok(!isSmall({ ...files[0]!.ref!, size: 9 << 20 }));
  }));

test('[WORK-03] archives that can do harm are refused', () =>
  inFolder(async (folder) => {
    for (const { name, write, expect } of await hostileZips(gpx)) {
      await write(join(folder, 'up.zip'));
      if (typeof expect !== 'string') continue;
      const taken = async () => {
        const { files } = await listed(join(folder, 'up.zip'));
        for (const { ref } of files) await extractEntry(join(folder, 'up.zip'), ref!, join(folder, 'out'));
      };
      await assert.rejects(taken(), { code: expect }, name);
      const atOnce = async () => {
        const { files } = await listed(join(folder, 'up.zip'));
        for (const { ref } of files) readSmallEntry(join(folder, 'up.zip'), ref!);
      };
      await assert.rejects(atOnce(), { code: expect }, `${name}, at once`);
    }
  }));

test('[WORK-03] rows, warnings and nested archives of an archive are limited', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'up.zip');
    const numbered = (count: number, nameOf: (n: number) => string, content: string | Buffer) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [nameOf(n), content]));
    await writeFile(path, await zipOf(numbered(4, (n) => `${n}.gpx`, gpx)));
    const taken: ArchiveEntry[] = [];
    const list = (room: number) => listArchive(path, (piece) => taken.push(...piece), { maxEntries: room });
    await assert.rejects(list(3), { code: 'zip_too_many' });
    await list(4);
    assert.equal(taken.length, 4);

    await writeFile(
      path,
      await zipOf({ 'a.gpx': gpx, ...numbered(300, (n) => `${n}_summarizedActivities.json`, '[') }),
    );
    const { warnings } = await listed(path);
    assert.equal(warnings.length, LIMITS.archiveWarnings + 1);
    assert.equal(warnings.at(-1), '280 more could not be read in full.');

    const within = await zipOf({ 'x.gpx': gpx });
    await writeFile(
      path,
      await zipOf(numbered(LIMITS.zipInner + 2, (n) => `UploadedFiles_${n}.zip`, within)),
    );
    const { nestedArchives: inner, files } = await listed(path);
    assert.equal(inner.length, LIMITS.zipInner);
    assert.deepEqual(
      files.map(({ problem }) => problem?.code),
      ['zip_within', 'zip_within'],
    );
  }));

test('[WORK-03] damage within an archive affects one file', () =>
  inFolder(async (folder) => {
    const content = await zipOf({ 'one.gpx': gpx, 'two.gpx': gpx });
    content.fill(0x55, 200, 400);
    const path = join(folder, 'up.zip');
    await writeFile(path, content);
    const { files } = await listed(path);
    const to = join(folder, 'out');
    await assert.rejects(extractEntry(path, files[0]!.ref!, to), { code: 'damaged' });
    assert.throws(() => readSmallEntry(path, files[0]!.ref!), { code: 'damaged' });
    assert.throws(() => readSmallEntry(path, { ...files[1]!.ref!, offset: 7 }), { code: 'damaged' });
    assert.throws(() => readSmallEntry(path, { ...files[1]!.ref!, offset: content.length }), {
      code: 'damaged',
    });
    for (const other of [-1, 1]) {
      const size = files[1]!.ref!.size + other;
      assert.throws(() => readSmallEntry(path, { ...files[1]!.ref!, size }), { code: 'zip_bomb' });
    }
    await extractEntry(path, files[1]!.ref!, to);
    assert.equal(await readFile(to, 'utf8'), gpx);
  }));

test('a gzipped workout is read', async () => {
  assert.equal((await parseOneWorkout(gzipSync(fit))).streams.n, 5000);
  await assert.rejects(parseOneWorkout(gzipSync(gzipSync(fit))), { code: 'zip_bomb' });
});

test('gzipped workouts in memory and on disk are read alike', async () => {
  const points = async (bytes: Buffer) => (await parseFile(bytes, { name: 'x' }))[0]!.streams.n;
  assert.equal(await points(gzipSync(fit)), 5000);
  const long = gpx + ' '.repeat(9 << 20);
  assert.equal(await points(gzipSync(Buffer.from(gpx))), 50);
  assert.equal(await points(gzipSync(Buffer.from(long), { level: 0 })), 50);
  await assert.rejects(points(gzipSync(gzipSync(fit))), { code: 'zip_bomb' });
  await assert.rejects(points(gzipSync(fit).subarray(0, 900)), { code: 'truncated' });
  await assert.rejects(points(gzipSync(fit).fill(7, 100, 300)), { code: 'damaged' });
});
