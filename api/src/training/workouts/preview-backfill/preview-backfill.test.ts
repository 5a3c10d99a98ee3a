import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { SERVICE_BASES, type Workout, type WorkoutList } from '@waymark/api-contract';
import { decodePreview, PREVIEW_BREAK } from '@waymark/streams';
import { sql } from 'kysely';
import { formOf, importAll } from '../../imports/testing/import-files.ts';
import { connect } from '../../../kernel/database/connect.ts';
import type { Db } from '../../../kernel/database/tables.ts';
import { acquireMemberLock } from '../../../members/member-lock.ts';
import { areasOf, isHidden } from '../../privacy/redaction/hidden-areas.ts';
import { vectorOf } from '../../privacy/redaction/sphere.ts';
import { gpxOf } from '../../privacy/testing.ts';
import { startProcess } from '../../../testing/api-process.ts';
import { startTestApi } from '../../../testing/api.ts';
import { testDatabase } from '../../../testing/database.ts';
import { until } from '../../../testing/mail.ts';
import { signUpAt } from '../../../testing/member.ts';
import { as } from '../testing.ts';
import { queuePreviewBackfill } from './backfill-previews.ts';

const POINTS = 120;
/** Of the pause, half of the way through; the track goes on 3 km farther north. */
const PAUSE = { at: POINTS / 2, seconds: 1200, degrees: 0.03 };
const HOME = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };

/** A run of 120 points, two segments where it was paused. */
function run(start: string, isPaused = true): string {
  const steps = Array.from({ length: POINTS }, (_, i) => {
    const isAfter = isPaused && i >= PAUSE.at;
    return {
      lat: 52.2 + i * 0.00013 + (isAfter ? PAUSE.degrees : 0),
      lng: 21.01 + 0.0003 * Math.sin(i / 2),
      after: isPaused && i === PAUSE.at ? PAUSE.seconds : 5,
      heartrate: 140,
      high: 100,
    };
  });
  let n = 0;
  return gpxOf(Date.parse(start), steps).replaceAll('<trkpt', (tag) =>
    isPaused && n++ === PAUSE.at ? `</trkseg><trkseg>${tag}` : tag,
  );
}

/** Puts previews back to what versions before stored: lines that lead across pauses. */
async function makeOld(db: Db): Promise<void> {
  for (const table of ['workouts', 'redacted_workouts'])
    await sql`update ${sql.table(table)} set polyline = replace(polyline, ${PREVIEW_BREAK}, '')`.execute(db);
  await sql`update workouts set preview_version = 0`.execute(db);
}

const countOutdated = async (db: Db): Promise<number> =>
  (await db.selectFrom('workouts').select('id').where('preview_version', '=', 0).execute()).length;

const breaksOf = ({ preview }: Pick<Workout, 'preview'>) => decodePreview(preview.polyline!).breaks.length;

test('[WORK-03] a paused recording of an earlier version gets the gap in its preview, and nothing else changes', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const { db } = api.context;
  const member = await api.signUp();
  const call = as(api, member);
  await importAll(call, [
    ['paused.gpx', run('2026-05-01T08:00:00Z')],
    ['through.gpx', run('2026-05-02T08:00:00Z', false)],
    ['deleted.gpx', run('2026-05-03T08:00:00Z')],
  ]);
  const { body: list } = await call<WorkoutList>('GET', '/workout/');
  const [deleted, through, paused] = list._embedded.workouts.map(({ id }) => id) as [number, number, number];
  const read = async (id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body;
  const whole = [await read(paused), await read(through)] as const;
  assert.deepEqual(whole.map(breaksOf), [1, 0]);
  await call('DELETE', `/workout/${deleted}/`);
  await makeOld(db);
  assert.equal(breaksOf(await read(paused)), 0);
  const heatMap = `${api.url}${SERVICE_BASES.main}/user_stats/${member.userId}/heat_map/`;
  const readHeatMap = (tag?: string | null) =>
    fetch(heatMap, {
      headers: { authorization: `Bearer ${member.token}`, ...(tag && { 'if-none-match': tag }) },
    });
  const before = await readHeatMap();
  assert.equal((await readHeatMap(before.headers.get('etag'))).status, 304);

  await queuePreviewBackfill(api.context);
  await until('every preview is new', async () => (await countOutdated(db)) === 0);

  assert.deepEqual([await read(paused), await read(through)], whole);
  assert.equal((await readHeatMap(before.headers.get('etag'))).status, 200);
  await call('POST', `/workout/${deleted}/restore/`);
  assert.equal(breaksOf(await read(deleted)), 1);
});

test('[DATA-03] viewers get the gap too, and nothing of a privacy zone with it', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const { db } = api.context;
  const [owner, stranger] = [await api.signUp(), await api.signUp()];
  const mine = as(api, owner);
  await importAll(mine, [['paused.gpx', run('2026-05-01T08:00:00Z')]]);
  const { body: list } = await mine<WorkoutList>('GET', '/workout/');
  const id = list._embedded.workouts[0]!.id;
  await mine('PUT', `/workout/${id}/`, { privacy: 3 });
  await mine('POST', '/privacy_zones/', HOME);
  const readAsStranger = async () => (await as(api, stranger)<Workout>('GET', `/workout/${id}/`)).body;
  const expected = await readAsStranger();
  assert.equal(breaksOf(expected), 1);
  await until('the redaction is stored', async () =>
    db.selectFrom('redacted_workouts').select('workout_id').where('workout_id', '=', id).executeTakeFirst(),
  );
  await makeOld(db);
  assert.equal(breaksOf(await readAsStranger()), 0);

  await queuePreviewBackfill(api.context);
  await until('the preview is new', async () => (await countOutdated(db)) === 0);

  const seen = await readAsStranger();
  assert.deepEqual(seen, expected);
  const areas = await areasOf(db, owner.userId);
  const { points } = decodePreview(seen.preview.polyline!);
  assert.ok(points.length > 2 && points.every(([lng, lat]) => !isHidden(areas, vectorOf(lat, lng))));
});

test('[WORK-03] a backfill of previews whose process was killed goes on where it was', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-previews-'));
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  const locker = connect(database.url, { max: 1, onError: () => undefined });
  const watcher = connect(database.url, { max: 1, onError: () => undefined });
  const { db } = watcher;
  let api = await startProcess(folder, env);
  t.after(async () => {
    await api.kill();
    await locker.close();
    await watcher.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const userIds: number[] = [];
  for (const name of ['first', 'second']) {
    const { access_token, user_id } = await signUpAt(api.url, `${name}@example.com`);
    userIds.push(user_id);
    const answer = await fetch(`${api.url}${SERVICE_BASES.main}/device/file_import/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: formOf([['paused.gpx', run('2026-05-01T08:00:00Z')]]),
    });
    assert.equal(answer.status, 202);
  }
  // The backfill takes them in the order of their ids.
  userIds.sort((a, b) => a - b);
  const readRow = async (userId: number) => {
    const { rows } = await sql<{ hasGap: boolean; version: string }>`
      select position(${PREVIEW_BREAK} in polyline) > 0 as "hasGap", xmin::text as version
      from workouts where user_id = ${userId}`.execute(db);
    return rows[0];
  };
  for (const userId of userIds) await until('the file is read', async () => (await readRow(userId))?.hasGap);
  await api.stop();
  await makeOld(db);
  const [first, second] = userIds as [number, number];
  await locker.db.transaction().execute(async (trx) => {
    await acquireMemberLock(trx, second);
    api = await startProcess(folder, env);
    await until('the first is done', async () => (await readRow(first))?.hasGap);
    await until('the second waits for the lock', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%pg_advisory_xact_lock%'`.execute(db);
      return rows.length > 0;
    });
    await api.kill();
    // The statement of a killed process would wait on.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  });
  const done = await readRow(first);
  assert.equal((await readRow(second))?.hasGap, false);
  api = await startProcess(folder, env);
  await until('the second is done', async () => (await readRow(second))?.hasGap);
  assert.deepEqual(await readRow(first), done, 'what was done is not done again');
});
