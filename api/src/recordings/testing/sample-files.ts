/**
 * Workout files as devices write them, made from a few sines: for tests, benchmarks and a first look at the
 * product. Every file is the same on every run.
 */

export const SAMPLE_START = Date.UTC(2026, 3, 5, 6, 30, 0);

export type SamplePoint = {
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

export type SampleShape = {
  points: number;
  /** ms since 1970. */
  start?: number;
  /** Seconds between two points. */
  every?: number;
  /** m/s. */
  speed?: number;
  lat?: number;
  lng?: number;
  /** What the device counts a minute, and up to two more. */
  cadence?: number;
  /** Pauses: after this many points, for this many seconds. */
  pauses?: [after: number, seconds: number][];
};

/** A course north-east through hills at a steady speed, with pauses in which one stands still. */
export function* samplePoints(shape: SampleShape): Generator<SamplePoint> {
  const {
    points,
    start = SAMPLE_START,
    every = 1,
    speed = 3,
    lat = 52.52,
    lng = 13.4,
    cadence = 84,
    pauses = [],
  } = shape;
  let paused = 0;
  for (let i = 0; i < points; i++) {
    paused += pauses.find(([after]) => after === i)?.[1] ?? 0;
    const distance = i * every * speed;
    const north = (distance * Math.SQRT1_2) / 111194.93;
    yield {
      at: start + (i * every + paused) * 1000,
      lat: lat + north,
      lng: lng + north / Math.cos((lat * Math.PI) / 180),
      altitude: 100 + 20 * Math.sin(distance / 500),
      heartrate: Math.round(140 + 15 * Math.sin(i / 90)),
      cadence: cadence + (i % 3),
      power: i % 60 < 5 ? 0 : 200 + (i % 21),
      distance,
      speed,
    };
  }
}

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Garmin Connect" ' +
  'xmlns="http://www.topografix.com/GPX/1/1" ' +
  'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">';

function trkpt(point: SamplePoint, power: boolean): string {
  const { lat, lng, altitude, at, heartrate, cadence } = point;
  return (
    `   <trkpt lat="${lat.toFixed(7)}" lon="${lng.toFixed(7)}">\n    <ele>${altitude.toFixed(1)}</ele>\n` +
    `    <time>${iso(at)}</time>\n    <extensions>\n${power ? `     <power>${point.power}</power>\n` : ''}` +
    `     <gpxtpx:TrackPointExtension>\n      <gpxtpx:atemp>18</gpxtpx:atemp>\n` +
    `      <gpxtpx:hr>${heartrate}</gpxtpx:hr>\n      <gpxtpx:cad>${cadence}</gpxtpx:cad>\n` +
    `     </gpxtpx:TrackPointExtension>\n    </extensions>\n   </trkpt>\n`
  );
}

export type GpxSample = SampleShape & { name?: string; type?: string; power?: boolean };

/** The pieces of a GPX file; every pause begins a new segment, as Garmin and Strava write it. */
export function* gpxPieces(sample: GpxSample): Generator<string> {
  const { name = 'Morning run', type = 'running', power = false, pauses = [], start = SAMPLE_START } = sample;
  yield `${HEAD}\n <metadata>\n  <time>${iso(start)}</time>\n </metadata>\n <trk>\n  <name>${name}</name>\n  <type>${type}</type>\n  <trkseg>\n`;
  let i = 0;
  for (const point of samplePoints(sample)) {
    const resumed = i > 0 && pauses.some(([after]) => after === i);
    yield `${resumed ? '  </trkseg>\n  <trkseg>\n' : ''}${trkpt(point, power)}`;
    i++;
  }
  yield '  </trkseg>\n </trk>\n</gpx>\n';
}

export const gpxSample = (sample: GpxSample): string => [...gpxPieces(sample)].join('');

export type TcxSample = SampleShape & { sport?: string; lapEvery?: number; power?: boolean };

function trackpoint({
  at,
  lat,
  lng,
  altitude,
  distance,
  heartrate,
  cadence,
  power,
  speed,
}: SamplePoint): string {
  return (
    `<Trackpoint><Time>${iso(at)}</Time><Position><LatitudeDegrees>${lat.toFixed(7)}</LatitudeDegrees>` +
    `<LongitudeDegrees>${lng.toFixed(7)}</LongitudeDegrees></Position><AltitudeMeters>${altitude.toFixed(1)}</AltitudeMeters>` +
    `<DistanceMeters>${distance.toFixed(2)}</DistanceMeters><HeartRateBpm><Value>${heartrate}</Value></HeartRateBpm>` +
    `<Extensions><ns3:TPX><ns3:Speed>${speed.toFixed(3)}</ns3:Speed><ns3:Watts>${power}</ns3:Watts>` +
    `<ns3:RunCadence>${cadence}</ns3:RunCadence></ns3:TPX></Extensions></Trackpoint>\n`
  );
}

/** One Activity with a lap per `lapEvery` points; a pause is a new Track. */
export function tcxActivity(sample: TcxSample): string {
  const { sport = 'Running', lapEvery = 600, pauses = [] } = sample;
  const points = [...samplePoints(sample)];
  const laps: string[] = [];
  for (let from = 0; from < points.length; from += lapEvery) {
    const lap = points.slice(from, from + lapEvery);
    const next = points[from + lapEvery] ?? lap.at(-1)!;
    const paused = pauses
      .filter(([after]) => after > from && after <= from + lapEvery)
      .reduce((sum, [, seconds]) => sum + seconds, 0);
    const track = lap.map((point, i) =>
      i > 0 && pauses.some(([after]) => after === from + i)
        ? `</Track>\n<Track>\n${trackpoint(point)}`
        : trackpoint(point),
    );
    laps.push(
      `<Lap StartTime="${iso(lap[0]!.at)}"><TotalTimeSeconds>${(next.at - lap[0]!.at) / 1000 - paused}</TotalTimeSeconds>` +
        `<DistanceMeters>${(next.distance - lap[0]!.distance).toFixed(2)}</DistanceMeters><Calories>100</Calories>` +
        `<AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>155</Value></MaximumHeartRateBpm>` +
        `<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>\n${track.join('')}</Track></Lap>\n`,
    );
  }
  return (
    `<Activity Sport="${sport}"><Id>${iso(points[0]!.at)}</Id>\n${laps.join('')}<Notes>From the park</Notes>` +
    `<Creator><Name>Forerunner 965</Name></Creator></Activity>\n`
  );
}

/** A whole TCX document around activities. */
export const tcxDocument = (activities: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase ' +
  'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" ' +
  'xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">\n' +
  `<Activities>\n${activities}</Activities>\n</TrainingCenterDatabase>\n`;

export const tcxSample = (sample: TcxSample): string => tcxDocument(tcxActivity(sample));
