import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killDuring } from '@waymark/api/src/training/imports/testing/archive-kills.ts';
import { writeArchive } from './archive-files.ts';
import { type Row, table } from './row.ts';

const FILES = 2000;
const KILLS = 20;

/** Kills the API again and again while it reads an archive; at the end every file is there exactly once. */
export async function run({
  files = FILES,
  rounds = KILLS,
}: { files?: number; rounds?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-kills-'));
  try {
    const file = path.join(folder, 'archive.zip');
    await writeArchive(file, files);
    const archive = new File([await openAsBlob(file)], 'archive.zip');
    const { counts, doubled, workouts, starts } = await killDuring(archive, files, rounds);
    return [
      {
        what: `archive of ${files} files, the API killed ${rounds} times`,
        measured: `${counts.ready} read, ${workouts} workouts, ${workouts - starts + doubled.length} twice`,
        reach: 'every file exactly once',
        ok: counts.ready === files && workouts === files && starts === files && doubled.length === 0,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
