import assert from 'node:assert/strict';
import test from 'node:test';
import { LIMITS } from '../limits.ts';
import { FitBytes, type FitField, fitTime } from '../testing/fit-bytes.ts';
import { parseContent, parseOneWorkout } from '../testing/parse-content.ts';

const START = Date.UTC(2026, 3, 5, 6, 30);
const [SESSION, LAP, RECORD, EVENT, LENGTH] = [18, 19, 20, 21, 101];
const [RUNNING, SWIMMING, LAP_SWIMMING] = [1, 5, 17];
const [TREADMILL, POOL_SWIMMING] = [25, 1500];
const LENGTH_SECONDS = 30;

const at = (seconds: number, start = START): FitField => [253, 'u32', fitTime(start + seconds * 1000)];
const from = (seconds: number, start = START): FitField => [2, 'u32', fitTime(start + seconds * 1000)];
const fit = (more: FitField[] = []) => new FitBytes().message(0, [[0, 'enum', 4], [1, 'u16', 1], ...more]);
const times = (seconds: number): FitField[] => [
  [7, 'u32', seconds * 1000],
  [8, 'u32', seconds * 1000],
];

type SwimParts = { laps?: boolean; lengths?: 'typed' | 'untyped'; session?: boolean };

/** Four lengths of 25 m, with records that have a distance and no time. */
function untimedSwim({ laps = false, lengths, session = false }: SwimParts): Buffer {
  const file = fit();
  for (let i = 1; i <= 4; i++) {
    const begins = from((i - 1) * LENGTH_SECONDS);
    file.message(RECORD, [[5, 'u32', i * 2500]]);
    if (lengths) {
      const type: FitField[] = lengths === 'typed' ? [[12, 'enum', 1]] : [];
      const took: FitField[] = [
        [3, 'u32', LENGTH_SECONDS * 1000],
        [4, 'u32', LENGTH_SECONDS * 1000],
      ];
      file.message(LENGTH, [
        at(i * LENGTH_SECONDS),
        begins,
        ...took,
        [5, 'u16', 12],
        [7, 'enum', 0],
        ...type,
      ]);
    }
    if (laps) {
      file.message(LAP, [at(i * LENGTH_SECONDS), begins, ...times(LENGTH_SECONDS), [9, 'u32', 2500]]);
    }
  }
  if (session) {
    file.message(SESSION, [
      at(4 * LENGTH_SECONDS),
      from(0),
      [5, 'enum', SWIMMING],
      [6, 'enum', LAP_SWIMMING],
      ...times(4 * LENGTH_SECONDS),
      [9, 'u32', 10_000],
      [44, 'u16', 2500],
    ]);
  }
  return file.bytes();
}

test('[WORK-03] a swim without a time in its records is read from whatever has one: lengths, laps or the session', async () => {
  const swims: Record<string, SwimParts> = {
    'laps and a session': { laps: true, session: true },
    'a session alone': { session: true },
    'lengths that do not say that they were swum': { lengths: 'untyped', session: true },
    'lengths and laps of a file that ends before its session': { lengths: 'typed', laps: true },
  };
  for (const [name, parts] of Object.entries(swims)) {
    const { summary, start, activityTypeId, lengths, laps } = await parseOneWorkout(untimedSwim(parts));
    assert.deepEqual([activityTypeId, start.getTime()], [POOL_SWIMMING, START], name);
    assert.deepEqual([summary.distance, summary.elapsed, summary.active], [100, 120, 120], name);
    assert.equal(lengths?.length ?? 0, parts.lengths ? 4 : 0, name);
    assert.deepEqual(
      laps.map(({ distance, elapsed }) => [distance, elapsed]),
      parts.laps ? Array.from({ length: 4 }, () => [25, 30]) : [],
      name,
    );
  }
});

test('[WORK-03] a workout whose points have no time has the totals of its device, and says so', async () => {
  const file = fit();
  for (let i = 0; i < 40; i++) {
    file.message(RECORD, [
      [3, 'u8', 120],
      [5, 'u32', i * 300],
    ]);
  }
  file.message(SESSION, [
    at(600),
    from(0),
    [5, 'enum', RUNNING],
    [6, 'enum', 1],
    ...times(600),
    [9, 'u32', 150_000],
    [16, 'u8', 120],
  ]);
  const run = await parseOneWorkout(file.bytes());
  assert.deepEqual(
    [run.activityTypeId, run.summary.distance, run.summary.elapsed, run.summary.heartrate?.avg],
    [TREADMILL, 1500, 600, 120],
  );
  assert.match(run.warnings.join(' '), /points of this file have no time/);

  const tcx = (point: string) =>
    `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>${new Date(START).toISOString()}</Id>` +
    `<Lap StartTime="${new Date(START).toISOString()}"><TotalTimeSeconds>600</TotalTimeSeconds>` +
    `<DistanceMeters>1800</DistanceMeters><Track>${point.repeat(30)}</Track></Lap></Activity></Activities>` +
    '</TrainingCenterDatabase>';
  const treadmill = await parseOneWorkout(
    tcx('<Trackpoint><HeartRateBpm><Value>130</Value></HeartRateBpm></Trackpoint>'),
  );
  assert.deepEqual([treadmill.summary.distance, treadmill.summary.elapsed], [1800, 600]);
  // Places without a time are a way that somebody means to go.
  const place =
    '<Trackpoint><Position><LatitudeDegrees>52</LatitudeDegrees><LongitudeDegrees>13</LongitudeDegrees></Position></Trackpoint>';
  await assert.rejects(parseContent(tcx(place)), { code: 'planned_route' });
});

test('[WORK-03] a workout of a device whose clock was not set is dated by when its file was created', async () => {
  const poweredOn = Date.UTC(1989, 11, 31);
  const recorded = (created: FitField[]) => {
    const file = fit(created);
    file.message(EVENT, [at(100, poweredOn), [0, 'enum', 0], [1, 'enum', 0]]);
    for (let s = 0; s <= 600; s++) {
      if (s > 200 && s < 260) continue;
      file.message(RECORD, [at(100 + s, poweredOn), [5, 'u32', (s > 200 ? s - 60 : s) * 300]]);
    }
    for (const [s, type] of [
      [200, 4],
      [260, 0],
    ] as const)
      file.message(EVENT, [at(100 + s, poweredOn), [0, 'enum', 0], [1, 'enum', type]]);
    file.message(LAP, [at(700, poweredOn), from(100, poweredOn), ...times(600), [9, 'u32', 162_000]]);
    return file
      .message(SESSION, [
        at(700, poweredOn),
        from(100, poweredOn),
        [5, 'enum', RUNNING],
        [7, 'u32', 600_000],
        [8, 'u32', 540_000],
        [9, 'u32', 162_000],
      ])
      .bytes();
  };
  const run = await parseOneWorkout(recorded([[4, 'u32', fitTime(START)]]));
  assert.equal(run.start.getTime(), START);
  assert.deepEqual([run.summary.distance, run.summary.elapsed, run.summary.paused], [1620, 600, 60]);
  assert.deepEqual(
    run.laps.map(({ start, elapsed }) => [start, elapsed]),
    [[0, 600]],
  );
  assert.match(run.warnings.join(' '), /clock of the device was not set.*when its file was created/);
  const undated = await parseOneWorkout(recorded([]));
  assert.match(undated.warnings.join(' '), /date of this workout is wrong/);
});

test('[WORK-13] a TCX whose last points are missing lasts as long as its lap, where the distance says so', async () => {
  const iso = (seconds: number) => new Date(START + seconds * 1000).toISOString();
  const run = (points: number, meters: number) => {
    const track = Array.from(
      { length: points },
      (_, i) => `<Trackpoint><Time>${iso(i)}</Time><DistanceMeters>${i * 3}</DistanceMeters></Trackpoint>`,
    ).join('');
    return parseOneWorkout(
      `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>${iso(0)}</Id><Lap StartTime="${iso(0)}">` +
        `<TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><Track>${track}</Track></Lap>` +
        '</Activity></Activities></TrainingCenterDatabase>',
    );
  };
  for (const missing of [12, 25, 60]) {
    const { summary, laps } = await run(601 - missing, 1800);
    assert.deepEqual([summary.distance, summary.elapsed, summary.active], [1800, 600, 600], `${missing} s`);
    assert.deepEqual(
      laps.map(({ distance, elapsed }) => [distance, elapsed]),
      [[1800, 600]],
    );
  }
  const whole = await run(576, 1725);
  assert.equal(whole.summary.elapsed, 575);
});

test('[WORK-03] a TCX with too many laps is refused with the number that holds', async () => {
  const laps = '<Lap><TotalTimeSeconds>1</TotalTimeSeconds></Lap>'.repeat(LIMITS.lapsPerWorkout + 1);
  await assert.rejects(
    parseContent(
      `<TrainingCenterDatabase><Activities><Activity Sport="Running">${laps}</Activity></Activities></TrainingCenterDatabase>`,
    ),
    { code: 'too_big', message: new RegExp(`more than ${LIMITS.lapsPerWorkout.toLocaleString('en')} laps`) },
  );
});
