import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { type FileImportList, SERVICE_BASES } from '@waymark/api-contract';
import { formOf, gpx } from '../../training/imports/testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { connect } from '../../kernel/database/connect.ts';
import { type ApiProcess, startProcess } from '../../testing/api-process.ts';
import { testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/mail.ts';
import { signUpAt } from '../../testing/member.ts';
import { assertRecount } from './recount.test-helper.ts';
import { createChallenges, readUncounted } from './import.test-helper.ts';

/** How often it is killed: CRASH_ROUNDS=20 for the long run. */
const KILLS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const FILES = 60 * (KILLS + 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test(`[CHAL-02] [CHAL-05] an archive of ${FILES} files is counted once in challenges despite ${KILLS} kills`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-counted-'));
  const database = await testDatabase();
  const connection = connect(database.url, { max: 2, onError: () => undefined });
  const { db } = connection;
  const start = () => startProcess(folder, { DATABASE_URL: database.url });
  let api: ApiProcess = await start();
  t.after(async () => {
    await api.stop();
    await connection.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token, user_id: userId } = await signUpAt(api.url);
  const first = Math.floor(Date.now() / DAY_MS - 200) * DAY_MS;
  const window = { first_day: dayOf(first), last_day: dayOf(Date.now() + 10 * DAY_MS) };
  const [countId] = await createChallenges({ url: api.url, token, ...window });
  const named = Array.from(
    { length: FILES },
    (_, n) => [`${n}.gpx`, gpx(new Date(first + (n + 24) * 2 * HOUR_MS).toISOString())] as const,
  );
  const headers = { authorization: `Bearer ${token}` };
  const imports = `${SERVICE_BASES.main}/device/file_import/`;
  const body = formOf([['archive.zip', await zipOf(named)]]);
  const sent = await fetch(api.url + imports, { method: 'POST', headers, body });
  assert.equal(sent.status, 202);

  for (let kill = 0; kill < KILLS; kill++) {
    await until('some workouts wait', async () => (await readUncounted(db, userId)).uncounted > 0);
    await api.kill();
    const { uncountedOfDone, pending } = await readUncounted(db, userId);
    assert.equal(uncountedOfDone, 0);
    assert.ok(pending > 0, 'it was killed in the middle');
    api = await start();
  }
  for (;;) {
    const { pending, uncountedOfDone } = await readUncounted(db, userId);
    assert.equal(uncountedOfDone, 0);
    if (pending === 0) break;
  }
  const list = (await (await fetch(`${api.url}${imports}?limit=1`, { headers })).json()) as FileImportList;
  assert.deepEqual([list.pending, list.counts.ready], [0, FILES]);
  await assertRecount(db, userId, new Date());
  const { workout_count } = await db
    .selectFrom('challenge_members')
    .select('workout_count')
    .where('challenge_id', '=', countId!)
    .executeTakeFirstOrThrow();
  assert.equal(workout_count, FILES);
});
