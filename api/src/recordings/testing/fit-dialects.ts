import { FitBytes, type FitDeveloperField, type FitField, fitTime } from './fit-bytes.ts';
import type { TruePoint, TrueRecording } from './true-recording.ts';

export type FitDialect = {
  /** Records begin so many seconds after the session. */
  lateBy?: number;
  /** Records end so many seconds before the session. */
  earlyBy?: number;
  /** Records so many seconds before the timer is started and after it is stopped, in which nobody moves. */
  untimed?: number;
  /** A record without any value so many seconds after the session's end. */
  emptyTail?: number;
  /** The count falls by a few metres now and then, and rises again. */
  countFalls?: boolean;
  /** The count begins anew at this share of the way. */
  countResets?: number;
  /** Distance in every so many records only. */
  distanceEvery?: number;
  /** The count is repeated until it is written anew, every so many records. */
  staircase?: number;
  /** Position in one record, the rest in another of the same second. */
  splitRecords?: boolean;
  /** Enhanced fields stand beside the plain ones and hold no value. */
  emptyEnhanced?: boolean;
  compressed?: boolean;
  /** Distance and power in developer fields. */
  developer?: boolean;
  /** Heart rate comes as beats after the recording, their times in full or as remainders; the strap's clock wraps. */
  beats?: boolean | 'in full';
  positions?: boolean;
  events?: 'whole' | 'missing';
  /** The session lasts so many seconds longer, after a stop that no start follows. */
  finalStop?: number;
  /** The last lap is not written. */
  lastLapMissing?: boolean;
  /** The file begins with three points of so many days before, and its session with them. */
  strayDaysBefore?: number;
  /** The session's timer is its elapsed time. */
  timerIsElapsed?: boolean;
  /** Minutes ahead of UTC, in the activity message. */
  utcOffset?: number;
  /** The clock is years behind until this share of the way, or so many hours in all that has a time. */
  clockSetAt?: number;
  clockSetHours?: number;
  /** The session says that it lasted for this share of the time only. */
  sessionShare?: number;
  /** The session and its laps count time by a clock that is slower by this share than that of the records. */
  slowClockShare?: number;
  /** The session has no time at all. */
  sessionUndated?: boolean;
  /** The session begins so many seconds too late. */
  sessionStartsLateBy?: number;
  /** Session and laps end with the lap before the last, and know of no pause. */
  sessionWithoutLastLap?: boolean;
};

const SPORTS = { running: 1, cycling: 2 };
const degrees = (value: number) => (value / 180) * 2 ** 31;
const RECORD = 20;
const CLOCK_BEHIND_DAYS = 4000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A FIT file of what happened, in a dialect. */
export function fitOf(truth: TrueRecording, dialect: FitDialect = {}): Buffer {
  const { lateBy = 0, earlyBy = 0, events = 'whole', positions = true } = dialect;
  const file = new FitBytes().message(0, [
    [0, 'enum', 4],
    [1, 'u16', 1],
    [4, 'u32', fitTime(truth.start)],
  ]);
  if (dialect.developer) describe(file);
  const { clockSetHours } = dialect;
  const setAt = dialect.clockSetAt === undefined ? -1 : Math.floor(truth.points.length * dialect.clockSetAt);
  const behindMs = clockSetHours === undefined ? CLOCK_BEHIND_DAYS * DAY_MS : clockSetHours * HOUR_MS;
  const setMoment = clockSetHours === undefined ? -Infinity : truth.points[setAt]!.at;
  const clock = (at: number) => (at < setMoment ? at - behindMs : at);
  const event = (at: number, type: number) =>
    file.message(21, [
      [253, 'u32', fitTime(clock(at))],
      [0, 'enum', 0],
      [1, 'enum', type],
    ]);
  const { finalStop = 0, strayDaysBefore = 0, sessionShare = 1 } = dialect;
  const sessionStart = truth.start - strayDaysBefore * DAY_MS;
  const strayPoints = strayDaysBefore > 0 ? 3 : 0;
  for (let i = 0; i < strayPoints; i++) {
    file.message(RECORD, [
      [253, 'u32', fitTime(sessionStart) + i],
      [5, 'u32', 0],
    ]);
  }
  const { untimed = 0 } = dialect;
  const idle = (at: number, { lat, lng, altitude, distance }: TruePoint) =>
    file.message(RECORD, [
      [253, 'u32', fitTime(at)],
      [0, 'i32', degrees(lat)],
      [1, 'i32', degrees(lng)],
      [2, 'u16', (altitude + 500) * 5],
      [3, 'u8', 70],
      [5, 'u32', distance * 100],
    ]);
  for (let s = untimed; s > 0; s--) idle(truth.start - s * 1000, truth.points[0]!);
  if (events === 'whole') event(truth.start, 0);
  const resetAt = dialect.countResets === undefined ? Infinity : truth.distance * dialect.countResets;
  let count = 0;
  for (const [i, point] of truth.points.entries()) {
    const pause = truth.pauses.find(([, to]) => to === point.at);
    if (pause && events === 'whole') {
      event(pause[0], 4);
      event(pause[1], 0);
    }
    if (point.at < truth.start + lateBy * 1000 || point.at > truth.end - earlyBy * 1000) continue;
    const at = i < setAt ? point.at - behindMs : point.at;
    const way = point.distance >= resetAt ? point.distance - resetAt : point.distance;
    const isLast = i === truth.points.length - 1;
    if (!dialect.staircase || i % dialect.staircase === 0 || isLast) count = way;
    const falls = dialect.countFalls && i % 97 === 96 ? 6 : 0;
    const writesDistance = !dialect.distanceEvery || i % dialect.distanceEvery === 0 || isLast;
    const time: FitField = [253, 'u32', fitTime(at)];
    const place: FitField[] = positions
      ? [
          [0, 'i32', degrees(point.lat)],
          [1, 'i32', degrees(point.lng)],
        ]
      : [];
    const values: FitField[] = [
      [2, 'u16', (point.altitude + 500) * 5],
      ...(dialect.beats ? [] : [[3, 'u8', point.heartrate] as const]),
      [4, 'u8', point.cadence],
      ...(dialect.compressed || dialect.developer
        ? []
        : ([
            [5, 'u32', writesDistance ? (count - falls) * 100 : null],
            [6, 'u16', point.speed * 1000],
          ] as const)),
      ...(dialect.compressed ? [[8, 'byte', packed(point)] as const] : []),
      ...(dialect.developer ? [] : [[7, 'u16', point.power] as const]),
      ...(dialect.emptyEnhanced
        ? ([
            [73, 'u32', null],
            [78, 'u32', null],
          ] as const)
        : []),
    ];
    const ofDeveloper: FitDeveloperField[] = dialect.developer
      ? [
          [0, 'f32', point.distance, 0],
          [1, 'u16', point.power, 0],
        ]
      : [];
    if (dialect.splitRecords) {
      file.message(RECORD, [time, ...place]).message(RECORD, [time, ...values], ofDeveloper);
    } else file.message(RECORD, [time, ...place, ...values], ofDeveloper);
  }
  if (dialect.emptyTail) file.message(RECORD, [[253, 'u32', fitTime(truth.end) + dialect.emptyTail]]);
  if (events === 'whole') event(truth.end, 4);
  for (let s = 1; s <= untimed; s++) idle(truth.end + s * 1000, truth.points.at(-1)!);
  const { slowClockShare = 0, sessionStartsLateBy = 0 } = dialect;
  const lapsOnly = dialect.lastLapMissing || dialect.sessionWithoutLastLap;
  const laps = lapsOnly ? truth.laps.slice(0, -1) : truth.laps;
  for (const lap of laps) {
    file.message(19, [
      [253, 'u32', fitTime(clock(lap.end))],
      [2, 'u32', fitTime(clock(lap.start))],
      [7, 'u32', (lap.end - lap.start) * (1 - slowClockShare)],
      [8, 'u32', lap.timer * 1000],
      [9, 'u32', lap.distance * 100],
    ]);
  }
  const whole = truth.elapsed + finalStop + (truth.start - sessionStart) / 1000;
  const ofLaps = laps.reduce((sum, lap) => sum + lap.timer, 0);
  const { sessionWithoutLastLap } = dialect;
  const elapsed = sessionWithoutLastLap ? ofLaps : whole * sessionShare * (1 - slowClockShare);
  const timer = sessionWithoutLastLap
    ? ofLaps
    : (dialect.timerIsElapsed ? truth.elapsed : truth.timer) * sessionShare;
  const dates: FitField[] = [
    [253, 'u32', fitTime(truth.end) + finalStop],
    [2, 'u32', fitTime(clock(sessionStart)) + sessionStartsLateBy],
  ];
  file.message(18, [
    ...(dialect.sessionUndated ? [] : dates),
    [5, 'enum', SPORTS[truth.sport]],
    [7, 'u32', elapsed * 1000],
    [8, 'u32', timer * 1000],
    [9, 'u32', sessionWithoutLastLap ? null : truth.distance * 100],
  ]);
  if (dialect.beats) writeBeats(file, truth, dialect.beats === 'in full');
  const local = dialect.utcOffset === undefined ? null : fitTime(truth.end) + dialect.utcOffset * 60;
  return file
    .message(34, [
      [253, 'u32', fitTime(truth.end)],
      [5, 'u32', local],
    ])
    .bytes();
}

function describe(file: FitBytes): void {
  const field = (number: number, base: number, name: string, units: string, native: number) =>
    file.message(206, [
      [0, 'u8', 0],
      [1, 'u8', number],
      [2, 'u8', base],
      [3, 'text', name],
      [8, 'text', units],
      [14, 'u16', RECORD],
      [15, 'u8', native],
    ]);
  field(0, 0x88, 'Covered', 'm', 5);
  field(1, 0x84, 'Force', 'Watts', 7);
}

function packed({ speed, distance }: TruePoint): number[] {
  const [slow, way] = [Math.round(speed * 100), Math.round(distance * 16) & 0x0fff];
  return [slow & 0xff, (slow >> 8) | ((way & 0x0f) << 4), way >> 4];
}

/** Each second of the recording is one beat of the strap, eight in a message; its clock has 32 bits. */
function writeBeats(file: FitBytes, { points, start }: TrueRecording, isInFull: boolean): void {
  const clock = (at: number) => (2 ** 32 - 300_000 + Math.round(((at - start) / 1000) * 1024)) % 2 ** 32;
  file.message(132, [
    [253, 'u32', fitTime(start)],
    [0, 'u16', 0],
    [6, 'u8', points[0]!.heartrate],
    [9, 'u32', clock(start)],
  ]);
  // Beats are never farther apart than their remainders can tell, so a pause has beats of its own.
  const beats: { at: number; bpm: number }[] = [];
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    for (let at = before ? before.at + 1000 : point.at; at <= point.at; at += 1000) {
      if (at > start) beats.push({ at, bpm: at === point.at ? point.heartrate : before!.heartrate });
    }
  }
  for (let i = 0; i + 1 < beats.length; i += 8) {
    const part = beats.slice(i, i + 8);
    if (part.length % 2 === 1) part.pop();
    const bpm = part.map((beat) => beat.bpm);
    if (isInFull) {
      file.message(132, [
        [6, 'u8', bpm],
        [9, 'u32', part.map(({ at }) => clock(at))],
      ]);
      continue;
    }
    const low = part.map(({ at }) => clock(at) & 0x0fff);
    const bytes: number[] = [];
    for (let k = 0; k < low.length; k += 2) {
      bytes.push(low[k]! & 0xff, (low[k]! >> 8) | ((low[k + 1]! & 0x0f) << 4), low[k + 1]! >> 4);
    }
    file.message(132, [
      [6, 'u8', bpm],
      [10, 'byte', bytes],
    ]);
  }
}
