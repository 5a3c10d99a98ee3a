import assert from 'node:assert/strict';
import test from 'node:test';
import { checkRecording, type Tolerance } from '../testing/dialect-cases.ts';
import { type FitDialect, fitOf } from '../testing/fit-dialects.ts';
import { parseContent, parseOneWorkout, figuresOf } from '../testing/parse-content.ts';
import { createTrueRecording, type TrueRecording } from '../testing/true-recording.ts';
import { gpxOf, type TcxDialect, tcxOf, type XmlDialect } from '../testing/xml-dialects.ts';

/** More recordings of each mixture: `DIALECT_SEEDS=200`. */
const SEEDS = Number(process.env['DIALECT_SEEDS'] ?? 3);

type Mixtures<T> = Readonly<Record<string, [T, Tolerance?]>>;

const OWN_SUMS = { distance: 0.005 };

/** Dialects that stand in each other's way: what mends one must not spoil the other. */
const FIT_MIXTURES: Mixtures<FitDialect> = {
  'points of weeks before, and records that begin late': [{ strayDaysBefore: 27, lateBy: 30 }],
  'a slower clock, and a session that knows of no pause': [
    { slowClockShare: 0.0005, timerIsElapsed: true },
    { timer: 3, elapsed: 2 },
  ],
  'compressed distance, and records that begin late': [{ compressed: true, lateBy: 115 }],
  'a clock that is set back, and two records a second': [
    { clockSetAt: 0.3, clockSetHours: -2, splitRecords: true },
    { start: 2, timer: 4 },
  ],
  'a clock that is set by years, and distance in every 20th of two records a second': [
    { clockSetAt: 0.3, splitRecords: true, distanceEvery: 20 },
    { start: 2, timer: 4, lapDistance: false },
  ],
  'a count that begins anew, and records that begin late': [{ countResets: 0.5, lateBy: 40 }],
};

const GPX_MIXTURES: Mixtures<XmlDialect> = {
  'times that jitter, and a heart rate track': [{ jitterEvery: 5, heartTrack: true }, OWN_SUMS],
  'times that jitter, and a heart rate segment': [{ jitterEvery: 5, heartSegment: true }, OWN_SUMS],
  'times in disorder, and a heart rate track': [
    { timesReversedIn: 7, heartTrack: true },
    { ...OWN_SUMS, heart: false },
  ],
  'times in disorder, and several tracks': [
    { timesReversedIn: 7, tracksOf: 900 },
    { ...OWN_SUMS, heart: false },
  ],
  'a clock that is set back, and a heart rate track': [
    { clockSetBackAt: 0.5, heartTrack: true },
    { ...OWN_SUMS, start: 2, timer: 4, heart: false },
  ],
  'its track twice, and a heart rate track': [{ twice: true, heartTrack: true }, OWN_SUMS],
  'several tracks, and each of them twice': [{ twice: true, tracksOf: 900 }, OWN_SUMS],
};

const TCX_MIXTURES: Mixtures<TcxDialect> = {
  'a count for each lap, in kilometres': [{ countPerLap: true, unit: 'km', inUnit: 'both' }],
  'a count for each lap, in miles': [{ countPerLap: true, unit: 'mi', inUnit: 'both' }],
  'a count of points for each lap, in miles': [{ countPerLap: true, unit: 'mi', inUnit: 'points' }],
  'a count for each lap, and a point every 30 s': [{ countPerLap: true, pointEvery: 30 }, { heart: false }],
  'a count for each lap, and points that are missing before each': [
    { countPerLap: true, gapBeforeLaps: 15 },
    { heart: false },
  ],
  'all at once': [
    { countPerLap: true, gapBeforeLaps: 15, lateBy: 60, unit: 'km', inUnit: 'both' },
    { heart: false },
  ],
};

const check = <T>(
  kind: string,
  mixtures: Mixtures<T>,
  write: (truth: TrueRecording, dialect: T) => string | Buffer,
) => {
  for (const [name, [dialect, tolerance = {}]] of Object.entries(mixtures)) {
    test(`[WORK-03] [WORK-13] a ${kind} file with ${name} is read like the recording it was made from`, async () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const truth = createTrueRecording(seed);
        const workout = await parseOneWorkout(write(truth, dialect));
        try {
          checkRecording(figuresOf(workout), truth, tolerance);
        } catch (error) {
          throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        }
      }
    });
  }
};
check('FIT', FIT_MIXTURES, fitOf);
check('GPX', GPX_MIXTURES, gpxOf);
check('TCX', TCX_MIXTURES, tcxOf);

const START = Date.UTC(2026, 3, 5, 6, 30);

/** A TCX activity without a place, with a point each second. */
function indoorActivity(sport: string, start: number, zone = 'Z'): string {
  const ahead = zone === 'Z' ? 0 : Number(`${zone[0]}1`) * Number(zone.slice(1, 3)) * 3_600_000;
  const at = (seconds: number) => new Date(start + ahead + seconds * 1000).toISOString().replace('Z', zone);
  const points = Array.from(
    { length: 601 },
    (_, i) => `<Trackpoint><Time>${at(i)}</Time><DistanceMeters>${i * 3}</DistanceMeters></Trackpoint>`,
  ).join('');
  return (
    `<Activity Sport="${sport}"><Id>${at(0)}</Id><Lap StartTime="${at(0)}"><TotalTimeSeconds>600</TotalTimeSeconds>` +
    `<DistanceMeters>1800</DistanceMeters><Track>${points}</Track></Lap></Activity>`
  );
}
const tcx = (inner: string) =>
  `<TrainingCenterDatabase><Activities>${inner}</Activities></TrainingCenterDatabase>`;

test('[WORK-13] without a position the offset in the times of a TCX tells the time zone', async () => {
  const zoneOf = async (zone: string) => {
    const { start, timeZone } = await parseOneWorkout(
      tcx(indoorActivity('Running', START, zone)),
      'Europe/Berlin',
    );
    assert.equal(start.getTime(), START);
    return timeZone;
  };
  assert.equal(await zoneOf('-08:00'), 'Etc/GMT+8');
  assert.equal(await zoneOf('+02:00'), 'Europe/Berlin');
  assert.equal(await zoneOf('Z'), 'Europe/Berlin');
  // A zone that is nowhere, and UTC, which says nothing of the place.
  assert.equal(await zoneOf('+17:00'), 'Europe/Berlin');
  assert.equal(await zoneOf('+00:00'), 'Europe/Berlin');
});

test('[WORK-03] legs of a MultiSportSession that are days apart are workouts of their own', async () => {
  const day = 86_400_000;
  const session = (gap: number) =>
    tcx(
      `<MultiSportSession><Id>x</Id><FirstSport>${indoorActivity('Running', START)}</FirstSport>` +
        `<NextSport>${indoorActivity('Biking', START + gap)}</NextSport></MultiSportSession>`,
    );
  const apart = await parseContent(session(3 * day));
  assert.deepEqual(
    apart.map(({ start, legs, summary }) => [start.getTime(), legs.length, summary.elapsed]),
    [
      [START, 0, 600],
      [START + 3 * day, 0, 600],
    ],
  );
  assert.equal((await parseOneWorkout(session(3_600_000))).legs.length, 2);
});
