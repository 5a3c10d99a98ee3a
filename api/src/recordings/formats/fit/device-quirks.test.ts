import assert from 'node:assert/strict';
import test from 'node:test';
import { FitBytes, type FitField, fitTime } from '../../testing/fit-bytes.ts';
import { assertNear, parseContent, parseOneWorkout } from '../../testing/parse-content.ts';
import { tcxDocument } from '../../testing/sample-files.ts';
import { MISSING } from '../../model/parsed-workout.ts';

const START = Date.UTC(2026, 3, 5, 6, 30);
const DAY_SECONDS = 86_400;
const [SESSION, LAP, RECORD, EVENT, LENGTH, DESCRIPTION] = [18, 19, 20, 21, 101, 206];
const RUNNING = 1;
const CYCLING = 2;
const SWIMMING = 5;
const TRANSITION = 3;

const at = (seconds: number): FitField => [253, 'u32', fitTime(START + seconds * 1000)];
const fit = () =>
  new FitBytes().message(0, [
    [0, 'enum', 4],
    [1, 'u16', 1],
  ]);
const session = (
  file: FitBytes,
  { from = 0, elapsed, timer = elapsed, distance, sport = RUNNING, more = [] }: SessionOptions,
) =>
  file.message(SESSION, [
    at(from + elapsed),
    [2, 'u32', fitTime(START + from * 1000)],
    [5, 'enum', sport],
    [7, 'u32', elapsed * 1000],
    [8, 'u32', timer * 1000],
    [9, 'u32', distance * 100],
    ...more,
  ]);
interface SessionOptions {
  from?: number;
  elapsed: number;
  timer?: number;
  distance: number;
  sport?: number;
  more?: FitField[];
}
const timer = (file: FitBytes, seconds: number, type: 'start' | 'stop') =>
  file.message(EVENT, [at(seconds), [0, 'enum', 0], [1, 'enum', type === 'start' ? 0 : 4]]);
const record = (file: FitBytes, seconds: number, meters: number, more: FitField[] = []) =>
  file.message(RECORD, [at(seconds), [5, 'u32', meters * 100], ...more]);

test('[WORK-13] the distance of a leg counts from the end of the leg before, also with few samples', async () => {
  const file = fit();
  for (let s = 0; s < 600; s++) record(file, s, s * 8);
  // The transition begins at speed, and its first sample comes ten seconds later.
  for (let s = 610; s < 720; s++) record(file, s, 4900 + ((s - 610) * 200) / 109);
  for (let s = 721; s <= 1320; s++) record(file, s, 5101 + (s - 721) * 3);
  session(file, { elapsed: 600, distance: 4800, sport: CYCLING });
  session(file, { from: 600, elapsed: 120, distance: 300, sport: TRANSITION });
  session(file, { from: 720, elapsed: 600, distance: 1798, sport: RUNNING });
  const whole = await parseOneWorkout(file.bytes());
  assert.deepEqual(
    whole.legs.map(({ summary }) => Math.round(summary.distance!)),
    [4800, 300, 1798],
  );
  assertNear(whole.summary.distance, 6898, 1);
});

test('[WORK-13] the distance of an app’s own field is used where the watch has none', async () => {
  const file = fit();
  for (const [own, name, message, field] of [
    [0, 'distance', RECORD, 5],
    [1, 'speed', RECORD, 6],
  ] as const)
    file.message(DESCRIPTION, [
      [0, 'u8', 0],
      [1, 'u8', own],
      [2, 'u8', 0x88],
      [3, 'text', name],
      [8, 'text', own === 0 ? 'm' : 'm/s'],
      [14, 'u16', message],
      [15, 'u8', field],
    ]);
  for (let s = 0; s <= 500; s++)
    file.message(
      RECORD,
      [at(s), [5, 'u32', 0]],
      [
        [0, 'f32', Math.floor(s / 25) * 25, 0],
        [1, 'f32', 0.9, 0],
      ],
    );
  for (const from of [0, 250])
    file.message(LAP, [
      at(from + 250),
      [2, 'u32', fitTime(START + from * 1000)],
      [7, 'u32', 250_000],
      [8, 'u32', 250_000],
      [9, 'u32', 0],
    ]);
  session(file, { elapsed: 500, distance: 0, sport: SWIMMING });
  const swim = await parseOneWorkout(file.bytes());
  assert.equal(swim.summary.distance, 500);
  assert.deepEqual(
    swim.laps.map(({ distance }) => Math.round(distance!)),
    [250, 250],
  );
});

/** Two blocks of four lengths with a rest between, in a pool of 25 m. */
function poolSwim(rest: 'length' | 'pause'): FitBytes {
  const file = fit();
  timer(file, 0, 'start');
  const length = (from: number, seconds: number, type: 0 | 1) =>
    file.message(LENGTH, [
      at(from + seconds),
      [2, 'u32', fitTime(START + from * 1000)],
      [3, 'u32', seconds * 1000],
      [4, 'u32', seconds * 1000],
      [12, 'enum', type],
    ]);
  for (const [from, meters] of [
    [0, 0],
    [180, 100],
  ] as const) {
    for (let i = 0; i < 4; i++) {
      length(from + i * 30, 30, 1);
      record(file, from + (i + 1) * 30, meters + (i + 1) * 25);
    }
    timer(file, from + 120, 'stop');
    if (from === 0) timer(file, 180, 'start');
    if (from === 0 && rest === 'length') length(120, 60, 0);
  }
  const more: FitField[] = [
    [6, 'enum', 17],
    [44, 'u16', 2500],
  ];
  const running = rest === 'length' ? 300 : 240;
  session(file, { elapsed: 300, timer: running, distance: 200, sport: SWIMMING, more });
  return file;
}

test('[WORK-13] rests between pool lengths are pauses only where the session has pauses', async () => {
  const counted = (await parseOneWorkout(poolSwim('length').bytes())).summary;
  assert.deepEqual([counted.active, counted.stopped, counted.paused], [240, 60, 0]);
  const paused = (await parseOneWorkout(poolSwim('pause').bytes())).summary;
  assert.deepEqual([paused.active, paused.stopped, paused.paused], [240, 0, 60]);
});

test('[WORK-13] each pool length has its own pace, so that the pace of a swim is a line', async () => {
  const { streams } = await parseOneWorkout(poolSwim('length').bytes());
  const { time, speed } = streams.columns;
  const known = [...speed!].flatMap((value, i) => (value === MISSING ? [] : [[time![i]! / 1000, value]]));
  // 25 m in 30 s, from the start of the first length to the end of the last, but for the rest.
  assert.ok(known.every(([, value]) => value === 833));
  const places = known.map(([seconds]) => seconds!);
  assert.deepEqual(places, [0, 30, 60, 90, 120, 180, 210, 240, 270, 300]);
});

test('[WORK-03] a clock that was set by days while the timer ran does not split the workout', async () => {
  const days = 20 * DAY_SECONDS;
  const write = (elapsed: number, isPaused: boolean) => {
    const file = fit();
    timer(file, 0, 'start');
    for (let s = 0; s <= 300; s++) record(file, s, s * 3);
    if (isPaused) {
      timer(file, 300, 'stop');
      timer(file, days + 301, 'start');
    }
    for (let s = 301; s <= 900; s++) record(file, days + s, s * 3);
    timer(file, days + 900, 'stop');
    session(file, { elapsed, distance: 2700 });
    return file.bytes();
  };
  const run = await parseOneWorkout(write(900, false));
  assert.deepEqual([run.summary.distance, run.summary.elapsed], [2700, 900]);
  assert.equal(run.start.getTime(), START + days * 1000);
  assert.match(run.warnings.join(' '), /clock of the device was set/);
  // With a pause for these days, or a session that lasts them, it is two.
  assert.equal((await parseContent(write(900, true))).length, 2);
  assert.equal((await parseContent(write(days + 900, false))).length, 2);
});

test('[WORK-03] a recording that occurs twice in its file is read once', async () => {
  const file = fit();
  for (let s = 0; s <= 60; s++) record(file, s, s * 3);
  session(file, { elapsed: 60, distance: 180 });
  const bytes = file.bytes();
  const run = await parseOneWorkout(Buffer.concat([bytes, bytes]));
  assert.deepEqual([run.summary.distance, run.summary.elapsed, run.streams.n], [180, 60, 61]);
  assert.equal(run.start.getTime(), START);
  assert.deepEqual(run.warnings, []);
});

test('[WORK-13] the average heart rate is the device’s, unless the samples differ widely', async () => {
  const write = (average: number) => {
    const file = fit();
    // The beats between two seldom records are in the watch's average alone.
    for (let s = 0; s <= 600; s += 60) record(file, s, s * 3, [[3, 'u8', 120 + s / 60]]);
    return session(file, { elapsed: 600, distance: 1800, more: [[16, 'u8', average]] }).bytes();
  };
  const { heartrate } = (await parseOneWorkout(write(129))).summary;
  assert.deepEqual([heartrate!.min, heartrate!.avg, heartrate!.max], [120, 129, 130]);
  assertNear((await parseOneWorkout(write(60))).summary.heartrate!.avg, 125.5, 1);
});

test('[WORK-13] averages of the device stand where its seldom records agree with them', async () => {
  const write = (average: number, highest: number) => {
    const file = fit();
    for (let s = 0; s <= 600; s += 10) {
      // The athlete coasts for half of the time.
      const turns = s % 20 === 0 ? 0 : 90;
      record(file, s, s * 8, [
        [4, 'u8', turns],
        [7, 'u16', turns * 2],
      ]);
    }
    const more: FitField[] = [
      [18, 'u8', average],
      [19, 'u8', highest],
      [20, 'u16', average * 2],
      [21, 'u16', highest * 2],
    ];
    return session(file, { elapsed: 600, distance: 4800, sport: CYCLING, more }).bytes();
  };
  const figures = async (average: number, highest: number) => {
    const { cadence, power } = (await parseOneWorkout(write(average, highest))).summary;
    return [cadence!.avg, cadence!.max, power!.avg, power!.max];
  };
  // Without the zeros, with them, with some of them, and an average of none of these.
  assert.deepEqual(await figures(88, 95), [88, 95, 176, 190]);
  assert.deepEqual(await figures(45, 90), [45, 90, 90, 180]);
  assert.deepEqual(await figures(70, 120), [70, 90, 140, 180]);
  assert.deepEqual(await figures(30, 120), [90, 90, 90, 180]);
});

test('[WORK-13] a raw altitude of 0 is no height: it is 500 m below the sea', async () => {
  const file = fit();
  for (let s = 0; s <= 60; s++) record(file, s, s * 3, [[2, 'u16', s === 0 ? 0 : (291 + 500) * 5]]);
  const { summary, streams } = await parseOneWorkout(session(file, { elapsed: 60, distance: 180 }).bytes());
  assert.deepEqual([summary.ascent, streams.columns.altitude![0]], [0, MISSING]);
});

test('[WORK-13] a stop that no start follows is a pause up to the end of the session, and no lap', async () => {
  const write = (timerTime: number) => {
    const file = fit();
    timer(file, 0, 'start');
    for (let s = 0; s <= 600; s++) record(file, s, s * 3);
    timer(file, 600, 'stop');
    file.message(LAP, [at(600), [2, 'u32', fitTime(START)], [7, 'u32', 600_000], [8, 'u32', 600_000]]);
    return session(file, { elapsed: 640, timer: timerTime, distance: 1800 }).bytes();
  };
  const stopped = await parseOneWorkout(write(600));
  assert.deepEqual([stopped.summary.paused, stopped.laps.length], [40, 1]);
  assert.equal(stopped.streams.columns.timer!.at(-1), 600_000);
  // The session counts on: what follows is a lap.
  const counted = await parseOneWorkout(write(640));
  assert.deepEqual([counted.summary.paused, counted.laps.length], [0, 2]);
});

test('[WORK-13] laps that make up the whole by the clock of the device have no rest', async () => {
  const file = fit();
  for (let s = 0; s <= 740; s++) record(file, s, s * 9);
  const lap: FitField[] = [
    [7, 'u32', 720_000],
    [8, 'u32', 720_000],
    [9, 'u32', 666_000],
  ];
  file.message(LAP, [at(0), [2, 'u32', fitTime(START)], ...lap]);
  const ride = await parseOneWorkout(session(file, { elapsed: 720, distance: 6660, sport: CYCLING }).bytes());
  assert.deepEqual([ride.laps.length, ride.summary.elapsed, ride.summary.distance], [1, 740, 6660]);
});

test('[WORK-13] time and distance are those of the session where the records break off', async () => {
  const file = fit();
  session(file, { elapsed: 3558, distance: 11_274 });
  for (let s = 0; s <= 314; s++) record(file, s, s * 3);
  const { distance, elapsed, active } = (await parseOneWorkout(file.bytes())).summary;
  assert.deepEqual([distance, elapsed, active], [11_274, 3558, 3558]);
});

test('[WORK-03] files one after the other hold a workout each, also where both began at the same time', async () => {
  const write = (sport: number, speed: number) => {
    const file = fit();
    for (let s = 0; s <= 600; s++) record(file, s, s * speed);
    file.message(LAP, [at(600), [2, 'u32', fitTime(START)], [7, 'u32', 600_000]]);
    return session(file, { elapsed: 600, distance: 600 * speed, sport }).bytes();
  };
  const both = await parseContent(Buffer.concat([write(CYCLING, 8), write(RUNNING, 3)]));
  assert.deepEqual(
    both.map(({ summary, laps, warnings }) => [summary.distance, laps.length, warnings]),
    [
      [4800, 1, []],
      [1800, 1, []],
    ],
  );
});

test('[WORK-13] a few points of weeks ago do not cost a workout what its device says of the whole', async () => {
  const file = fit();
  const days = 27 * DAY_SECONDS;
  for (let s = 0; s <= 2; s++) record(file, s, s);
  for (let s = 0; s <= 600; s++) record(file, days + s, 3 + s * 8);
  file.message(LAP, [at(days + 600), [2, 'u32', fitTime(START)], [7, 'u32', (days + 600) * 1000]]);
  const more: FitField[] = [[11, 'u16', 321]];
  session(file, { elapsed: days + 600, timer: 602, distance: 4803, sport: CYCLING, more });
  const { summary, warnings } = await parseOneWorkout(file.bytes());
  assert.deepEqual([summary.elapsed, summary.distance, summary.energy], [600, 4803, 321 * 4184]);
  assert.match(warnings.join(' '), /3 points dated many hours from the rest left out/);
});

test('[WORK-13] a lap that goes on in the next workout has the figures of its part', async () => {
  const file = fit();
  for (const day of [0, 2]) {
    for (let s = 0; s <= 600; s++) record(file, day * DAY_SECONDS + s, (day * 2400) / 2 + s * 4);
  }
  const lap: FitField[] = [
    [7, 'u32', (2 * DAY_SECONDS + 600) * 1000],
    [9, 'u32', 480_000],
  ];
  file.message(LAP, [at(2 * DAY_SECONDS + 600), [2, 'u32', fitTime(START)], ...lap]);
  session(file, { elapsed: 2 * DAY_SECONDS + 600, timer: 1200, distance: 4800, sport: CYCLING });
  const [first, second] = await parseContent(file.bytes());
  assert.deepEqual([first!.laps.length, second!.laps.length], [1, 0]);
  assertNear(first!.laps[0]!.elapsed, 600, 1);
  assertNear(first!.laps[0]!.distance, 2400, 5);
});

test('[WORK-13] the device’s maximum holds where it is a little above the recorded one', async () => {
  // One record every 6 s; fields 3, 4, 6 and 7 are heart rate, cadence, speed and power.
  const write = (max: { heartrate: number; cadence: number; power: number; speed: number }) => {
    const file = fit();
    for (let s = 0; s <= 600; s += 6) {
      const peak = s === 300;
      record(file, s, s * 8, [
        [3, 'u8', peak ? 160 : 140],
        [4, 'u8', peak ? 100 : 90],
        [6, 'u16', peak ? 10_000 : 8000],
        [7, 'u16', peak ? 400 : 200],
      ]);
    }
    const more: FitField[] = [
      [15, 'u16', max.speed * 1000],
      [17, 'u8', max.heartrate],
      [19, 'u8', max.cadence],
      [21, 'u16', max.power],
    ];
    return session(file, { elapsed: 600, distance: 4800, sport: CYCLING, more }).bytes();
  };
  const maximaOf = async (max: Parameters<typeof write>[0]) => {
    const { heartrate, cadence, power, speed } = (await parseOneWorkout(write(max))).summary;
    return [heartrate!.max, cadence!.max, power!.max, speed!.max];
  };
  const between = { heartrate: 164, cadence: 112, power: 480, speed: 12 };
  assert.deepEqual(await maximaOf(between), [164, 112, 480, 12]);
  // Spikes that the record does not have, and values that the device smoothed.
  assert.deepEqual(
    await maximaOf({ heartrate: 190, cadence: 200, power: 900, speed: 30 }),
    [160, 100, 400, 10],
  );
  assert.deepEqual(
    await maximaOf({ heartrate: 155, cadence: 95, power: 350, speed: 9 }),
    [160, 100, 400, 10],
  );
});

test('[WORK-13] steps of an app among the strides of a watch are not doubled', async () => {
  const file = fit();
  file.message(DESCRIPTION, [
    [0, 'u8', 0],
    [1, 'u8', 0],
    [2, 'u8', 0x84],
    [3, 'text', 'Cadence'],
    [8, 'text', 'spm'],
    [14, 'u16', RECORD],
    [15, 'u8', 4],
  ]);
  for (let s = 0; s <= 600; s++) {
    // The watch needs half a minute until it counts.
    const values: FitField[] = [
      [5, 'u32', s * 300],
      [4, 'u8', s < 30 ? 0 : 84],
    ];
    file.message(RECORD, [at(s), ...values], [[0, 'u16', s < 15 ? 118 : 164, 0]]);
  }
  session(file, { elapsed: 600, distance: 1800, more: [[19, 'u8', 85]] });
  const { summary, streams } = await parseOneWorkout(file.bytes());
  assert.deepEqual(
    [5, 20, 300].map((i) => streams.columns.cadence![i]),
    [118, 164, 168],
  );
  assert.equal(summary.cadence!.max, 170);
});

const point = (seconds: number, meters: number) =>
  `<Trackpoint><Time>${new Date(START + seconds * 1000).toISOString()}</Time><DistanceMeters>${meters}</DistanceMeters></Trackpoint>`;
const tcxLap = (from: number, seconds: number, points: string) =>
  `<Lap StartTime="${new Date(START + from * 1000).toISOString()}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds>${points && `<Track>${points}</Track>`}</Lap>`;
const points = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => point(from + i, (from + i) * 3)).join('');
const activity = (id: string, laps: string) =>
  tcxDocument(`<Activity Sport="Running"><Id>${id}</Id>${laps}</Activity>`);

test('[WORK-03] a TCX activity begins with its first lap, as services cut its id to the minute', async () => {
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', tcxLap(33, 600, points(33, 633))));
  assert.equal(run.start.getTime(), START + 33_000);
  assert.deepEqual([run.summary.elapsed, run.summary.active], [600, 600]);
});

test('[WORK-13] a final rest without points lasts as long as its TCX lap says', async () => {
  const laps = tcxLap(0, 300, points(0, 300)) + tcxLap(300, 45, '');
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps));
  assertNear(run.summary.elapsed, 345, 0.1);
  assert.equal(run.laps.length, 2);
});

test('[WORK-13] times of laps give the exact length of a pause where gaps between points are imprecise', async () => {
  const laps = tcxLap(0, 296, points(0, 300)) + tcxLap(900, 296, points(900, 1200));
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps));
  assertNear(run.summary.active + run.summary.stopped!, 592, 0.1);
});

test('[WORK-13] a TCX whose points break off has the time and the distance of its laps', async () => {
  const lap = (from: number, seconds: number, meters: number, of: string) =>
    tcxLap(from, seconds, of).replace('<Track>', `<DistanceMeters>${meters}</DistanceMeters><Track>`);
  const broken = lap(0, 300, 900, points(0, 300)) + lap(300, 1500, 4500, points(301, 420));
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', broken));
  assert.deepEqual([run.summary.distance, run.summary.elapsed, run.summary.active], [5400, 1800, 1800]);
  const elapsedOf = async (laps: string) =>
    (await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps))).summary.elapsed;
  const [first, second] = [points(0, 300), points(301, 600)];
  // Laps that each have the time of the whole, or that since the start, or milliseconds, lost no points.
  assert.equal(await elapsedOf(lap(0, 600, 900, first) + lap(300, 600, 900, second)), 600);
  assert.equal(await elapsedOf(lap(0, 300, 900, first) + lap(300, 600, 1800, second)), 600);
  assert.equal(await elapsedOf(lap(0, 300_000, 900, first)), 300);
  // Points that count no distance: their places tell that some are lost.
  const places = points(0, 60).replaceAll(
    /<DistanceMeters>(\d+)<\/DistanceMeters>/g,
    (_, meters) =>
      `<Position><LatitudeDegrees>${47 + Number(meters) / 111_195}</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>`,
  );
  assert.equal(await elapsedOf(lap(0, 3312, 9936, places)), 3312);
  assert.equal(await elapsedOf(lap(0, 3312, 180, places)), 60);
});

test('[WORK-13] a TCX has the heart rates and the end that its laps say', async () => {
  const heart = (avg: number, max: number) =>
    `<AverageHeartRateBpm><Value>${avg}</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>${max}</Value></MaximumHeartRateBpm><Track>`;
  const beating = (from: number, to: number) =>
    points(from, to).replaceAll(
      '</DistanceMeters>',
      '</DistanceMeters><HeartRateBpm><Value>140</Value></HeartRateBpm>',
    );
  const laps =
    tcxLap(0, 300, beating(0, 300)).replace('<Track>', heart(138, 142)) +
    tcxLap(300, 300, beating(301, 594)).replace('<Track>', heart(140, 146));
  const { summary } = await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps));
  assert.deepEqual([summary.heartrate!.avg, summary.heartrate!.max, summary.elapsed], [139, 146, 600]);
});

test('[WORK-13] a lap dated before the device had a place begins with its first point', async () => {
  const laps = tcxLap(-22_058, 600, points(0, 600));
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps));
  assert.equal(run.start.getTime(), START);
  assert.deepEqual(
    run.laps.map(({ start, elapsed }) => [start, elapsed]),
    [[0, 600]],
  );
});

test('[WORK-13] a TCX lap without points that is dated years ago is left out', async () => {
  const laps =
    tcxLap(0, 600, points(0, 600)) +
    tcxLap(0, 1, '').replace(/StartTime="[^"]*"/, 'StartTime="1989-12-31T00:00:00Z"');
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps));
  assert.deepEqual(
    run.laps.map(({ start, elapsed }) => [start, elapsed]),
    [[0, 600]],
  );
});

test('[WORK-13] what follows the last lap of a TCX is a lap, and time that its timers lack is a pause', async () => {
  const laps = [0, 300].map((from) =>
    tcxLap(from, 300, points(from, from + (from === 0 ? 299 : 900))).replace(
      '<Track>',
      '<DistanceMeters>900</DistanceMeters><Track>',
    ),
  );
  const run = await parseOneWorkout(activity('2026-04-05T06:30:00Z', laps.join('')));
  assert.deepEqual(
    run.laps.map(({ start, elapsed }) => [start, elapsed]),
    [
      [0, 300],
      [300, 300],
      [600, 600],
    ],
  );
  const short = tcxLap(0, 594, points(0, 600)) + tcxLap(600, 594, points(601, 1200));
  const { summary } = await parseOneWorkout(activity('2026-04-05T06:30:00Z', short));
  assert.deepEqual([summary.elapsed, summary.paused], [1200, 12]);
});
