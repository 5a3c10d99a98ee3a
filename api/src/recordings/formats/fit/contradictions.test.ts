import assert from 'node:assert/strict';
import test from 'node:test';
import { checksumOf, FitBytes, type FitField, fitTime } from '../../testing/fit-bytes.ts';
import { assertNear, parseContent, parseOneWorkout } from '../../testing/parse-content.ts';

const START = Date.UTC(2026, 3, 5, 6, 30);
const [SESSION, LAP, RECORD, ACTIVITY, LENGTH, DESCRIPTION] = [18, 19, 20, 34, 101, 206];
const [RUNNING, CYCLING, SWIMMING, LAP_SWIMMING] = [1, 2, 5, 17];
const METERS_PER_SECOND = 3.3;

const at = (seconds: number): FitField => [253, 'u32', fitTime(START + seconds * 1000)];
const spanFields = (from: number, to: number, meters: number): FitField[] => [
  at(to),
  [2, 'u32', fitTime(START + from * 1000)],
  [7, 'u32', (to - from) * 1000],
  [8, 'u32', (to - from) * 1000],
  [9, 'u32', meters * 100],
];
const newFile = () =>
  new FitBytes().message(0, [
    [0, 'enum', 4],
    [1, 'u16', 1],
  ]);
/** A run of ten minutes with a record each second. */
const runRecords = () => {
  const file = newFile();
  for (let s = 0; s <= 600; s++) file.message(RECORD, [at(s), [5, 'u32', s * METERS_PER_SECOND * 100]]);
  return file;
};
const session = (
  file: FitBytes,
  elapsed: number,
  meters: number,
  more: FitField[] = [[5, 'enum', RUNNING]],
) => file.message(SESSION, [...spanFields(0, elapsed, meters), ...more]);
const lap = (file: FitBytes, from: number, to: number, meters: number) =>
  file.message(LAP, spanFields(from, to, meters));

test('[WORK-13] a session of another length than its laps and records does not count', async () => {
  for (const elapsed of [7200, 60]) {
    const file = lap(runRecords(), 0, 600, 1980);
    const { summary } = await parseOneWorkout(session(file, elapsed, 1980).bytes());
    assert.deepEqual([summary.elapsed, summary.active, summary.paused], [600, 600, 0], `${elapsed} s`);
  }
});

test('[WORK-13] a session and laps in another time zone than their records are dated by these', async () => {
  for (const hours of [-2, 5.75]) {
    const file = runRecords();
    const from = hours * 3600;
    file
      .message(LAP, spanFields(from, from + 400, 1320))
      .message(LAP, spanFields(from + 400, from + 600, 660));
    file.message(SESSION, [...spanFields(from, from + 600, 1980), [5, 'enum', RUNNING]]);
    const { start, summary, laps } = await parseOneWorkout(file.bytes());
    assert.deepEqual([start.getTime(), summary.elapsed], [START, 600]);
    assert.deepEqual(
      laps.map((lap) => [lap.start, lap.elapsed, lap.distance]),
      [
        [0, 400, 1320],
        [400, 200, 660],
      ],
    );
  }
});

test('[WORK-03] sessions of no time and of the whole are no legs', async () => {
  const file = runRecords();
  for (const [from, to, sport] of [
    [0, 600, RUNNING],
    [0, 200, SWIMMING],
    [200, 400, CYCLING],
    [400, 600, RUNNING],
    [600, 600, RUNNING],
  ] as const)
    file.message(SESSION, [...spanFields(from, to, (to - from) * METERS_PER_SECOND), [5, 'enum', sport]]);
  const day = await parseOneWorkout(file.bytes());
  assert.deepEqual(
    day.legs.map(({ sport, summary }) => [sport.sport, summary.elapsed]),
    [
      ['swimming', 200],
      ['cycling', 200],
      ['running', 200],
    ],
  );
  assert.deepEqual(day.warnings, []);
  assertNear(day.summary.distance, 1980, 4);
});

test('[WORK-13] a last lap ends with the workout where its time says otherwise', async () => {
  for (const end of [900, 300.5]) {
    const file = lap(lap(runRecords(), 0, 300, 990), 300, end, 990);
    const { laps } = await parseOneWorkout(session(file, 600, 1980).bytes());
    assert.deepEqual(
      laps.map(({ start, elapsed, active, distance }) => [start, elapsed, active, distance]),
      [
        [0, 300, 300, 990],
        [300, 300, 300, 990],
      ],
      `until ${end} s`,
    );
  }
});

test('[WORK-13] a lap dated by a clock that was not set is left out, and one that began before the workout is cut', async () => {
  const file = lap(lap(runRecords(), -120, 300, 990), 300, 600, 990);
  // As a service writes laps of nothing: dated with the first moment that FIT knows.
  file.message(LAP, [
    [253, 'u32', 0],
    [7, 'u32', 1000],
    [8, 'u32', 1000],
    [9, 'u32', 0],
  ]);
  const { laps } = await parseOneWorkout(session(file, 600, 1980).bytes());
  assert.deepEqual(
    laps.map(({ start, elapsed, distance }) => [start, elapsed, distance]),
    [
      [0, 300, 990],
      [300, 300, 990],
    ],
  );
});

test('[WORK-13] laps that are intervals end where they say, and the time between them is in no lap', async () => {
  const file = lap(lap(runRecords(), 60, 160, 330), 300, 400, 330);
  const { laps } = await parseOneWorkout(session(file, 600, 1980).bytes());
  assert.deepEqual(
    laps.map(({ start, elapsed, active, distance }) => [start, elapsed, active, distance]),
    [
      [60, 100, 100, 330],
      [300, 100, 100, 330],
    ],
  );
});

test('[WORK-13] a pause that a device counts to the lap after it does not make that lap reach into the next', async () => {
  const file = newFile();
  for (const s of Array.from({ length: 602 }, (_, i) => (i > 300 ? i + 199 : i)))
    file.message(RECORD, [at(s), [5, 'u32', (s < 500 ? s : s - 200) * 330]]);
  const late: FitField[] = [
    [2, 'u32', fitTime(START + 500_000)],
    [7, 'u32', 300_000],
    [8, 'u32', 100_000],
    [9, 'u32', 33_000],
  ];
  lap(file, 0, 300, 990).message(LAP, [at(600), ...late]);
  lap(file, 600, 800, 660);
  const { laps } = await parseOneWorkout(session(file, 800, 1980).bytes());
  assert.deepEqual(
    laps.map(({ start, elapsed, active, distance }) => [start, elapsed, active, distance]).slice(1),
    [
      [500, 100, 100, 330],
      [600, 200, 200, 660],
    ],
  );
});

test('[WORK-13] a developer field is read in the unit that it names, and in no guessed one', async () => {
  for (const [units, speed] of [
    ['mph', 10 * 0.44704],
    ['km/h', 10 / 3.6],
    ['min/km', METERS_PER_SECOND],
  ] as const) {
    const file = newFile().message(DESCRIPTION, [
      [0, 'u8', 0],
      [1, 'u8', 0],
      [2, 'u8', 0x88],
      [3, 'text', 'Speed'],
      [8, 'text', units],
      [14, 'u16', RECORD],
      [15, 'u8', 6],
    ]);
    for (let s = 0; s <= 600; s++)
      file.message(RECORD, [at(s), [5, 'u32', s * METERS_PER_SECOND * 100]], [[0, 'f32', 10, 0]]);
    const { summary } = await parseOneWorkout(session(file, 600, 1980).bytes());
    assertNear(summary.speed!.max, speed, 0.02);
  }
});

test('[WORK-13] no time zone is 13 hours behind UTC', async () => {
  for (const [hours, zone] of [
    [-12, 'Etc/GMT+12'],
    [-13, 'Europe/Berlin'],
    [14, 'Etc/GMT-14'],
  ] as const) {
    const file = session(runRecords(), 600, 1980).message(ACTIVITY, [
      at(600),
      [5, 'u32', fitTime(START + 600_000) + hours * 3600],
    ]);
    assert.equal((await parseOneWorkout(file.bytes(), 'Europe/Berlin')).timeZone, zone);
  }
});

/** Eight lengths of 25 s, a drill of 100 m in 200 s, eight lengths again. */
async function swimWithDrill(drill: FitField[], hasRecords: boolean) {
  const file = newFile();
  let meters = 0;
  const part = (from: number, to: number, distance: number, more: FitField[]) => {
    for (let s = hasRecords ? from + 1 : Infinity; s <= to; s++) {
      if (s === to) meters += distance;
      file.message(RECORD, [at(s), [5, 'u32', meters * 100]]);
    }
    const ms = (to - from) * 1000;
    const time: FitField[] = [
      at(to),
      [2, 'u32', fitTime(START + from * 1000)],
      [3, 'u32', ms],
      [4, 'u32', ms],
    ];
    file.message(LENGTH, [...time, ...more]);
  };
  const lengths = (from: number) => {
    for (let i = 0; i < 8; i++) part(from + i * 25, from + i * 25 + 25, 25, [[12, 'enum', 1]]);
    lap(file, from, from + 200, 200);
  };
  lengths(0);
  part(200, 400, 100, drill);
  lap(file, 200, 400, 100);
  lengths(400);
  const pool: FitField[] = [
    [5, 'enum', SWIMMING],
    [6, 'enum', LAP_SWIMMING],
    [44, 'u16', 2500],
  ];
  return parseOneWorkout(session(file, 600, 500, pool).bytes());
}

test('[WORK-13] a drill in a pool counts its time and distance, whatever kind of length it is', async () => {
  const idle: FitField[] = [[12, 'enum', 0]];
  const active: FitField[] = [
    [7, 'enum', 4],
    [12, 'enum', 1],
  ];
  for (const drill of [idle, active])
    for (const hasRecords of [true, false]) {
      const { summary, laps, streams } = await swimWithDrill(drill, hasRecords);
      assert.deepEqual([summary.distance, summary.elapsed, summary.active], [500, 600, 600]);
      assert.deepEqual(
        laps.map(({ distance }) => distance),
        [200, 100, 200],
      );
      const { time, distance } = streams.columns;
      for (const [seconds, meters] of [
        [200, 200],
        [400, 300],
      ] as const)
        assertNear(distance![time!.indexOf(seconds * 1000)]! / 100, meters, 1);
      assert.ok(summary.speed!.max! <= 1.1, `${summary.speed!.max} m/s`);
    }
});

const whole = () => lap(session(runRecords(), 600, 1980), 0, 600, 1980);

test('[WORK-03] what stands before and after damaged bytes of a FIT file is read', async () => {
  const bytes = whole().checkedBytes();
  // The header of a message in the middle, then the length of a field in a definition, then a part of some messages.
  for (const [place, length] of [
    [0, 1],
    [7, 1],
    [0, 200],
  ] as const) {
    const damaged = Buffer.from(bytes);
    const middle = bytes.indexOf(Buffer.from([0x40, 0, 0, RECORD]), bytes.length >> 1);
    damaged.fill(0xff, middle + place, middle + place + length);
    const { summary, start, laps, warnings } = await parseOneWorkout(damaged);
    assert.deepEqual(
      [start.getTime(), summary.elapsed, summary.distance, laps.length],
      [START, 600, 1980, 1],
    );
    assert.match(warnings.join(), /^Part of the file is damaged: \d+ bytes were left out\./u);
  }
});

test('[WORK-03] a FIT file with a wrong checksum is read with a warning, one without any as it stands', async () => {
  const bytes = whole().checkedBytes();
  assert.deepEqual((await parseOneWorkout(bytes)).warnings, []);
  assert.deepEqual((await parseOneWorkout(whole().bytes())).warnings, []);
  bytes[bytes.length - 1]! ^= 0x55;
  const { summary, warnings } = await parseOneWorkout(bytes);
  assert.equal(summary.distance, 1980);
  assert.match(warnings.join(), /^The checksum of this file is wrong/u);
});

test('[WORK-03] a FIT file whose header says too short or too long a length is read to its end', async () => {
  const short = whole().checkedBytes();
  short.writeUInt32LE(Math.floor(short.length / 3), 4);
  assert.deepEqual((await parseOneWorkout(short)).summary.distance, 1980);
  const run = whole()
    .message(ACTIVITY, [at(600)])
    .bytes();
  const stale = newFile();
  for (let i = 0; i < 100; i++) stale.message(RECORD, [at(i - 50_000), [5, 'u32', i * 500]]);
  const long = Buffer.concat([run, stale.bytes().subarray(14)]);
  long.writeUInt32LE(long.length - 16, 4);
  long.writeUInt16LE(checksumOf(long.subarray(0, run.length - 2)), run.length - 2);
  long.writeUInt16LE(0x1234, long.length - 2);
  const { summary, start } = await parseOneWorkout(long);
  assert.deepEqual([start.getTime(), summary.elapsed, summary.distance], [START, 600, 1980]);
});

test('[WORK-03] a FIT file with laps alone is a workout of their totals', async () => {
  const file = lap(lap(newFile(), 0, 300, 990), 300, 600, 990);
  const { summary, start, laps } = await parseOneWorkout(file.bytes());
  assert.deepEqual(
    [start.getTime(), summary.elapsed, summary.active, summary.distance],
    [START, 600, 600, 1980],
  );
  assert.equal(laps.length, 2);
});

test('[WORK-03] two sessions of one sport are two workouts, and a session within another counts once', async () => {
  const sessions = (...parts: (readonly [from: number, to: number])[]) => {
    const file = runRecords();
    for (const [from, to] of parts)
      file.message(SESSION, [...spanFields(from, to, (to - from) * METERS_PER_SECOND), [5, 'enum', RUNNING]]);
    return file.bytes();
  };
  const two = await parseContent(sessions([0, 300], [300, 600]));
  assert.deepEqual(
    two.map(({ legs, summary }) => [legs.length, summary.distance]),
    [
      [0, 990],
      [0, 990],
    ],
  );
  const { summary } = await parseOneWorkout(sessions([0, 600], [200, 400]));
  assert.deepEqual([summary.elapsed, summary.distance], [600, 1980]);
});
