import { FitBytes, type FitDeveloperField, type FitField, fitTime } from './fit-bytes.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_909);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

type TruePoint = {
  at: number;
  lat: number;
  lng: number;
  altitude: number;
  heartrate: number;
  cadence: number;
  power: number;
  /** Metres since the start. */
  distance: number;
  speed: number;
};

type TrueLap = { start: number; end: number; distance: number; timer: number };

/** What happened, whatever a device makes of it. Times in ms, `elapsed` and `timer` in s. */
export type TrueRecording = {
  sport: 'running' | 'cycling';
  start: number;
  end: number;
  elapsed: number;
  timer: number;
  distance: number;
  points: TruePoint[];
  pauses: [from: number, to: number][];
  laps: TrueLap[];
};

const BEGIN = Date.UTC(2024, 4, 1, 6);

/** A run or ride of 15 to 40 minutes with up to two pauses and laps of a few minutes. */
export function createTrueRecording(seed: number, options: { pauses?: boolean } = {}): TrueRecording {
  const random = randomOf(seed);
  const sport = random() < 0.5 ? 'running' : 'cycling';
  const pace = sport === 'running' ? 2.5 + random() * 2 : 6 + random() * 4;
  const seconds = 900 + Math.floor(random() * 1500);
  const start = BEGIN + Math.floor(random() * 300 * 86_400) * 1000;
  const pauseCount = options.pauses === false ? 0 : Math.floor(random() * 3);
  const pauseAfter = new Set(
    Array.from({ length: pauseCount }, (_, i) =>
      Math.floor((seconds * (i + 1)) / (pauseCount + 1) + random() * 60),
    ),
  );
  const lapEvery = 200 + Math.floor(random() * 200);
  const points: TruePoint[] = [];
  const pauses: [number, number][] = [];
  const laps: TrueLap[] = [];
  let shift = 0;
  let distance = 0;
  let lap = { start, distance: 0, second: 0 };
  for (let second = 0; second <= seconds; second++) {
    const speed = second === 0 ? pace : pace * (1 + 0.1 * Math.sin(second / 50));
    if (second > 0) distance += speed;
    const at = start + (second + shift) * 1000;
    const north = distance / 111_194.93;
    points.push({
      at,
      lat: 47 + north,
      lng: 8.5,
      altitude: 400 + 15 * Math.sin(distance / 700),
      heartrate: Math.round(140 + 12 * Math.sin(second / 80)),
      cadence: sport === 'running' ? 84 : 88,
      power: Math.round(200 + 30 * Math.sin(second / 40)),
      distance,
      speed,
    });
    if ((second - lap.second === lapEvery && seconds - second > 30) || second === seconds) {
      laps.push({
        start: lap.start,
        end: at,
        distance: distance - lap.distance,
        timer: second - lap.second,
      });
      lap = { start: at, distance, second };
    }
    if (pauseAfter.has(second) && second < seconds) {
      const length = 40 + Math.floor(random() * 300);
      pauses.push([at, at + length * 1000]);
      shift += length;
      // The first second after a pause is recorded at its end as well.
      points.push({ ...points.at(-1)!, at: at + length * 1000 });
    }
  }
  const end = points.at(-1)!.at;
  return { sport, start, end, elapsed: (end - start) / 1000, timer: seconds, distance, points, pauses, laps };
}

export type FitDialect = {
  /** Records begin so many seconds after the session. */
  lateBy?: number;
  /** Records end so many seconds before the session. */
  earlyBy?: number;
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

export type XmlDialect = {
  /** Every so many points the times of two neighbours change places. */
  jitterEvery?: number;
  /** In each block of so many points the times are in reverse order. */
  timesReversedIn?: number;
  /** Heart rate in a track of its own, without places. */
  heartTrack?: boolean;
  /** Heart rate in a segment of its own, without places. */
  heartSegment?: boolean;
  /** Two-point tracks an hour before and after. */
  idle?: boolean;
  /** One track in pieces of so many points. */
  tracksOf?: number;
  /** Times as a number since 1970. */
  unixTime?: 'seconds' | 'milliseconds';
  /** The form of the times. */
  timeForm?: (at: number) => string;
  decimalCommas?: boolean;
  /** Speeds in km/h, as some apps write them. */
  speedInKmh?: boolean;
  /** The altitude is 0 in so many points at the beginning, and in one of each hundred. */
  zeroAltitudes?: number;
  /** Longitudes from 0 to 360, on another continent. */
  longitudesTo360?: boolean;
  /** The track stands in the file twice. */
  twice?: boolean;
  /** The clock is an hour ahead until this share of the points. */
  clockSetBackAt?: number;
};

const iso = (at: number) => new Date(at).toISOString();

/** Blocks with a pause in them stay as they are. */
function reverseInBlocks(times: number[], block: number): void {
  for (let from = 0; from + block <= times.length; from += block) {
    const part = times.slice(from, from + block);
    if (part.at(-1)! - part[0]! < block * 1000) times.splice(from, block, ...part.toReversed());
  }
}

/** A GPX file of what happened, in a dialect; pauses are new segments. */
export function gpxOf(
  { points, pauses, sport, start, end }: TrueRecording,
  dialect: XmlDialect = {},
): string {
  const times = points.map(({ at }) => at);
  if (dialect.jitterEvery) {
    for (let i = dialect.jitterEvery; i + 1 < times.length; i += dialect.jitterEvery) {
      if (times[i + 1]! - times[i]! <= 1000) [times[i], times[i + 1]] = [times[i + 1]!, times[i]!];
    }
  }
  if (dialect.timesReversedIn) reverseInBlocks(times, dialect.timesReversedIn);
  const setBackAt = points.length * (dialect.clockSetBackAt ?? 0);
  for (let i = 0; i < setBackAt; i++) times[i]! += HOUR_MS;
  const apart = dialect.heartTrack || dialect.heartSegment;
  const timeOf = (at: number) =>
    dialect.timeForm?.(at) ??
    (dialect.unixTime === undefined ? iso(at) : String(dialect.unixTime === 'seconds' ? at / 1000 : at));
  const heart = (point: TruePoint) => `<extensions><g:hr>${point.heartrate}</g:hr></extensions>`;
  const decimal = (value: number, places: number) =>
    dialect.decimalCommas ? value.toFixed(places).replace('.', ',') : value.toFixed(places);
  const altitude = (point: TruePoint, i: number) =>
    dialect.zeroAltitudes !== undefined && (i < dialect.zeroAltitudes || i % 100 === 99) ? 0 : point.altitude;
  const place = (point: TruePoint, i: number) =>
    `<trkpt lat="${decimal(point.lat, 8)}" lon="${decimal(point.lng + (dialect.longitudesTo360 ? 200 : 0), 8)}">` +
    `<ele>${decimal(altitude(point, i), 1)}</ele><time>${timeOf(times[i]!)}</time>` +
    `${dialect.speedInKmh ? `<speed>${(point.speed * 3.6).toFixed(2)}</speed>` : ''}${apart ? '' : heart(point)}</trkpt>`;
  const resumes = new Set(pauses.map(([, to]) => to));
  const every = dialect.tracksOf ?? Infinity;
  const written = points.map((point, i) => {
    if (i > 0 && i % every === 0)
      return `</trkseg></trk><trk><type>${sport}</type><trkseg>${place(point, i)}`;
    return (resumes.has(point.at) ? '</trkseg><trkseg>' : '') + place(point, i);
  });
  const hearts = points
    .map((point, i) => `<trkpt><time>${iso(times[i]!)}</time>${heart(point)}</trkpt>`)
    .join('');
  const idle = (at: number) =>
    `<trk><trkseg>${[0, 1].map((i) => `<trkpt lat="47" lon="8.5"><time>${iso(at + i * 60_000)}</time></trkpt>`).join('')}</trkseg></trk>`;
  const track = `<trk><type>${sport}</type><trkseg>${written.join('')}</trkseg>`;
  return (
    `<gpx creator="x">${dialect.idle ? idle(start - 3 * 3_600_000) : ''}${track}` +
    `${dialect.heartSegment ? `<trkseg>${hearts}</trkseg>` : ''}</trk>` +
    (dialect.twice ? `${track}</trk>` : '') +
    (dialect.heartTrack ? `<trk><type>${sport}</type><trkseg>${hearts}</trkseg></trk>` : '') +
    `${dialect.idle ? idle(end + 3 * 3_600_000) : ''}</gpx>`
  );
}

export type TcxDialect = {
  /** Points begin so many seconds after the first lap. */
  lateBy?: number;
  /** Each lap counts its distance from 0. */
  countPerLap?: boolean;
  /** A point every so many seconds only. */
  pointEvery?: number;
  /** The last lap says that it took 10 s. */
  lastLapEndsEarly?: boolean;
  positions?: boolean;
  /** Whose distances are in kilometres. */
  kilometers?: 'points' | 'laps' | 'both';
  /** The last points before each lap's end are missing, for so many seconds. */
  gapBeforeLaps?: number;
  /** Speeds of points in km/h. */
  speedInKmh?: boolean;
  /** Laps are dated so many hours off, or not at all. */
  lapHours?: number | 'none';
  /** Timers of laps in milliseconds. */
  lapMilliseconds?: boolean;
  /** The activity stands in the file twice. */
  twice?: boolean;
};

/** A TCX file of what happened, in a dialect; pauses are new tracks. */
export function tcxOf(truth: TrueRecording, dialect: TcxDialect = {}): string {
  const { lateBy = 0, pointEvery = 1, positions = true, gapBeforeLaps = 0, kilometers } = dialect;
  const written = (meters: number, of: 'points' | 'laps') =>
    kilometers === of || kilometers === 'both' ? (meters / 1000).toFixed(5) : meters.toFixed(2);
  const resumes = new Set(truth.pauses.map(([, to]) => to));
  let before = 0;
  const laps = truth.laps.map((lap, n) => {
    const base = before;
    before += lap.distance;
    const isLast = n === truth.laps.length - 1;
    const points = truth.points.filter(
      ({ at }, i) =>
        at >= truth.start + lateBy * 1000 &&
        at >= lap.start &&
        (at < lap.end - (isLast ? 0 : gapBeforeLaps * 1000) || (isLast && at <= lap.end)) &&
        (i % pointEvery === 0 ||
          resumes.has(at) ||
          resumes.has(truth.points[i + 1]?.at ?? 0) ||
          at === truth.end),
    );
    const track = points.map(
      (point) =>
        `${resumes.has(point.at) ? '</Track><Track>' : ''}<Trackpoint><Time>${iso(point.at)}</Time>` +
        (positions
          ? `<Position><LatitudeDegrees>${point.lat.toFixed(8)}</LatitudeDegrees><LongitudeDegrees>${point.lng}</LongitudeDegrees></Position>`
          : '') +
        `<DistanceMeters>${written(point.distance - (dialect.countPerLap ? base : 0), 'points')}</DistanceMeters>` +
        `<HeartRateBpm><Value>${point.heartrate}</Value></HeartRateBpm>` +
        `${dialect.speedInKmh ? `<Extensions><TPX><Speed>${point.speed * 3.6}</Speed></TPX></Extensions>` : ''}</Trackpoint>`,
    );
    const seconds = isLast && dialect.lastLapEndsEarly ? 10 : lap.timer;
    const { lapHours = 0 } = dialect;
    const startTime = lapHours === 'none' ? '' : ` StartTime="${iso(lap.start + lapHours * HOUR_MS)}"`;
    return (
      `<Lap${startTime}><TotalTimeSeconds>${dialect.lapMilliseconds ? seconds * 1000 : seconds}</TotalTimeSeconds>` +
      `<DistanceMeters>${written(lap.distance, 'laps')}</DistanceMeters><Track>${track.join('')}</Track></Lap>`
    );
  });
  const sport = truth.sport === 'running' ? 'Running' : 'Biking';
  const activity = `<Activity Sport="${sport}"><Id>${iso(truth.start)}</Id>${laps.join('')}</Activity>`;
  return (
    `<TrainingCenterDatabase><Activities>${activity.repeat(dialect.twice ? 2 : 1)}</Activities>` +
    '</TrainingCenterDatabase>'
  );
}
