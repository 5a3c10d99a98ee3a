import assert from 'node:assert/strict';
import test from 'node:test';
import { readGearTable, readGarminSummaries } from './json-files.ts';

const START = Date.UTC(2026, 4, 1, 6);
const RUN = {
  activityId: 11,
  name: 'Treadmill',
  description: 'Warm\0',
  activityType: 'indoor_running',
  sportType: 'RUNNING',
  beginTimestamp: START,
  startTimeGmt: START,
  startTimeLocal: START + 7_200_000,
  duration: 1_800_500,
  elapsedDuration: 1_900_000,
  movingDuration: 1_700_000,
  distance: 521_034.6,
  elevationGain: 4560,
  calories: 1676,
  bmrCalories: 155,
  avgHr: 150,
  maxHr: 178,
};
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const read = (...summaries: object[]) =>
  readGarminSummaries(bytes([{ summarizedActivitiesExport: summaries }]));
const figures = (over: object) => read({ ...RUN, ...over })!.summaries[0]!.metadata.figures;

test('[WORK-03] Garmin counts in milliseconds, centimetres and kilojoules', () => {
  const { start, metadata: told, id, legOf } = read(RUN)!.summaries[0]!;
  assert.deepEqual([start, id, legOf], [START, '11', null]);
  assert.deepEqual([told.name, told.notes, told.activityTypeId], ['Treadmill', 'Warm', 25]);
  assert.deepEqual(told.figures, {
    start: '2026-05-01T06:00:00.000Z',
    elapsed: 1900,
    moving: 1700,
    distance: 5210.346,
    ascent: 45.6,
    energy: 1_676_000,
    heartrateAvg: 150,
    heartrateMax: 178,
    missingFile: null,
    zone: null,
    offset: 120,
  });
});

test('[WORK-03] the energy of a Garmin summary is in kilocalories where the resting energy implies it', () => {
  assert.equal(figures({ calories: 400, bmrCalories: 37 })!.energy, 400 * 4184);
  assert.equal(figures({ calories: 1674, bmrCalories: undefined })!.energy, 1_674_000);
  assert.equal(figures({ calories: 0 })!.energy, null);
});

test('[WORK-03] impossible figures are left out', () => {
  const said = figures({ distance: -5, avgHr: 0, maxHr: 900, elevationGain: 'up', calories: 1e30 })!;
  assert.deepEqual(
    [said.distance, said.heartrateAvg, said.heartrateMax, said.ascent, said.energy],
    [null, null, null, null, null],
  );
  assert.equal(figures({ duration: 1e15, elapsedDuration: null }), null);
  assert.equal(figures({ startLatitude: 52.5, startLongitude: 13.4 })!.zone, 'Europe/Berlin');
});

for (const [activityType, sportType, expected] of [
  ['trail_running', 'RUNNING', 1000],
  ['rowing_v2', 'ROWING', 2200],
  ['cross_country_skiing_ws', 'X', 1600],
  [{ typeKey: 'lap_swimming' }, null, 1500],
  ['indoor_cardio', null, 17],
  ['something_new', 'CYCLING', 11],
  ['other', 'GENERIC', null],
  [7, undefined, null],
] as const) {
  test(`[WORK-03] Garmin's ${JSON.stringify(activityType)} is a known activity`, () => {
    const [summary] = read({ ...RUN, activityType, sportType })!.summaries;
    assert.equal(summary!.metadata.activityTypeId, expected);
  });
}

test('[WORK-03] unreadable summaries are counted, other files are not summaries', () => {
  assert.deepEqual(read({ ...RUN, beginTimestamp: 'yesterday', startTimeGmt: 'noon' }), {
    summaries: [],
    unknown: 1,
  });
  assert.equal(read({ activityId: 3 }, RUN, { beginTimestamp: null })!.unknown, 2);
  assert.equal(readGarminSummaries(bytes([RUN]))!.summaries.length, 1);
  assert.equal(readGarminSummaries(bytes({ summarizedActivitiesExport: [RUN] }))!.summaries.length, 1);
  assert.deepEqual(read(), { summaries: [], unknown: 0 });
  for (const none of ['', '{', '7', 'null', '"x"', '[{"activities":[{"name":"Run"}]}]'])
    assert.equal(readGarminSummaries(Buffer.from(none)), null, none);
});

test('[WORK-03] gear tables of Garmin give names and activities of gear', () => {
  const used = readGearTable(
    bytes([
      {
        gearDTOS: [
          { gearPk: 1, displayName: 'Racers', customMakeModel: 'Nike Fast' },
          { gearPk: 2, displayName: null, customMakeModel: ' Canyon Grail ' },
          { gearPk: 3, gearMakeName: 'Asics', gearModelName: 'Unknown Shoes' },
          { gearPk: 4, gearMakeName: 'Other', gearModelName: 'Unknown Bike' },
        ],
        gearActivityDTOs: {
          1: [{ activityId: 11, gearPk: 1 }, { activityId: '12' }, null, {}],
          2: [{ activityId: 13 }, { activityId: 11 }],
          3: [{ activityId: 14 }],
          4: [{ activityId: 15 }],
          9: [{ activityId: 16 }],
          2.5: 'none',
        },
      },
    ]),
  );
  assert.deepEqual(
    [...used!],
    [
      ['11', 'Racers'],
      ['12', 'Racers'],
      ['13', 'Canyon Grail'],
      ['14', 'Asics'],
    ],
  );
  assert.deepEqual(readGearTable(bytes([{ gearDTOS: [] }])), new Map());
  for (const none of ['{', '{"a":1}', '7', '[{"gearDTOS":{"a":1}}]'])
    assert.equal(readGearTable(Buffer.from(none)), null, none);
});
