import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Profile } from '@garmin/fitsdk';
import { WorkoutInput } from '@waymark/api-contract';
import { importAll } from '../../training/imports/testing/import-files.ts';
import { zipOf } from '../testing/zip-builder.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { BOUNDS } from './figure-bounds.ts';
import { FileProblem } from '../file-problem.ts';
import { assertNear, parseContent, parseOneWorkout } from '../testing/parse-content.ts';
import { endFit, fitHead } from '../testing/sample-fit.ts';
import { SAMPLE_START, tcxActivity, tcxDocument, tcxSample } from '../testing/sample-files.ts';

const { SESSION }: Record<'SESSION', number> = Profile.MesgNum;
const START = '2026-04-05T06:30:00Z';
const activity = (laps: string, start = START) =>
  tcxDocument(`<Activity Sport="Running"><Id>${start}</Id>${laps}</Activity>`);
const lap = (figures: string, start = START) => `<Lap StartTime="${start}">${figures}</Lap>`;
const time = (seconds: number | string) => `<TotalTimeSeconds>${seconds}</TotalTimeSeconds>`;
const metres = (distance: number | string) => `<DistanceMeters>${distance}</DistanceMeters>`;
const kcal = (energy: number | string) => `<Calories>${energy}</Calories>`;
const beats = (avg: number, max: number) =>
  `<AverageHeartRateBpm><Value>${avg}</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>${max}</Value></MaximumHeartRateBpm>`;

const refused = (code: string, message: string) => (error: unknown) =>
  error instanceof FileProblem && error.code === code && error.message === message;
const CORRECT = 'Correct it in the file and upload it again, or log the workout by hand.';
const impossible = (what: string) =>
  refused('impossible', `The ${what}, which no workout can have. ${CORRECT}`);

test('[WORK-03] figures of files have the same bounds as those a member enters', () => {
  for (const [figure, [low, high]] of Object.entries({
    duration: [1, BOUNDS.elapsed[1]],
    distance: BOUNDS.distance,
    energy: BOUNDS.energy,
    heartrate_avg: BOUNDS.heartrateAvg,
    heartrate_max: BOUNDS.heartrateMax,
  } as const)) {
    const schema = WorkoutInput.shape[figure as 'duration'];
    const taken = [low - 1, low, high, high + 1].map((value) => schema.safeParse(value).success);
    assert.deepEqual(taken, [false, true, true, false], figure);
  }
});

test('[WORK-03] an impossible time or distance of a file without points is refused with its value', async () => {
  const cases: [laps: string, what: string][] = [
    [lap(time(4_294_967_295)), 'time in this file is 4,294,967,295 seconds'],
    [lap(time(-60)), 'time in this file is -60 seconds'],
    [lap(time('1e300')), 'time in this file is 1e+300 seconds'],
    [lap(time(600) + metres(-5)), 'distance in this file is -5 metres'],
    [lap(time(600) + metres('1e12')), 'distance in this file is 1,000,000,000,000 metres'],
    // Another lap does not make it possible.
    [lap(time(600) + metres(-5)) + lap(time(600) + metres(2000)), 'distance in this file is -5 metres'],
    [lap(time(-60)) + lap(time(600)), 'time in this file is -60 seconds'],
    [lap(time(2_000_000)) + lap(time(2_000_000)), 'time in this file is 4,000,000 seconds'],
  ];
  for (const [laps, what] of cases)
    await assert.rejects(parseContent(activity(laps)), impossible(what), what);
});

test('[WORK-03] other impossible figures of such a file are left out and named', async () => {
  const one = await parseOneWorkout(activity(lap(time(600) + metres(2000) + kcal(-100) + beats(900, 150))));
  assert.deepEqual(
    [one.summary.active, one.summary.distance, one.summary.energy, one.laps[0]!.heartrate_avg],
    [600, 2000, null, null],
  );
  assert.equal(one.laps[0]!.heartrate_max, 150);
  assert.deepEqual(one.warnings, [
    'Impossible figures left out: energy.',
    'Impossible figures of laps left out: average heart rate.',
  ]);
  const two = await parseOneWorkout(activity(lap(time(600) + kcal(-100)) + lap(time(600) + kcal(300))));
  assert.equal(two.summary.energy, null, 'a part is impossible, so the sum is');
  const none = await parseOneWorkout(activity(lap(time(600) + beats(0, 0))));
  assert.deepEqual([none.laps[0]!.heartrate_avg, none.warnings], [null, []], 'there was no sensor');
});

test('[WORK-03] a recording keeps its points whatever its totals are', async () => {
  const file = tcxSample({ points: 600 })
    .replace(/<TotalTimeSeconds>[^<]*/, '<TotalTimeSeconds>4294967295')
    .replace(/<Calories>[^<]*/, '<Calories>1e9');
  const run = await parseOneWorkout(file);
  assertNear(run.summary.elapsed, 599, 0);
  assertNear(run.summary.distance, 599 * 3, 0.1);
  assert.equal(run.summary.energy, null);
  assertNear(run.laps[0]!.active, 599, 1);
  assert.deepEqual(run.warnings, [
    'Impossible figures left out: recording time, energy.',
    'Impossible figures of laps left out: moving time.',
  ]);
});

test('[WORK-03] a FIT session without records has the same bounds', async () => {
  const session = (figures: Record<string, unknown>) =>
    endFit(
      fitHead().message(SESSION, {
        timestamp: new Date(SAMPLE_START + 600_000),
        startTime: new Date(SAMPLE_START),
        sport: 'running',
        subSport: 'treadmill',
        totalElapsedTime: 600,
        totalTimerTime: 600,
        totalDistance: 2000,
        ...figures,
      }),
      SAMPLE_START + 600_000,
      1,
    );
  await assert.rejects(
    parseContent(session({ totalDistance: 40_000_000 })),
    impossible('distance in this file is 40,000,000 metres'),
  );
  await assert.rejects(
    parseContent(session({ totalElapsedTime: 4_000_000, totalTimerTime: 4_000_000 })),
    impossible('time in this file is 4,000,000 seconds'),
  );
  const run = await parseOneWorkout(
    session({ totalElapsedTime: 4_000_000, avgHeartRate: 10, maxHeartRate: 180 }),
  );
  assert.deepEqual([run.summary.elapsed, run.summary.active, run.summary.distance], [600, 600, 2000]);
  assert.deepEqual(run.summary.heartrate, { min: null, avg: null, max: 180 });
  assert.deepEqual(run.warnings, ['Impossible figures left out: elapsed time, average heart rate.']);
});

const early = (date: string) =>
  refused(
    'too_early',
    `This file is dated ${date}, which cannot be right. Set the clock of the device, correct the date in the file and upload it again.`,
  );

test('[WORK-03] a file dated too early is refused with its date', async () => {
  const bare = (start: string) => activity(lap(time(600) + metres(2000), start), start);
  await assert.rejects(parseContent(bare('0001-01-01T00:00:00Z')), early('January 1, 1'));
  await assert.rejects(parseContent(bare('1800-06-01T00:00:00Z')), early('June 1, 1800'));
  await assert.rejects(parseContent(bare('1899-12-31T23:59:59Z')), early('December 31, 1899'));
  await assert.rejects(parseContent(bare('9999-01-01T00:00:00Z')), { code: 'in_future' });
  const old = await parseOneWorkout(bare('1972-09-10T15:00:00Z'));
  assert.equal(old.start.toISOString(), '1972-09-10T15:00:00.000Z', 'written down by hand');
  const unset = tcxSample({ points: 60 }).replaceAll('2026-04-05', '1970-01-01');
  await assert.rejects(parseContent(unset), early('January 1, 1970'));
});

test('[WORK-03] other workouts of a file are read when one is refused, with a warning', async () => {
  const wrong = `<Activity Sport="Running"><Id>${START}</Id>${lap(time(600) + metres(-5))}</Activity>`;
  const run = await parseOneWorkout(tcxDocument(tcxActivity({ points: 60 }) + wrong));
  assert.equal(run.streams.n, 60);
  assert.deepEqual(run.warnings, [
    `A part of the file was left out. The distance in this file is -5 metres, which no workout can have. ${CORRECT}`,
  ]);
});

test('[WORK-03] legs that are years apart are not one multi-sport workout', async () => {
  const ride = tcxActivity({ points: 60, sport: 'Biking' }).replaceAll('2026-04-05', '1990-04-05');
  const session = `<MultiSportSession><Id>${START}</Id><FirstSport>${ride}</FirstSport><NextSport>${tcxActivity({ points: 60 })}</NextSport></MultiSportSession>`;
  await assert.rejects(
    parseContent(tcxDocument(session)),
    refused(
      'impossible',
      'The legs of this file are dated April 5, 1990 to April 5, 2026, farther apart than those of one workout can be. Correct the dates in the file and upload it again.',
    ),
  );
});

let api: TestApi;
let call: As;
before(async () => {
  api = await startTestApi();
  call = as(api, await api.signUp());
});
after(() => api.stop());

const TABLE = [
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Moving Time,Distance,Calories,Filename',
  '1,"Jan 5, 2020, 7:30:12 PM",Long,Run,,4294967295,,10.5,,',
  '2,"Jan 6, 2020, 7:30:12 PM",Far,Run,,3900,,1e9,,',
  '3,"Jan 7, 2020, 7:30:12 PM",Left on,Run,,4294967295,3600,10.5,1e9,',
].join('\n');

test('[WORK-03] impossible files and tables fail with a sentence, and the import goes on', async () => {
  const files = await importAll(call, [
    ['1800.tcx', activity(lap(time(600), '1800-06-01T00:00:00Z'), '1800-06-01T00:00:00Z')],
    ['long.tcx', activity(lap(time(4_294_967_295)))],
    ['strava.zip', new Uint8Array(await zipOf([['export_1/activities.csv', TABLE]]))],
  ]);
  const told = (name: string) => {
    const { state, problem, warnings } = files.get(name)!;
    return [state, problem?.message ?? null, warnings];
  };
  assert.deepEqual(files.get('1800.tcx')!.problem?.code, 'too_early');
  assert.deepEqual(files.get('long.tcx')!.problem?.code, 'impossible');
  assert.deepEqual(told('Long'), [
    'failed',
    'The time in the table of the archive is 4,294,967,295 seconds, which no workout can have. Log this activity by hand.',
    [],
  ]);
  assert.deepEqual(told('Far').slice(0, 2), [
    'failed',
    'The distance in the table of the archive is 1,000,000,000,000 metres, which no workout can have. Log this activity by hand.',
  ]);
  assert.deepEqual(told('Left on'), ['ready', null, ['Impossible figures left out: elapsed time, energy.']]);
});
