import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FileImport, FileImportList, GearList, Workout, WorkoutList } from '@waymark/api-contract';
import { LIMITS } from '../../recordings/limits.ts';
import { SAMPLE_START } from '../../recordings/testing/sample-files.ts';
import { fitHead, fitSample } from '../../recordings/testing/sample-fit.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As } from '../workouts/testing.ts';
import { gpx, importAll, send, settled } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const fresh = async (): Promise<{ member: TestMember; call: As }> => {
  const member = await api.signUp();
  return { member, call: as(api, member) };
};
const workout = async (call: As, file: FileImport | undefined) =>
  (await call<Workout>('GET', `/workout/${file!.workouts[0]!.id}/`)).body;
const totalOf = async (call: As) => (await call<WorkoutList>('GET', '/workout/')).body.total_count;

/** Waits until so many of the member's uploaded files are kept: originals of workouts and what may be read again. */
async function kept({ userId }: TestMember, call: As, files: number): Promise<void> {
  const folder = path.join(api.context.env.DATA_DIR, 'files', 'imports', String(userId));
  const until = Date.now() + 10_000;
  while (readdirSync(folder).length !== files && Date.now() < until) await settled(call);
  assert.equal(readdirSync(folder).length, files);
}

const HEADER =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance';
const table = (...lines: string[]) => [HEADER, ...lines].join('\r\n');
const RIDE =
  '11,"May 1, 2026, 6:00:00 AM","Over the ""hills""",Gravel Ride,"Windy,\nand cold",595,4.1,150,,false,Knee hurts,Blue Bike,activities/998.gpx.gz,70,,595.0,590.0,4100.5';
const YOGA = '12,"May 2, 2026, 5:00:00 PM",Evening yoga,Yoga,Calm,3600,0,,,false,,,,70,,3600.0,3500.0,0';
const LOST =
  '13,"May 3, 2026, 5:00:00 PM",Lost run,Run,,1800,5.2,,,false,,Old shoes,activities/13.fit.gz,70,,1800.0,1700.0,5200.5';

test('[WORK-03] a Strava export: names, notes, types and gear come along, activities without a file too', async () => {
  const { member, call } = await fresh();
  const zip = await zipOf([
    ['export_1/activities.csv', table(RIDE, YOGA, LOST)],
    [
      'export_1/activities/998.gpx.gz',
      gzipSync(gpx('2026-05-01T06:00:00Z', { type: 'cycling', name: 'From the file' })),
    ],
    ['export_1/activities/999.gpx', gpx('2026-05-09T06:00:00Z', { name: 'Not in the table' })],
    ['export_1/routes/loop.gpx', '<gpx><rte><rtept lat="1" lon="2"/></rte></gpx>'],
    ['export_1/media/a.jpg', 'x'],
    ['export_1/profile.csv', 'a,b'],
  ]);
  const files = await importAll(call, [['strava.zip', zip]]);
  assert.deepEqual([...files.values()].map(({ file_name, state }) => `${file_name} ${state}`).toSorted(), [
    '998.gpx.gz ready',
    '999.gpx ready',
    'Evening yoga ready',
    'Lost run ready',
    'strava.zip skipped',
  ]);
  const ride = await workout(call, files.get('998.gpx.gz'));
  assert.deepEqual(
    [ride.name, ride.notes, ride.activity_type_id, ride.source],
    ['Over the "hills"', 'Windy,\nand cold', 1101, 'file'],
  );
  assert.equal(ride.gear?.name, 'Blue Bike');
  assert.ok(ride.warnings.includes('Your private note: Knee hurts'));
  const yoga = await workout(call, files.get('Evening yoga'));
  assert.deepEqual(
    [yoga.source, yoga.activity_type_id, yoga.start_datetime, yoga.notes],
    ['manual', 78, '2026-05-02T17:00:00.000Z', 'Calm'],
  );
  assert.deepEqual([yoga.aggregates.elapsed_time_total, yoga.aggregates.active_time_total], [3600, 3500]);
  const lost = await workout(call, files.get('Lost run'));
  assert.deepEqual([lost.aggregates.distance_total, lost.gear?.name], [5200.5, 'Old shoes']);
  assert.match(lost.warnings.join(' '), /did not hold activities\/13\.fit\.gz/u);
  assert.equal((await workout(call, files.get('999.gpx'))).name, 'Not in the table');
  assert.match(
    files.get('strava.zip')!.problem!.message,
    /1 photo or video, 1 planned route, 1 other file\.$/u,
  );
  const gear = (await call<GearList>('GET', '/usergear/')).body._embedded.gear;
  assert.deepEqual(gear.map(({ name, kind }) => `${name}: ${kind}`).toSorted(), [
    'Blue Bike: bike',
    'Old shoes: shoes',
  ]);
  await kept(member, call, 2);

  await send(call, [['again.zip', zip]]);
  const again = (await settled(call)).filter(({ archive_name }) => archive_name === 'again.zip');
  // The recordings are the very same bytes; of activities without a file the member decides.
  assert.equal(again.filter(({ state }) => state === 'duplicate').length, 2);
  assert.equal(await totalOf(call), 4);
  await kept(member, call, 2);
});

test('[WORK-03] NUL characters in tables, file names and workout names cause no failure', async () => {
  const { call } = await fresh();
  const nul = (text: string) => text.replaceAll('@', '\0');
  const zip = await zipOf([
    [
      nul('a@b/activities.csv'),
      nul(table(RIDE.replace('Windy', 'Win@dy'), YOGA.replace('Evening', 'Eve@ning'))),
    ],
    [nul('a@b/activities/998.gpx.gz'), gzipSync(gpx('2026-05-01T06:00:00Z'))],
    [nul('a@b/activities.csv'), nul('"a@b')],
    [nul('l@one.gpx'), gpx('2026-06-09T06:00:00Z', { name: nul('Lo@ne') })],
  ]);
  const files = await importAll(call, [['nul.zip', zip]]);
  assert.deepEqual([...files.values()].map(({ file_name, state }) => `${file_name} ${state}`).toSorted(), [
    '998.gpx.gz ready',
    'Evening yoga ready',
    'lone.gpx ready',
    'nul.zip skipped',
  ]);
  assert.equal((await workout(call, files.get('998.gpx.gz'))).notes, 'Windy,\nand cold');
  assert.equal((await workout(call, files.get('lone.gpx'))).name, 'Lone');
});

test('[DATA-03] a private note of another service is visible to its owner alone', async () => {
  const { call } = await fresh();
  const zip = await zipOf([
    ['activities.csv', table(RIDE)],
    ['activities/998.gpx.gz', gzipSync(gpx('2026-05-01T06:00:00Z'))],
  ]);
  const files = await importAll(call, [['strava.zip', zip]]);
  const { id } = files.get('998.gpx.gz')!.workouts[0]!;
  await call('PUT', `/workout/${id}/`, { privacy: 3 });
  for (const other of [as(api, await api.signUp()), as(api, null)]) {
    const seen = await other<Workout>('GET', `/workout/${id}/`);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.text, /Knee hurts/u);
  }
});

test('[WORK-03] files are imported despite two tables, names that point outside and a truncated table', async () => {
  const { call } = await fresh();
  const named = (name: string, file: string, day = 1) =>
    `1,"May ${day}, 2026, 6:00:00 AM",${name},Run,,595,2,,,false,,,${file},70,,595,590,2000`;
  const zip = await zipOf([
    [
      'a/activities.csv',
      table(named('Of a', 'activities/1.gpx'), named('Upwards', '../b/activities/1.gpx', 4)),
    ],
    ['b/activities.csv', `${table(named('Of b', 'activities/1.gpx'))}\r\n2,"May 2, never closed`],
    ['a/activities/1.gpx', gpx('2026-05-01T06:00:00Z')],
    ['b/activities/1.gpx', gpx('2026-06-01T06:00:00Z')],
  ]);
  await send(call, [['two.zip', zip]]);
  const files = await settled(call);
  const names = files.flatMap(({ workouts }) => workouts.map(({ name }) => name));
  assert.deepEqual(names.toSorted(), ['Of a', 'Of b', 'Upwards']);
  // Taken from the figures alone: the path was not followed.
  const upwards = files.find(({ file_name }) => file_name === 'Upwards');
  assert.equal((await workout(call, upwards)).source, 'manual');
  assert.match(
    files.find(({ state }) => state === 'skipped')!.problem!.message,
    /^A part of b\/activities\.csv/u,
  );
});

test('[WORK-03] a Garmin export: its own archives within are opened, everyday files left out, names found by the start', async () => {
  const { member, call } = await fresh();
  const inner = await zipOf([
    ['me@example.com_1.fit', fitSample({ sport: 'running', points: 300 })],
    ['me@example.com_2.fit', fitHead('monitoringB').bytes()],
    ['me@example.com_3.fit', fitHead('settings').bytes()],
  ]);
  const summaries = [
    {
      summarizedActivitiesExport: [
        {
          name: 'Park loop',
          description: 'With Ola',
          activityType: 'trail_running',
          beginTimestamp: SAMPLE_START + 700,
        },
      ],
    },
  ];
  const zip = await zipOf([
    ['DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json', JSON.stringify(summaries)],
    ['DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip', inner],
    ['DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part2.zip', Buffer.from('no archive')],
    ['DI_CONNECT/DI-Connect-Wellness/sleep.json', '[]'],
    ['other.zip', inner],
  ]);
  const files = await importAll(call, [['garmin.zip', zip]]);
  assert.equal(files.size, 4);
  const run = await workout(call, files.get('me@example.com_1.fit'));
  assert.deepEqual([run.name, run.notes, run.activity_type_id], ['Park loop', 'With Ola', 1000]);
  assert.equal(
    files.get('other.zip')!.problem!.message,
    'This file holds another archive: unpack it and upload what is inside.',
  );
  assert.equal(files.get('UploadedFiles_0-_Part2.zip')!.problem!.code, 'zip_damaged');
  assert.match(files.get('garmin.zip')!.problem!.message, /2 everyday records of a watch, 1 other file\.$/u);
  await kept(member, call, 1);
});

test('[WORK-03] nested archives share the limit of rows, and their warnings are limited', async (t) => {
  const { call } = await fresh();
  const limits = LIMITS as { archiveRows: number };
  const { archiveRows } = limits;
  t.after(() => void (limits.archiveRows = archiveRows));
  limits.archiveRows = 5;
  const inner = (day: number) =>
    zipOf([
      [`${day}.gpx`, gpx(`2026-04-${day}T06:00:00Z`)],
      [`later-${day}.gpx`, gpx(`2026-04-${day}T16:00:00Z`)],
      ...Array.from({ length: 25 }, (_, n): [string, string] => [`${n}_summarizedActivities.json`, '[']),
    ]);
  const zip = await zipOf([
    ['own.gpx', gpx('2026-04-01T06:00:00Z')],
    ['UploadedFiles_1.zip', await inner(11)],
    ['UploadedFiles_2.zip', await inner(12)],
    ['UploadedFiles_3.zip', await inner(13)],
  ]);
  const files = await importAll(call, [['garmin.zip', zip]]);
  assert.equal(files.get('UploadedFiles_3.zip')?.problem?.code, 'zip_too_many');
  assert.equal([...files.values()].filter(({ state }) => state === 'ready').length, 5);
  const sentences = files.get('garmin.zip')!.problem!.message.match(/could not be read/gu)!;
  assert.equal(sentences.length, LIMITS.archiveWarnings + 1);
});

test('[WORK-03] a failed file of an archive is stored separately and can be tried again', async () => {
  const { member, call } = await fresh();
  const zip = await zipOf([
    ['bad.gpx', 'nonsense'],
    ['good.gpx', gpx('2026-05-01T06:00:00Z')],
  ]);
  const bad = (await importAll(call, [['up.zip', zip]])).get('bad.gpx')!;
  await kept(member, call, 2);
  assert.equal((await call('POST', `/device/file_import/${bad.id}/retry/`)).status, 200);
  const after = (await settled(call)).find(({ id }) => id === bad.id)!;
  assert.deepEqual([after.state, after.problem?.code], ['failed', 'not_a_workout']);
  await call('DELETE', `/device/file_import/${bad.id}/`);
  await kept(member, call, 1);
});

test('[WORK-03] uploads are counted by batch, under the name of their archive', async () => {
  const { call } = await fresh();
  await importAll(call, [['lone.gpx', gpx('2026-05-01T06:00:00Z')]]);
  const zip = await zipOf([
    ['a.gpx', gpx('2026-06-01T06:00:00Z')],
    ['b.gpx', 'nonsense'],
    ['c.gpx', gpx('2026-05-01T06:00:00Z')],
  ]);
  await importAll(call, [['many.zip', zip]]);
  const { batches, counts, total_count, pending } = (
    await call<FileImportList>('GET', '/device/file_import/')
  ).body;
  assert.deepEqual(
    batches.map(({ name, total, unpacking, finished_datetime }) => [
      name,
      total,
      unpacking,
      finished_datetime !== null,
    ]),
    [
      ['many.zip', 3, false, true],
      ['lone.gpx', 1, false, true],
    ],
  );
  const none = { queued: 0, reading: 0, ready: 0, duplicate: 0, failed: 0, skipped: 0 };
  assert.deepEqual(batches[0]!.counts, { ...none, ready: 1, skipped: 1, failed: 1 });
  assert.deepEqual([counts, total_count, pending], [{ ...none, ready: 2, skipped: 1, failed: 1 }, 4, 0]);
  const one = (await call<FileImportList>('GET', `/device/file_import/?batch_id=${batches[1]!.batch_id}`))
    .body;
  assert.deepEqual([one.total_count, one.counts], [1, { ...none, ready: 1 }]);
});

test('[WORK-03] documents and maps that are zip archives are refused by their name and not unpacked', async () => {
  const { call } = await fresh();
  const files = await importAll(call, [
    [
      'log.xlsx',
      await zipOf([
        ['[Content_Types].xml', '<Types/>'],
        ['xl/workbook.xml', '<workbook/>'],
      ]),
    ],
    ['tour.kmz', await zipOf([['doc.kml', '<kml/>']])],
  ]);
  assert.deepEqual([...files.keys()].toSorted(), ['log.xlsx', 'tour.kmz']);
  const problems = ['log.xlsx', 'tour.kmz'].map((name) => files.get(name)!.problem);
  assert.deepEqual(
    problems.map((problem) => problem?.code),
    ['not_a_workout', 'not_a_workout'],
  );
  assert.match(problems[0]!.message, /Excel or Word document\. Export the workout as FIT, GPX or TCX/);
  assert.match(problems[1]!.message, /KMZ map/);
});
