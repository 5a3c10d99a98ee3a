import assert from 'node:assert/strict';
import test from 'node:test';
import { killDuring } from './testing/archive-kills.ts';
import { gpx } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';

/** How often it is killed: CRASH_ROUNDS=20 for the long run. */
const KILLS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const FILES = 10 * (KILLS + 1);
const DAY_MS = 86_400_000;

test(`[WORK-03] an archive of ${FILES} files is read completely despite ${KILLS} kills, every file once`, async () => {
  const day = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * DAY_MS).toISOString();
  const named = Array.from(
    { length: FILES },
    (_, i) => [`${i}.gpx`, i % 10 === 9 ? 'nonsense' : gpx(day(i), { points: 1500, every: 2 })] as const,
  );
  const archive = new File([await zipOf(named)], 'archive.zip');
  const { counts, doubled, workouts, starts } = await killDuring(archive, FILES, KILLS);
  const bad = FILES / 10;
  assert.deepEqual(counts, {
    queued: 0,
    reading: 0,
    ready: FILES - bad,
    duplicate: 0,
    failed: bad,
    skipped: 0,
  });
  assert.deepEqual([doubled, workouts, starts], [[], FILES - bad, FILES - bad]);
});
