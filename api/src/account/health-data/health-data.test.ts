import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import test, { after } from 'node:test';
import {
  type ChallengeDetails,
  type ConsentStatus,
  type DataExport,
  type DataRestore,
  type ErrorBody,
  type FileImport,
  type HealthDataStatus,
  SERVICE_BASES,
  type User,
  type Workout,
  type WorkoutEdit,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import { finishChallenges } from '../../programs/challenges/finish-challenges.ts';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { connect } from '../../kernel/database/connect.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { findMemberTables } from '../account-deletion/erasure-rules.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { assertRecount } from '../../training/stats/recount-testing.ts';
import { startProcess } from '../../testing/api-process.ts';
import { answerConsents } from '../../testing/answer-consents.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/mail.ts';
import { signUpAt } from '../../testing/member.ts';
import { as, log, RUN } from '../../training/workouts/testing.ts';

const api = await startTestApi();
after(() => api.stop());
const { db, env } = api.context;

const BEATS = 163;
const WATTS = 263;
const WEIGHT = 71.375;
const ENERGY = 2_345_671;
const ZONES = [
  { name: 'easy', start: 0, end: 140 },
  { name: 'hard', start: 141, end: BEATS },
];
/** A value that nothing else has, as a number of its own. */
const MARKED = new RegExp(`(?<![\\w.])(${BEATS}|${WATTS}|${WEIGHT}|${ENERGY})(?![\\w.])`);

const choose = (member: TestMember, health: 'accepted' | 'declined') =>
  answerConsents(api, member, { health });
const stored = async ({ token }: TestMember) =>
  (await api.call<HealthDataStatus>('GET', '/auth/health-data', { token })).body;
const remove = ({ token }: TestMember) =>
  api.call<HealthDataStatus & ErrorBody>('DELETE', '/auth/health-data', { token });
const whenDeleted = (member: TestMember) =>
  until('the health data is deleted', async () => (await stored(member)).deletion?.done_datetime, 60_000);

const withHeartRate = (start: string): string => {
  const beats = `<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${BEATS}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>`;
  return gpx(start)
    .replaceAll('</trkpt>', `${beats}</trkpt>`)
    .replace('<gpx ', '<gpx xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" ');
};

/** A course to follow: its points have no times. */
const courseWithHeartRate = withHeartRate('2026-03-04T07:00:00Z').replaceAll(/<time>[^<]*<\/time>/gu, '');

async function archiveOf({ token }: TestMember): Promise<Buffer> {
  const where = '/services/main/v7.1/data_export/';
  const asked = await api.call<DataExport>('POST', where, { token });
  const { href } = await until(
    'the archive',
    async () =>
      (await api.call<{ exports: DataExport[] }>('GET', where, { token })).body.exports.find(
        ({ id, status }) => id === asked.body.id && status === 'ready',
      ),
    60_000,
  );
  return Buffer.from(await (await fetch(api.url + href)).arrayBuffer());
}

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return files;
}

/** Tables with a heart rate or what was worked out from one, whatever its value. */
async function findHeartRates({ userId }: TestMember): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select 'workouts' as place from workouts where user_id = ${userId}
      and coalesce(heartrate_min, heartrate_max, heartrate_avg, load) is not null
    union select 'workout_streams' from workout_streams where user_id = ${userId} and kind = 'heartrate'
    union select 'workout_analyses' from workout_analyses
      where user_id = ${userId} and heartrate is not null`.execute(db);
  return rows.map(({ place }) => place);
}

/** Tables and files in which the member's marked values, or any heart rate, are stored. */
async function findStored(member: TestMember): Promise<string[]> {
  const { userId } = member;
  const places = new Set(await findHeartRates(member));
  for (const table of [...(await findMemberTables(db)), 'users']) {
    const owner = table === 'users' ? 'id' : 'user_id';
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} t where t.${sql.ref(owner)} = ${userId}`.execute(
      db,
    );
    if (rows.some(({ row }) => MARKED.test(row))) places.add(table);
  }
  const folder = path.join(env.DATA_DIR, 'files');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.startsWith(`imports/${userId}/`) && !name.startsWith(`exports/${userId}/`)) continue;
    // An archive is compressed: that it is there is enough.
    const isArchive = name.endsWith('.zip');
    if (isArchive || MARKED.test(readFileSync(path.join(folder, name), 'latin1')))
      places.add(name.split('/')[0]!);
  }
  return [...places].toSorted();
}

/** An ended challenge in energy, whose results and awards are final. */
async function finishChallengeOf({ token }: TestMember): Promise<void> {
  const today = api.context.now().toISOString().slice(0, 10);
  const base = SERVICE_BASES.challenges;
  const window = { first_day: '2026-05-01', last_day: today };
  const body = { title: 'Energy', kind: 'energy', target: 1, ...window };
  const created = await api.call<ChallengeDetails>('POST', `${base}/v2/challenges`, { token, body });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body;
  await api.call('POST', `${base}/challenges/${id}/users`, { token, body: {} });
  await db
    .updateTable('challenges')
    .set({ freeze_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await finishChallenges(api.context);
}

/** A member with health data of every kind; one workout was cut, one deleted a moment ago. */
async function fillAccount() {
  const member = await api.signUp({ country: 'DE' });
  const call = as(api, member);
  await call('PUT', `/user/${member.userId}/`, { weight: WEIGHT });
  await call('POST', '/heart_rate_zones/', { zones: ZONES, valid_from: '2020-01-01T00:00:00Z' });
  await call('POST', '/threshold_power/', { watts: WATTS });
  const typed = await log(call, { heartrate_avg: 151, heartrate_max: BEATS, energy: ENERGY });
  const estimated = await log(call, { start_datetime: '2026-04-02T07:30:00Z' });
  const files = await importAll(call, [
    ['run.gpx', withHeartRate('2026-03-01T07:00:00Z')],
    ['cut.gpx', withHeartRate('2026-03-02T07:00:00Z')],
    ['gone.gpx', withHeartRate('2026-03-03T07:00:00Z')],
    ['course.gpx', courseWithHeartRate],
  ]);
  assert.equal(files.get('course.gpx')!.problem?.code, 'planned_route');
  const idOf = (name: string) => files.get(name)!.workouts[0]!.id;
  const cut = await api.call<{ edit: WorkoutEdit }>('POST', `/internal/cutWorkout/${idOf('cut.gpx')}`, {
    token: member.token,
    body: { keep: [{ from: 0, to: 300 }] },
  });
  assert.ok(cut.status < 300, cut.text);
  await call('DELETE', `/workout/${idOf('gone.gpx')}/`);
  await finishChallengeOf(member);
  return {
    member,
    call,
    typed,
    estimated,
    recorded: idOf('run.gpx'),
    cut: idOf('cut.gpx'),
    gone: idOf('gone.gpx'),
  };
}

const HELD = [
  'challenge_awards',
  'challenge_contributions',
  'challenge_members',
  'exports',
  'heart_rate_zones',
  'imports',
  'record_candidates',
  'threshold_powers',
  'users',
  'workout_analyses',
  'workout_streams',
  'workouts',
];

test('[PRIV-02] after a withdrawal the member has stored health data deleted: it is in no table, file or archive any more, and a new consent brings nothing back', async () => {
  const { member, call, typed, estimated, recorded, cut, gone } = await fillAccount();
  await archiveOf(member);
  const before = await call<Workout>('GET', `/workout/${estimated.id}/`);
  assert.deepEqual(await findStored(member), HELD);
  assert.equal((await remove(member)).body.error, 'health_consent_given', 'not while the consent holds');
  await choose(member, 'declined');
  const { deletion, is_hidden, stored: counts } = await stored(member);
  assert.deepEqual([deletion, is_hidden], [null, true]);
  assert.deepEqual(counts, {
    workouts: 3,
    has_weight: true,
    heart_rate_zones: 1,
    threshold_powers: 1,
    files: 4,
    archives: 1,
  });
  const answer = await remove(member);
  assert.equal(answer.status, 200, answer.text);
  await whenDeleted(member);
  assert.deepEqual(await findStored(member), []);
  assert.deepEqual(Object.values((await stored(member)).stored), [0, false, 0, 0, 0, 0]);
  await assertRecount(db, member.userId);

  await choose(member, 'accepted');
  const { body: self } = await call<User>('GET', '/user/self/');
  assert.deepEqual([self.weight, self.hrZones.length], [null, 5]);
  for (const id of [typed.id, recorded, cut]) {
    const { body } = await call<Workout>('GET', `/workout/${id}/`);
    const { heartrate_avg, heartrate_max, metabolic_energy_total } = body.aggregates;
    assert.deepEqual([heartrate_avg, heartrate_max, body.load, body.has_original], [null, null, null, false]);
    assert.ok(body.energy_estimated && metabolic_energy_total !== null, 'the energy is estimated anew');
  }
  const { body: lighter } = await call<Workout>('GET', `/workout/${estimated.id}/`);
  assert.notEqual(
    lighter.aggregates.metabolic_energy_total,
    before.body.aggregates.metabolic_energy_total,
    'for an assumed weight',
  );
  for (const [name, text] of await unzip(await archiveOf(member)))
    // Sizes in bytes are no values of the member's.
    if (name !== 'checksums.ndjson') assert.doesNotMatch(text, MARKED, name);
  const back = await call<Workout>('POST', `/workout/${gone}/restore/`);
  assert.equal(back.body.aggregates.heartrate_avg, null, back.text);
});

test('[PRIV-02] hidden health data returns with a new consent; an edit that was made before a deletion can still be undone after it', async () => {
  const { member, call, recorded, cut } = await fillAccount();
  await choose(member, 'declined');
  await choose(member, 'accepted');
  const beats = async (id: number) =>
    (await call<Workout>('GET', `/workout/${id}/`)).body.aggregates.heartrate_avg;
  assert.equal(await beats(recorded), BEATS);
  assert.equal((await call<User>('GET', '/user/self/')).body.weight, WEIGHT);
  await choose(member, 'declined');
  await remove(member);
  await whenDeleted(member);
  const { body: edits } = await api.call<{ edits: WorkoutEdit[] }>(
    'GET',
    `/internal/workoutEdits?workout=${cut}`,
    {
      token: member.token,
    },
  );
  const undone = await api.call('POST', `/internal/workoutEdits/${edits.edits[0]!.id}/undo`, {
    token: member.token,
  });
  assert.equal(undone.status, 200, undone.text);
  const { body: whole } = await call<Workout>('GET', `/workout/${cut}/`);
  assert.deepEqual([whole.aggregates.elapsed_time_total, whole.aggregates.heartrate_avg], [595, null]);
  assert.deepEqual(await findStored(member), []);
});

test('[PRIV-02] [WORK-03] of a file with heart rate nothing of it is kept while the consent is refused, the file itself neither, and the member is told', async () => {
  const member = await api.signUp({ country: 'DE' });
  const call = as(api, member);
  await choose(member, 'declined');
  const files = await importAll(call, [
    ['beats.gpx', withHeartRate('2026-03-01T07:00:00Z')],
    ['plain.gpx', gpx('2026-03-02T07:00:00Z')],
  ]);
  // Of the same training, by another device.
  const again = withHeartRate('2026-03-02T07:00:00Z');
  const duplicate = (await importAll(call, [['again.gpx', again]])).get('again.gpx')!;
  assert.equal(duplicate.state, 'skipped');
  assert.match(duplicate.warnings.join(' '), /file itself was not kept/);
  const workoutOf = async (file: FileImport | undefined) =>
    (await call<Workout>('GET', `/workout/${file!.workouts[0]!.id}/`)).body;
  const beats = files.get('beats.gpx');
  assert.match(beats!.warnings.join(' '), /file itself was not kept/);
  const withBeats = await workoutOf(beats);
  assert.equal(withBeats.has_original, false);
  assert.match(withBeats.warnings.join(' '), /Heart rate was left out/);
  assert.equal((await workoutOf(files.get('plain.gpx'))).has_original, true);
  assert.deepEqual(await findStored(member), []);
});

test('[PRIV-02] [WORK-03] while the consent is refused neither the table of another service nor sample workouts bring health data', async () => {
  const member = await api.signUp({ country: 'DE' });
  const call = as(api, member);
  await choose(member, 'declined');
  const table = [
    'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,Elevation Gain,Max Heart Rate,Average Heart Rate,Calories',
    `12,"May 2, 2026, 5:00:00 PM",Evening yoga,Yoga,,3600,0,${BEATS},,false,,,,${WEIGHT},,3600.0,3500.0,0,,,,${BEATS},151,500`,
  ].join('\r\n');
  const zip = await zipOf([
    ['activities.csv', table],
    ['activities/1.gpx', withHeartRate('2026-03-01T07:00:00Z')],
  ]);
  const files = [...(await importAll(call, [['strava.zip', zip]])).values()];
  assert.equal(files.filter(({ workouts }) => workouts.length > 0).length, 2);
  await until('the archive is released', async () => {
    const { rows } = await sql`
      select 1 from file_imports where user_id = ${member.userId} and storage_key is not null`.execute(db);
    return rows.length === 0;
  });
  assert.deepEqual(await findStored(member), []);
  const samples = await call<{ added: number }>('POST', '/workout/samples/');
  assert.ok(samples.body.added > 0);
  assert.deepEqual(await findHeartRates(member), []);
});

test('[PRIV-02] [ACCT-05] an archive with health data is brought into an account that refuses it without any', async () => {
  const archive = await archiveOf((await fillAccount()).member);
  const member = await api.signUp({ country: 'DE' });
  await choose(member, 'declined');
  const form = new FormData();
  form.append('archive', new Blob([Uint8Array.from(archive)]), 'archive.zip');
  const call = as(api, member);
  assert.equal((await call('POST', '/data_export/restore/', form)).status, 202);
  const restored = await until(
    'the end of the restore',
    async () => {
      const { restore } = (await call<{ restore: DataRestore | null }>('GET', '/data_export/restore/')).body;
      return restore && ['done', 'failed'].includes(restore.status) ? restore : null;
    },
    60_000,
  );
  assert.equal(restored.status, 'done', restored.problem ?? '');
  assert.deepEqual(
    (await findStored(member)).filter((place) => place !== 'exports'),
    [],
    'besides the archive itself, which its member sent',
  );
  const { stored: counts } = await stored(member);
  assert.deepEqual(counts, { ...counts, workouts: 0, has_weight: false, threshold_powers: 0, files: 0 });
});

test('[PRIV-02] a deletion that is killed in the middle goes on at the next start and comes to its end', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-health-'));
  const database = await testDatabase();
  const { db: other } = connect(database.url, { max: 4, onError: () => undefined });
  let server = await startProcess(folder, { DATABASE_URL: database.url });
  t.after(async () => {
    await server.stop();
    await other.destroy();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token, user_id: userId } = await signUpAt(server.url);
  const send = async (method: string, where: string, body?: unknown) => {
    const answer = await fetch(server.url + where, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${where}: ${answer.status}`);
    return answer.json();
  };
  for (let day = 0; day < 60; day++)
    await send('POST', '/services/main/v7.1/workout/', {
      ...RUN,
      heartrate_avg: BEATS,
      start_datetime: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    });
  const { matrix_id, matrix_version } = (await send('GET', '/auth/consents-status')) as ConsentStatus;
  await send('POST', '/auth/update-consents', {
    matrix_id,
    matrix_version,
    locale: 'en',
    screen: 'test',
    choices: { health: 'declined' },
  });
  await other.transaction().execute(async (trx) => {
    // The last workout is in another hand: the deletion waits for it after its first transaction.
    await sql`
      select 1 from workouts where user_id = ${userId} order by id desc limit 1 for update`.execute(trx);
    await send('DELETE', '/auth/health-data');
    await until(
      'the first workouts are cleared',
      async () => (await readDeletion(other, userId)).cleared_id > 0,
    );
    await server.kill();
  });
  assert.ok((await countHeartRates(other, userId)) > 0, 'killed in the middle');
  server = await startProcess(folder, { DATABASE_URL: database.url });
  await until('the deletion is over', async () => (await readDeletion(other, userId)).done_at, 60_000);
  assert.equal(await countHeartRates(other, userId), 0);
});

const readDeletion = (of: Db, userId: number) =>
  of.selectFrom('health_data_deletions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

async function countHeartRates(of: Db, userId: number): Promise<number> {
  const { n } = await of
    .selectFrom('workouts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('heartrate_avg', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}
