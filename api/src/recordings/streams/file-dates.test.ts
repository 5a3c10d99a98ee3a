import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { zipOf } from '../testing/zip-builder.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { FileProblem } from '../file-problem.ts';
import { parseContent, parseOneWorkout } from '../testing/parse-content.ts';
import { endFit, fitHead, writeLeg } from '../testing/sample-fit.ts';
import { tcxActivity, tcxDocument, tcxSample } from '../testing/sample-files.ts';

const sentence = (date: string) =>
  `This file is dated ${date}, which has not come yet. Set the clock of the device, correct the date in the file and upload it again.`;
const isFuture = (date: string) => (error: unknown) =>
  error instanceof FileProblem && error.code === 'in_future' && error.message === sentence(date);
const later = (text: string) => text.replaceAll('2026-04-05', '2099-04-05');

test('[WORK-03] a file from the future is refused with its date, in every format', async () => {
  await assert.rejects(parseContent(gpx('2099-05-01T08:00:00Z')), isFuture('May 1, 2099'));
  // Farther than clocks count in most formats, and still a date.
  await assert.rejects(parseContent(gpx('2150-05-01T08:00:00Z')), isFuture('May 1, 2150'));
  await assert.rejects(parseContent(later(tcxSample({ points: 60 }))), isFuture('April 5, 2099'));
  const at = Date.UTC(2031, 0, 2, 8);
  const file = fitHead();
  const end = writeLeg(file, { sport: 'running', points: 60 }, at);
  await assert.rejects(parseContent(endFit(file, end, 1)), isFuture('January 2, 2031'));
});

test('[WORK-03] multi-sport files and files without points are refused for future dates too', async () => {
  const session =
    `<MultiSportSession><Id>2026-04-05T06:30:00Z</Id><FirstSport>${tcxActivity({ points: 60, sport: 'Biking' })}</FirstSport>` +
    `<NextSport>${tcxActivity({ points: 60 })}</NextSport></MultiSportSession>`;
  await assert.rejects(parseContent(later(tcxDocument(session))), isFuture('April 5, 2099'));
  const lap =
    '<Lap StartTime="2099-04-05T06:30:00Z"><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters></Lap>';
  const bare = tcxDocument(`<Activity Sport="Running"><Id>2099-04-05T06:30:00Z</Id>${lap}</Activity>`);
  await assert.rejects(parseContent(bare), isFuture('April 5, 2099'));
});

test('[WORK-03] a clock some hours ahead is accepted, and single points in the future are left out', async () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
  assert.equal((await parseOneWorkout(gpx(hours(20)))).warnings.length, 0);
  await assert.rejects(parseContent(gpx(hours(25))), FileProblem);
  let n = 0;
  const jumps = gpx('2026-05-01T08:00:00Z').replaceAll('<time>2026-', (text) =>
    ++n % 40 === 0 ? '<time>2099-' : text,
  );
  const workout = await parseOneWorkout(jumps);
  assert.equal(workout.start.toISOString(), '2026-05-01T08:00:00.000Z');
  assert.deepEqual(workout.warnings, ['3 points dated in the future left out.']);
});

let api: TestApi;
let call: As;
before(async () => {
  api = await startTestApi();
  call = as(api, await api.signUp());
});
after(() => api.stop());

const TABLE = [
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename',
  '1,"Jan 5, 2020, 7:30:12 PM",Past,Run,,3900,10.5,',
  '2,"Jan 5, 2090, 7:30:12 PM",Ahead,Run,,3900,10.5,',
].join('\n');

test('[WORK-03] the import goes on after files and activities dated in the future', async () => {
  const zip = await zipOf([
    ['export_1/activities.csv', TABLE],
    ['export_1/activities/now.gpx', gpx('2026-05-01T08:00:00Z')],
    ['export_1/activities/2099.gpx', gpx('2099-05-01T08:00:00Z')],
  ]);
  const files = await importAll(call, [['strava.zip', new Uint8Array(zip)]]);
  const told = ['now.gpx', '2099.gpx', 'Past', 'Ahead'].map((name) => {
    const file = files.get(name)!;
    return [name, file.state, file.problem?.code, file.problem?.message];
  });
  assert.deepEqual(told, [
    ['now.gpx', 'ready', undefined, undefined],
    ['2099.gpx', 'failed', 'in_future', sentence('May 1, 2099')],
    ['Past', 'ready', undefined, undefined],
    ['Ahead', 'failed', 'in_future', sentence('January 5, 2090')],
  ]);
});
