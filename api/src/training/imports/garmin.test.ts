import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { FileImport, FileImportList, GearList, Workout, WorkoutList } from '@waymark/api-contract';
import { SAMPLE_START } from '../../recordings/testing/sample-files.ts';
import { fitSample, triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As } from '../workouts/testing.ts';
import { importAll, send, settled } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const FITNESS = 'DI_CONNECT/DI-Connect-Fitness';
const HOUR = 3_600_000;
const RUN = {
  activityId: 11,
  name: 'Park loop',
  description: 'With Ola',
  activityType: 'trail_running',
  beginTimestamp: SAMPLE_START + 700,
  duration: 299_000,
  distance: 90_000,
};
const ROWING = {
  activityId: 12,
  name: 'Rowing in the cellar',
  activityType: 'indoor_rowing',
  beginTimestamp: SAMPLE_START + 24 * HOUR,
  startTimeGmt: SAMPLE_START + 24 * HOUR,
  startTimeLocal: SAMPLE_START + 33 * HOUR,
  duration: 1_800_000,
  distance: 600_000,
  calories: 1674,
  maxHr: 171,
};
const UNTIMED = {
  activityId: 13,
  name: 'No duration',
  activityType: 'yoga',
  beginTimestamp: SAMPLE_START + HOUR,
};
const GEAR = {
  gearDTOS: [
    { gearPk: 1, displayName: 'Racers' },
    { gearPk: 2, customMakeModel: 'Concept 2' },
  ],
  gearActivityDTOs: { 1: [{ activityId: 11 }], 2: [{ activityId: 12 }] },
};

async function garminZip(
  summaries: readonly object[],
  files: readonly (readonly [string, Buffer])[],
  more: readonly (readonly [string, string])[] = [],
) {
  const uploaded = await zipOf(files);
  return zipOf([
    [
      `${FITNESS}/me_0_summarizedActivities.json`,
      JSON.stringify([{ summarizedActivitiesExport: summaries }]),
    ],
    ...more,
    ['DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip', uploaded],
  ]);
}
const run = fitSample({ sport: 'running', points: 300 });
const workoutOf = async (call: As, file: FileImport | undefined) =>
  (await call<Workout>('GET', `/workout/${file!.workouts[0]!.id}/`)).body;
const states = (files: Iterable<FileImport>) =>
  [...files].map(({ file_name, state }) => `${file_name} ${state}`).toSorted();

test('[WORK-03] a Garmin export: activities without a file are created from their figures, with gear', async () => {
  const call = as(api, await api.signUp());
  const zip = await garminZip(
    [RUN, ROWING, UNTIMED, { name: 'Never' }, { activityId: 14 }],
    [['me_1.fit', run]],
    [
      [`${FITNESS}/me_gear.json`, JSON.stringify([GEAR])],
      [`${FITNESS}/me_1001_summarizedActivities.json`, 'damaged'],
      [`${FITNESS}/you_gear.json`, '{"new":"shape"}'],
    ],
  );
  const files = await importAll(call, [['garmin.zip', zip]]);
  assert.deepEqual(states(files.values()), [
    'No duration failed',
    'Rowing in the cellar ready',
    'garmin.zip skipped',
    'me_1.fit ready',
  ]);
  const loop = await workoutOf(call, files.get('me_1.fit'));
  assert.deepEqual(
    [loop.name, loop.notes, loop.activity_type_id, loop.source, loop.gear?.name, loop.has_time_series],
    ['Park loop', 'With Ola', 1000, 'file', 'Racers', true],
  );
  const rowing = await workoutOf(call, files.get('Rowing in the cellar'));
  assert.deepEqual(
    [rowing.activity_type_id, rowing.source, rowing.gear?.name, rowing.start_locale_timezone],
    [3500, 'manual', 'Concept 2', 'Etc/GMT-9'],
  );
  const { distance_total, elapsed_time_total, metabolic_energy_total, heartrate_avg, heartrate_max } =
    rowing.aggregates;
  assert.deepEqual(
    [distance_total, elapsed_time_total, metabolic_energy_total, heartrate_avg, heartrate_max],
    [6000, 1800, 1_674_000, null, 171],
  );
  assert.equal(files.get('Rowing in the cellar')!.archive_name, 'garmin.zip');
  assert.match(files.get('No duration')!.problem!.message, /names no duration/u);
  const note = files.get('garmin.zip')!.problem!.message;
  assert.match(note, /me_1001_summarizedActivities\.json could not be read/u);
  assert.match(note, /you_gear\.json could not be read, so the gear in it is missing\./u);
  assert.match(note, /One activity in me_0_summarizedActivities\.json could not be read\./u);
  const gear = (await call<GearList>('GET', '/usergear/')).body._embedded.gear;
  assert.deepEqual(gear.map(({ name }) => name).toSorted(), ['Concept 2', 'Racers']);

  // Once more: nothing is there twice, and what came without a file waits for a choice.
  await send(call, [['again.zip', zip]]);
  const again = (await settled(call)).filter(({ archive_name }) => archive_name === 'again.zip');
  assert.deepEqual(states(again), [
    'No duration failed',
    'Rowing in the cellar duplicate',
    'again.zip skipped',
    'me_1.fit skipped',
  ]);
});

test('[WORK-03] the table of a Garmin export is processed after all files, and its row is then hidden', async () => {
  const call = as(api, await api.signUp());
  const { files } = api.context;
  const real = files.withLocal.bind(files);
  const seen: string[][] = [];
  files.withLocal = async (key, work) => {
    const { body } = await call<FileImportList>('GET', '/device/file_import/');
    seen.push(states(body._embedded.file_imports));
    return real(key, work);
  };
  try {
    const zip = await garminZip([RUN, ROWING], [['me_1.fit', run]]);
    const done = await importAll(call, [['garmin.zip', zip]]);
    assert.deepEqual(states(done.values()), ['Rowing in the cellar ready', 'me_1.fit ready']);
    assert.ok(
      seen.some((lines) => lines.join() === 'me_0_summarizedActivities.json queued,me_1.fit reading'),
      JSON.stringify(seen),
    );
  } finally {
    files.withLocal = real;
  }
});

test('[WORK-03] legs of a Garmin activity, and one with a wrong clock, are not imported twice', async () => {
  const call = as(api, await api.signUp());
  const parent = { ...RUN, activityId: 20, name: 'Race', activityType: 'multi_sport', duration: 4_000_000 };
  const leg = (i: number, activityType: string) => ({
    ...RUN,
    activityId: 21 + i,
    parentId: 20,
    name: `Leg ${i}`,
    activityType,
    beginTimestamp: SAMPLE_START + i * 200_000,
  });
  const legs = [leg(0, 'open_water_swimming'), leg(1, 'transition_v2'), leg(2, 'road_biking')];
  const files = await importAll(call, [
    ['race.zip', await garminZip([...legs, parent], [['me_1.fit', triathlonFit(400)]])],
  ]);
  assert.deepEqual(states(files.values()), ['me_1.fit ready']);
  assert.equal((await workoutOf(call, files.get('me_1.fit'))).name, 'Race');

  const other = as(api, await api.signUp());
  const late = { ...RUN, beginTimestamp: SAMPLE_START + 100_000 };
  const others = await importAll(other, [['late.zip', await garminZip([late], [['me_1.fit', run]])]]);
  assert.deepEqual(states(others.values()), ['me_1.fit ready']);
});

test('[WORK-03] an unreadable file leaves its figures; an activity without a file is imported too', async () => {
  const call = as(api, await api.signUp());
  const files = await importAll(call, [
    ['garmin.zip', await garminZip([RUN], [['me_1.fit', run.subarray(0, 40)]])],
  ]);
  assert.deepEqual(states(files.values()), ['Park loop ready', 'me_1.fit failed']);
  const other = as(api, await api.signUp());
  const table = JSON.stringify([{ summarizedActivitiesExport: [RUN, ROWING] }]);
  const alone = await importAll(other, [
    ['one.zip', await zipOf([[`${FITNESS}/a_summarizedActivities.json`, table]])],
    ['two.zip', await zipOf([[`${FITNESS}/b_summarizedActivities.json`, table]])],
  ]);
  assert.deepEqual(states(alone.values()), ['Park loop ready', 'Rowing in the cellar ready']);
  assert.equal((await other<WorkoutList>('GET', '/workout/')).body.total_count, 2);
});
