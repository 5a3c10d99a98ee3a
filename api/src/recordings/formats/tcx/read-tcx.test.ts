import assert from 'node:assert/strict';
import test from 'node:test';
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
