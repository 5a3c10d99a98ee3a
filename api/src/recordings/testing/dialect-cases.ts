import type { FitDialect } from './fit-dialects.ts';
import { assertNear } from './parse-content.ts';
import type { SwimDialect, TrueSwim } from './pool-swims.ts';
import type { TrueRecording } from './true-recording.ts';
import type { TcxDialect, XmlDialect } from './xml-dialects.ts';

export type Tolerance = {
  /** Share of the distance; own sums of positions differ from a count by a little. */
  distance?: number;
  /** Seconds of the timer. */
  timer?: number;
  lapDistance?: boolean;
  /** Seconds between two samples with a heart rate. */
  heart?: boolean;
  start?: number;
  /** Seconds of the elapsed time. */
  elapsed?: number;
  /** Seconds that the workout lasts beyond what happened. */
  longer?: number;
};

/** What a reader or the API tells of a workout. Times in s, `start` in ms since 1970. */
export type ToldWorkout = {
  start: number;
  elapsed: number;
  paused: number;
  stopped: number;
  active: number;
  distance: number;
  speedMax: number;
  heartrateAvg: number | null;
  ascent: number | null;
  laps: readonly { elapsed: number; distance: number | null }[];
  /** The last values of the series. */
  seriesDistance: number;
  seriesTimer: number;
  /** Heart rates of the series by ms since 1970. */
  heartrates: ReadonlyMap<number, number>;
};

/** Places of a recording at which its heart rate is compared. */
const COMPARED_POINTS = [50, 300, 700];

/** Everything that a workout tells has to be what happened. */
export function checkRecording(told: ToldWorkout, truth: TrueRecording, tolerance: Tolerance): void {
  const { distance = 0.002, timer = 2, start = 0, elapsed = 1, longer = 0 } = tolerance;
  assertNear(told.start, truth.start, start * 1000);
  assertNear(told.elapsed, truth.elapsed + longer, elapsed + start);
  assertNear(told.elapsed - told.paused, truth.timer, timer);
  assertNear(told.active + told.paused + told.stopped, told.elapsed, 0.01);
  assertNear(told.distance, truth.distance, truth.distance * distance + 1);
  assertNear(told.seriesDistance, told.distance, truth.distance * distance + 50);
  assertNear(told.seriesTimer, truth.timer, timer + start);
  assertNear(told.active, truth.timer, truth.timer * 0.03 + timer);
  const fastest = Math.max(...truth.points.map(({ speed }) => speed));
  if (!(told.speedMax < fastest * 1.35)) throw new Error(`${told.speedMax} m/s`);
  if (tolerance.lapDistance !== false && told.laps.length > 0) {
    assertNear(told.laps.length, truth.laps.length, 0);
    for (const [i, lap] of told.laps.entries()) {
      assertNear(lap.distance, truth.laps[i]!.distance, 2);
      assertNear(lap.elapsed, (truth.laps[i]!.end - truth.laps[i]!.start) / 1000, 1);
    }
  }
  if (tolerance.heart === false) return;
  const mean = truth.points.reduce((sum, point) => sum + point.heartrate, 0) / truth.points.length;
  assertNear(told.heartrateAvg, mean, 1.5);
  for (const i of COMPARED_POINTS) {
    const { at, heartrate } = truth.points[i]!;
    if (told.heartrates.has(at)) assertNear(told.heartrates.get(at), heartrate, 2);
  }
}

/** The same for a swim, of which lengths and pool are told as well. */
export type ToldSwim = Omit<ToldWorkout, 'heartrates' | 'heartrateAvg' | 'ascent' | 'laps'> & {
  poolLength: number | null;
  lengths: readonly { start: number; duration: number; strokes: number | null; stroke: string | null }[];
};

export function checkSwim(told: ToldSwim, truth: TrueSwim, { rests }: SwimDialect): void {
  assertNear(told.start, truth.start, 0);
  assertNear(told.poolLength, truth.poolLength, 0);
  assertNear(told.distance, truth.distance, 0.5);
  assertNear(told.seriesDistance, truth.distance, 0.5);
  assertNear(told.elapsed, truth.elapsed, 1);
  assertNear(told.active, truth.moving, 1);
  assertNear(rests === 'pauses' ? told.paused : told.stopped, truth.elapsed - truth.moving, 1);
  assertNear(told.lengths.length, truth.lengths.length, 0);
  for (const [i, { from, to, strokes }] of truth.lengths.entries()) {
    const length = told.lengths[i]!;
    assertNear(length.start, (from - truth.start) / 1000, 0.001);
    assertNear(length.duration, (to - from) / 1000, 0.001);
    assertNear(length.strokes, strokes, 0);
    if (length.stroke !== 'breaststroke') throw new Error(`${length.stroke} is not breaststroke`);
  }
  const fastest = Math.max(...truth.lengths.map(({ from, to }) => (truth.poolLength * 1000) / (to - from)));
  if (!(told.speedMax < fastest * 1.35)) throw new Error(`${told.speedMax} m/s`);
}

export const FIT_CASES: Readonly<Record<string, [FitDialect, Tolerance?]>> = {
  plain: [{}],
  'points before the start and after the stop of the timer': [{ untimed: 40 }],
  'points before and after the session, without timer events': [{ untimed: 12, events: 'missing' }],
  'records that begin late': [{ lateBy: 75 }],
  'records that begin two minutes late, first count above 100 m': [{ lateBy: 115 }],
  'records that end early': [{ earlyBy: 30 }],
  'an empty record after the end': [{ emptyTail: 3000 }],
  'a count that falls and rises again': [{ countFalls: true }],
  'a count that begins anew': [{ countResets: 0.4 }],
  'distance in every 20th record': [{ distanceEvery: 20 }],
  'a distance that is repeated 25 times': [{ staircase: 25, positions: false }],
  'two records a second': [{ splitRecords: true }],
  'enhanced fields without a value': [{ emptyEnhanced: true }],
  'compressed speed and distance': [{ compressed: true }],
  'distance and power in developer fields': [{ developer: true }],
  'beats sent afterwards': [{ beats: true }],
  'beats sent afterwards, their times in full': [{ beats: 'in full' }],
  'no timer events': [{ events: 'missing' }],
  'a session that knows of no pause': [{ timerIsElapsed: true }],
  'a clock that is set on the way': [{ clockSetAt: 0.3 }, { start: 2, timer: 4, lapDistance: false }],
  'a clock that is set forward by an hour': [
    { clockSetAt: 0.6, clockSetHours: 1 },
    { start: 2, timer: 4 },
  ],
  'a clock that is set back by two hours': [
    { clockSetAt: 0.4, clockSetHours: -2 },
    { start: 2, timer: 4 },
  ],
  'a session of a part of the time': [{ sessionShare: 0.2 }],
  'a stop that no start follows': [{ finalStop: 240 }, { longer: 240 }],
  'a last lap that is missing': [{ lastLapMissing: true }],
  'points of weeks before': [{ strayDaysBefore: 27 }],
  'a session that counts time by a slower clock': [{ slowClockShare: 0.0005 }, { timer: 3, elapsed: 2 }],
  'a session without a time': [{ sessionUndated: true }],
  'a session that begins too late': [{ sessionStartsLateBy: 300 }],
  'a session that ends with the lap before the last': [
    { sessionWithoutLastLap: true, events: 'missing', earlyBy: 0 },
  ],
  'all at once': [{ lateBy: 20, countFalls: true, splitRecords: true, emptyEnhanced: true, beats: true }],
};

export const GPX_CASES: Readonly<Record<string, [XmlDialect, Tolerance?]>> = {
  plain: [{}, { distance: 0.005 }],
  'times that jitter': [{ jitterEvery: 5 }, { distance: 0.005, heart: false }],
  'times in disorder': [{ timesReversedIn: 7 }, { distance: 0.005, heart: false }],
  'a heart rate track': [{ heartTrack: true }, { distance: 0.005 }],
  'a heart rate segment': [{ heartSegment: true }, { distance: 0.005 }],
  'idle tracks around it': [{ idle: true }, { distance: 0.005 }],
  'a track for each quarter of an hour': [{ tracksOf: 900 }, { distance: 0.005 }],
  'milliseconds since 1970': [{ unixTime: 'milliseconds' }, { distance: 0.005 }],
  'seconds since 1970': [{ unixTime: 'seconds' }, { distance: 0.005 }],
  'local times with a comma before the fraction': [
    { timeForm: (at) => `${new Date(at - 9_000_000).toISOString().slice(0, 19)},000-0230` },
    { distance: 0.005 },
  ],
  'times without separators': [
    { timeForm: (at) => new Date(at).toISOString().replaceAll(/[-:]|\.000/g, '') },
    { distance: 0.005 },
  ],
  'times cut to the minute': [
    { timeForm: (at) => `${new Date(at).toISOString().slice(0, 16)}Z` },
    { distance: 0.005, start: 60, timer: 150, heart: false },
  ],
  'decimal commas': [{ decimalCommas: true }, { distance: 0.005 }],
  'speeds in km/h': [{ speedInKmh: true }, { distance: 0.005 }],
  'altitudes of 0 where the device had none': [{ zeroAltitudes: 30 }, { distance: 0.005 }],
  'longitudes from 0 to 360': [{ longitudesTo360: true }, { distance: 0.005 }],
  'its track twice': [{ twice: true }, { distance: 0.005 }],
  'a clock that is set back on the way': [
    { clockSetBackAt: 0.5 },
    { distance: 0.005, start: 2, timer: 4, heart: false },
  ],
};

export const TCX_CASES: Readonly<Record<string, [TcxDialect, Tolerance?]>> = {
  plain: [{}],
  'points that begin late': [{ lateBy: 90 }],
  'a count for each lap': [{ countPerLap: true }],
  'a point every 25 s': [{ pointEvery: 25 }, { heart: false }],
  'a last lap that ends early': [{ lastLapEndsEarly: true }],
  'no positions': [{ positions: false }],
  'points that are missing before each lap': [{ gapBeforeLaps: 20 }, { heart: false }],
  'distances in kilometres': [{ unit: 'km', inUnit: 'both' }],
  'distances of points in kilometres, no positions': [{ unit: 'km', inUnit: 'points', positions: false }],
  'distances of laps in kilometres': [{ unit: 'km', inUnit: 'laps' }],
  'distances in kilometres, no positions': [{ unit: 'km', inUnit: 'both', positions: false }],
  'distances in miles': [{ unit: 'mi', inUnit: 'both' }],
  'distances of points in miles, no positions': [{ unit: 'mi', inUnit: 'points', positions: false }],
  'distances of laps in miles': [{ unit: 'mi', inUnit: 'laps' }],
  'speeds in km/h': [{ speedInKmh: true }],
  'speeds in km/h, no positions': [{ speedInKmh: true, positions: false }],
  'laps dated in another time zone': [{ lapHours: -9 }],
  'laps without a date': [{ lapHours: 'none' }],
  'timers of laps in milliseconds': [{ lapMilliseconds: true }],
  'its activity twice': [{ twice: true }],
};

export const SWIM_CASES: Readonly<Record<string, SwimDialect>> = {
  'a record each second, rests as lengths': { records: 'seconds', rests: 'lengths' },
  'a record each second, rests as pauses': { records: 'seconds', rests: 'pauses' },
  'a record for each length, rests as lengths': { records: 'lengths', rests: 'lengths' },
  'a record for each length, rests as pauses': { records: 'lengths', rests: 'pauses' },
  'records without a time, rests as lengths': { records: 'untimed', rests: 'lengths' },
  'records without a time, rests as pauses': { records: 'untimed', rests: 'pauses' },
  'lengths and no word of a pool': { records: 'lengths', rests: 'pauses', poolUnnamed: true },
};
