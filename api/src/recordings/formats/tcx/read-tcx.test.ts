import assert from 'node:assert/strict';
import test from 'node:test';
import { createTrueRecording, type TrueRecording } from '../../testing/true-recording.ts';
import { tcxOf } from '../../testing/xml-dialects.ts';
import { assertNear, parseContent, parseOneWorkout } from '../../testing/parse-content.ts';
import { SAMPLE_START, tcxActivity, tcxDocument, tcxSample } from '../../testing/sample-files.ts';

test('[WORK-03] a TCX run keeps laps, energy, notes, device and every series', async () => {
  const run = await parseOneWorkout(tcxSample({ points: 1501 }));
  assert.equal(run.activityTypeId, 16);
  assert.deepEqual([run.device, run.notes], ['Forerunner 965', 'From the park']);
  assertNear(run.summary.distance, 4500, 0.1);
  assert.equal(run.summary.energy, 3 * 100 * 4184);
  assert.deepEqual(
    run.laps.map(({ start, active, distance, heartrate_avg: heartrateAvg }) => [
      start,
      active,
      distance,
      heartrateAvg,
    ]),
    [
      [0, 600, 1800, 140],
      [600, 600, 1800, 140],
      [1200, 300, 900, 140],
    ],
  );
  const kinds = Object.keys(run.streams.columns).toSorted();
  assert.deepEqual(kinds, [
    'altitude',
    'cadence',
    'distance',
    'heartrate',
    'lat',
    'lng',
    'moving',
    'power',
    'speed',
    'time',
    'timer',
  ]);
});

test('[WORK-13] tracks within a lap are pauses', async () => {
  const ride = await parseOneWorkout(
    tcxSample({ points: 1200, sport: 'Biking', speed: 7, pauses: [[300, 120]] }),
  );
  assert.equal(ride.activityTypeId, 11);
  assertNear(ride.summary.paused, 121, 0);
  assertNear(ride.summary.active, 1198, 0);
  assertNear(ride.summary.elapsed, 1319, 0);
});

test('laps without points still make a workout', async () => {
  const lap = (start: string, seconds: number, meters: number) =>
    `<Lap StartTime="${start}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><Calories>50</Calories></Lap>`;
  const laps = lap('2026-04-05T06:30:00Z', 300, 1000) + lap('2026-04-05T06:35:00Z', 310, 1000);
  const run = await parseOneWorkout(
    tcxDocument(`<Activity Sport="Running"><Id>2026-04-05T06:30:00Z</Id>${laps}</Activity>`),
  );
  assert.equal(run.start.getTime(), SAMPLE_START);
  assert.equal(run.streams.n, 0);
  assert.deepEqual([run.summary.distance, run.summary.active, run.summary.energy], [2000, 610, 100 * 4184]);
  assert.deepEqual(
    run.laps.map(({ start, elapsed, speed_avg: speedAvg }) => [start, elapsed, speedAvg!.toFixed(2)]),
    [
      [0, 300, '3.33'],
      [300, 310, '3.23'],
    ],
  );
});

test('several activities are several workouts', async () => {
  const two = tcxActivity({ points: 60 }) + tcxActivity({ points: 90, sport: 'Biking' });
  const workouts = await parseContent(tcxDocument(two));
  assert.deepEqual(
    workouts.map(({ activityTypeId, streams }) => [activityTypeId, streams.n]),
    [
      [16, 60],
      [11, 90],
    ],
  );
});

test('[WORK-03] a MultiSportSession is one parent with a leg per activity', async () => {
  const later = (activity: string, minutes: number) =>
    activity.replaceAll(/2026-04-05T[\d:]+Z/g, (time) =>
      new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('.000Z', 'Z'),
    );
  const session =
    `<MultiSportSession><Id>2026-04-05T06:30:00Z</Id><FirstSport>${tcxActivity({ points: 601, sport: 'Biking', speed: 8 })}</FirstSport>` +
    `<NextSport><Transition StartTime="2026-04-05T06:40:00Z"></Transition>${later(tcxActivity({ points: 301 }), 12)}</NextSport></MultiSportSession>`;
  const parent = await parseOneWorkout(tcxDocument(session));
  assert.equal(parent.sport.sport, 'MultiSport');
  assert.deepEqual(
    parent.legs.map(({ activityTypeId, streams }) => [activityTypeId, streams.n]),
    [
      [11, 601],
      [16, 301],
    ],
  );
  assertNear(parent.summary.distance, 4800 + 900, 0.1);
  assert.equal(parent.summary.elapsed, 12 * 60 + 300);
  assert.equal(parent.summary.paused, 120, 'the time between the legs');
  assert.equal(parent.streams.n, 902);
});

test('[WORK-13] the transition of a MultiSportSession is a leg with its own points', async () => {
  const [ride, change, run] = [1, 2, 3].map((seed) => createTrueRecording(seed, { pauses: false }));
  const at = (text: string, from: number, to: number) =>
    text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      new Date(Date.parse(time) - from + to).toISOString(),
    );
  const activity = (truth: TrueRecording, start: number) =>
    at(/<Activity .*<\/Activity>/.exec(tcxOf(truth))![0], truth.start, start);
  const second = ride!.end;
  const third = second + change!.elapsed * 1000;
  const transition =
    `<Transition StartTime="${new Date(second).toISOString()}"><TotalTimeSeconds>${change!.elapsed}</TotalTimeSeconds>` +
    `<DistanceMeters>${change!.distance}</DistanceMeters>${activity(change!, second)
      .match(/<Track>.*?<\/Track>/g)!
      .join('')}</Transition>`;
  const day = await parseOneWorkout(
    `<TrainingCenterDatabase><Activities><MultiSportSession><FirstSport>${activity(ride!, ride!.start)}</FirstSport>` +
      `<NextSport>${transition}${activity(run!, third)}</NextSport></MultiSportSession></Activities></TrainingCenterDatabase>`,
  );
  assert.deepEqual(
    day.legs.map(({ isTransition }) => isTransition),
    [false, true, false],
  );
  for (const [i, leg] of [ride!, change!, run!].entries()) {
    assertNear(day.legs[i]!.summary.elapsed, leg.elapsed, 1);
    assertNear(day.legs[i]!.summary.distance, leg.distance, leg.distance * 0.005);
  }
  assert.equal(day.summary.paused, 0);
});

test('[WORK-03] a TCX of planned trainings says so', async () => {
  const file =
    '<TrainingCenterDatabase><Workouts><Workout Sport="Running"><Name>x</Name></Workout></Workouts></TrainingCenterDatabase>';
  await assert.rejects(parseOneWorkout(file), { code: 'not_a_workout', message: /planned training/ });
});

test('[WORK-13] metres stay metres where nothing in the file speaks for kilometres', async () => {
  const at = (second: number) => new Date(SAMPLE_START + second * 1000).toISOString();
  const distanceOf = async (meters: (second: number) => number, sport = 'Running', more = '') => {
    const points = Array.from(
      { length: 601 },
      (_, second) =>
        `<Trackpoint><Time>${at(second)}</Time><DistanceMeters>${meters(second).toFixed(4)}</DistanceMeters>${more}</Trackpoint>`,
    );
    const lap = `<Lap StartTime="${at(0)}"><TotalTimeSeconds>600</TotalTimeSeconds><Track>${points.join('')}</Track></Lap>`;
    const content = tcxDocument(`<Activity Sport="${sport}"><Id>${at(0)}</Id>${lap}</Activity>`);
    return (await parseOneWorkout(content)).summary.distance;
  };
  // Steps now and then, a slow walk, and a count that stands while the athlete lifts weights.
  assertNear(await distanceOf((second) => Math.floor(second / 30)), 20, 0.1);
  assertNear(await distanceOf((second) => second * 0.2), 120, 0.1);
  assertNear(await distanceOf(() => 2, 'Other'), 2, 0.1);
  // The same steady count in kilometres, of a runner and of a device that writes its speed.
  assertNear(await distanceOf((second) => second * 0.003), 1800, 1);
  assertNear(await distanceOf((second) => second * 0.03), 18, 0.1);
  const speed = '<Extensions><TPX><Speed>8</Speed></TPX></Extensions>';
  assertNear(await distanceOf((second) => second * 0.008, 'Other', speed), 4800, 1);
});

test('[WORK-13] each activity of a file has its own unit of distance', async () => {
  const at = (second: number) => new Date(SAMPLE_START + second * 1000).toISOString();
  const activity = (from: number, unit: number) => {
    const points = Array.from(
      { length: 601 },
      (_, second) =>
        `<Trackpoint><Time>${at(from + second)}</Time><DistanceMeters>${((second * 3) / unit).toFixed(4)}</DistanceMeters></Trackpoint>`,
    );
    return `<Activity Sport="Running"><Id>${at(from)}</Id><Lap StartTime="${at(from)}"><TotalTimeSeconds>600</TotalTimeSeconds><Track>${points.join('')}</Track></Lap></Activity>`;
  };
  const runs = await parseContent(tcxDocument(activity(0, 1) + activity(90_000, 1000)));
  for (const { summary } of runs) assertNear(summary.distance, 1800, 1);
});
