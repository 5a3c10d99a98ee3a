import type { TruePoint, TrueRecording } from './true-recording.ts';

const HOUR_MS = 3_600_000;

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
  /** Distances are in another unit than metres, and whose they are. */
  unit?: 'km' | 'mi';
  inUnit?: 'points' | 'laps' | 'both';
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
  const { lateBy = 0, pointEvery = 1, positions = true, gapBeforeLaps = 0, unit, inUnit } = dialect;
  const written = (meters: number, of: 'points' | 'laps') =>
    inUnit === of || inUnit === 'both'
      ? (meters / (unit === 'mi' ? 1609.344 : 1000)).toFixed(5)
      : meters.toFixed(2);
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
