import { parseDecimal } from '../../xml/decimal.ts';
import { convertSpeedUnit } from '../../streams/speed-unit.ts';
import { motionForSport } from '../../streams/motion.ts';
import { trackLength } from '../../streams/order-samples.ts';
import { spreadWholeMinutes } from '../../streams/whole-minutes.ts';
import { joinTracks, withoutCopies } from '../../streams/workout-boundaries.ts';
import { isPlannedTrack } from '../planned-track.ts';
import { parseRoundTripDetails } from '../../roundtrip/details.ts';
import { RoundTripParts } from '../../model/round-trip-parts.ts';
import { LIMITS } from '../../limits.ts';
import { parseTime } from '../../xml/iso-time.ts';
import { FileProblem } from '../../file-problem.ts';
import {
  addBreak,
  newRecording,
  type Recording,
  type SampleKind,
  warnOfFileEnd,
  wrapLongitude,
} from '../../model/recording.ts';
import type { FileSource } from '../../file-source.ts';
import { type ReadOptions, type XmlEnd, XmlReader } from '../../xml/xml-reader.ts';
import { attributeOf, type XmlFormat } from '../../xml/element-words.ts';

type GpxWord = {
  text: boolean;
  reads?: 'number' | 'time';
  is:
    | 'gpx'
    | 'metadata'
    | 'trk'
    | 'trkseg'
    | 'trkpt'
    | 'rte'
    | 'place'
    | 'time'
    | 'value'
    | 'name'
    | 'notes'
    | 'type'
    | 'src'
    | 'roundTripDetails'
    | 'roundTripSeries'
    | '';
  kind: SampleKind;
  scale: number;
};

const word = (is: GpxWord['is'], text = false): GpxWord => ({ text, is, kind: 'altitude', scale: 0 });
const value = (kind: SampleKind, scale: number): GpxWord => ({
  text: true,
  reads: 'number',
  is: 'value',
  kind,
  scale,
});

/** GPX 1.0 and 1.1 and the extensions of Garmin, Strava, Suunto, Polar, cluetrust and others. */
const WORDS: Record<string, GpxWord> = {
  gpx: word('gpx'),
  metadata: word('metadata'),
  trk: word('trk'),
  trkseg: word('trkseg'),
  trkpt: word('trkpt'),
  rte: word('rte'),
  rtept: word('trkpt'),
  wpt: word('place'),
  time: { ...word('time', true), reads: 'time' },
  name: word('name', true),
  desc: word('notes', true),
  cmt: word('notes', true),
  type: word('type', true),
  src: word('src', true),
  ele: value('altitude', 100),
  hr: value('heartrate', 1),
  heartrate: value('heartrate', 1),
  heartRate: value('heartrate', 1),
  HeartRate: value('heartrate', 1),
  cad: value('cadence', 1),
  cadence: value('cadence', 1),
  Cadence: value('cadence', 1),
  RunCadence: value('cadence', 1),
  power: value('power', 1),
  Power: value('power', 1),
  PowerInWatts: value('power', 1),
  watts: value('power', 1),
  Watts: value('power', 1),
  speed: value('speed', 1000),
  Speed: value('speed', 1000),
  atemp: value('temperature', 10),
  temp: value('temperature', 10),
  temperature: value('temperature', 10),
  Temperature: value('temperature', 10),
  WaymarkDetails: word('roundTripDetails', true),
  WaymarkSeries: word('roundTripSeries', true),
};

/** Content outside the tracks. */
type Header = {
  creator: string | null;
  name: string | null;
  notes: string | null;
  /** Single places, which are no route. */
  places: boolean;
  /** A point has a time that cannot be read. */
  unreadTimes: boolean;
  roundTrip: RoundTripParts | null;
};

/**
 * Reads a GPX file. Each `trk` is a workout; a new `trkseg` is a pause before it. In a file without such tracks a `rte`
 * whose points have the times of a movement is one too.
 */
export function readGpx(source: FileSource, reading?: ReadOptions): Recording[] {
  const tracks: Recording[] = [];
  const routes: Recording[] = [];
  const header: Header = {
    creator: null,
    name: null,
    notes: null,
    places: false,
    unreadTimes: false,
    roundTrip: null,
  };
  let track: Recording | null = null;
  let inPoint = false;
  let seriesKind = '';

  const format: XmlFormat<GpxWord> = {
    elements: WORDS,
    block: 'trkpt',
    otherElement: word(''),
    open({ is }, attributes) {
      if (is === 'trkpt') {
        if (!track || inPoint) return;
        inPoint = true;
        addPoint(track, degreesOf(attributes, LATITUDES), degreesOf(attributes, LONGITUDES));
      } else if (is === 'trkseg') {
        if (track && track.samples.n > 0) addBreak(track, track.samples.n);
      } else if (is === 'trk' || is === 'rte') {
        track = newRecording({ format: 'gpx', sport: null, subSport: null });
        if ((is === 'trk' ? tracks : routes).push(track) > LIMITS.workoutsPerFile) {
          throw new FileProblem('too_big', 'This file holds more than 500 tracks. Split it and try again.');
        }
      } else if (is === 'place') header.places = true;
      else if (is === 'roundTripSeries') seriesKind = attributes['kind'] ?? '';
      else if (is === 'gpx') header.creator ??= attributeOf(attributes, 'creator')?.trim() || null;
    },
    numberPair: {
      names: ['lat', 'lon'],
      open(lat, lng) {
        if (!track || inPoint) return;
        inPoint = true;
        addPoint(track, lat, lng);
      },
    },
    value({ is, kind, scale }, value) {
      if (!inPoint) return;
      const { samples } = track!;
      if (is === 'value') samples.set(kind, value * scale);
      else {
        samples.at[samples.n - 1] = value;
        if (value !== value) header.unreadTimes = true;
      }
    },
    close(word, text, parent) {
      if (inPoint) {
        if (word.is === 'value') format.value!(word, parseDecimal(text));
        else if (word.is === 'time' && text.trim() !== '') format.value!(word, parseTime(text));
        else if (word.is === 'trkpt') {
          inPoint = false;
          reader.noteProgress();
        }
      } else if (word.is === 'trk' || word.is === 'rte') track = null;
      else if (word.is === 'roundTripDetails')
        ((track ?? header).roundTrip ??= new RoundTripParts()).addDetails(text);
      else if (word.is === 'roundTripSeries') {
        ((track ?? header).roundTrip ??= new RoundTripParts()).addSeries(
          seriesKind,
          Buffer.from(text, 'base64'),
        );
      } else if (word.text && parent && text) {
        describe(track, header, word.is, parent.is, text.replaceAll('\0', '').trim());
      }
    },
  };
  const reader = new XmlReader(format, reading);
  const end = reader.read(source);
  return finish(tracks, routes, header, end);
}

/** What the attributes of a point are called; the schema knows the first of each. */
const LATITUDES = ['lat', 'latitude'];
const LONGITUDES = ['lon', 'lng', 'long', 'longitude'];

function degreesOf(attributes: Readonly<Record<string, string>>, names: readonly string[]): number {
  for (const name of names) {
    const text = attributeOf(attributes, name);
    if (text !== undefined) return parseDecimal(text);
  }
  return Number.NaN;
}

function addPoint({ samples }: Recording, lat: number, longitude: number): void {
  const lng = wrapLongitude(longitude);
  samples.add(Number.NaN);
  // Impossible positions are left out; the sample's other values stay.
  if (lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180) {
    samples.set('lat', lat * 1e7);
    samples.set('lng', lng * 1e7);
  }
}

/** Links, authors and points have names, descriptions and types as well: only those of a track or the file count. */
function describe(
  track: Recording | null,
  header: Header,
  is: GpxWord['is'],
  parent: GpxWord['is'],
  text: string,
): void {
  if (text === '') return;
  const at =
    parent === 'trk' || parent === 'rte' ? track : parent === 'gpx' || parent === 'metadata' ? header : null;
  if (!at) return;
  if (is === 'name') at.name ??= text;
  else if (is === 'notes') at.notes ??= text;
  else if (at !== track) return;
  else if (is === 'type') track.sport.sport ??= text;
  else if (is === 'src') track.device ??= text;
}

/** Planners date the points of a route by when they were set: only times at which somebody can have been there count. */
function isRecordedRoute({ samples, sport }: Recording): boolean {
  const { at, n } = samples;
  if (n < 2 || isPlannedTrack(samples)) return false;
  for (let i = 0; i < n; i++) if (!(at[i]! >= (at[i - 1] ?? 0))) return false;
  return trackLength(samples) <= ((at[n - 1]! - at[0]!) / 1000) * motionForSport(sport).fastest;
}

function finish(allTracks: Recording[], routes: Recording[], header: Header, end: XmlEnd): Recording[] {
  const tracks = allTracks.filter(({ samples }) => samples.n > 0);
  const recorded = tracks.filter((track) => track.roundTrip !== null || !isPlannedTrack(track.samples));
  const routesRecorded = routes.filter(isRecordedRoute);
  const timed = withoutCopies(recorded.length > 0 ? recorded : routesRecorded);
  if (timed.length === 0) throw noWorkoutProblem([...tracks, ...routes], header, end);
  for (const track of timed) {
    if (track.roundTrip === null) {
      spreadWholeMinutes(track.samples);
      convertSpeedUnit(track.samples);
    }
    track.device ??= header.creator;
    if (timed.length > 1) continue;
    track.name ??= header.name;
    track.notes ??= header.notes;
  }
  if (recorded.length < tracks.length) timed[0]!.warnings.push('A planned track was left out.');
  if (recorded.length > 0 && routesRecorded.length > 0) {
    timed[0]!.warnings.push(
      'The file has its workout as a track. A route with times beside it was left out.',
    );
  }
  warnOfFileEnd(timed.at(-1)!, end);
  if (parseRoundTripDetails(header.roundTrip)?.legs === timed.length) return [createParent(timed, header)];
  return timed.length === 1 || timed.some((track) => track.roundTrip) ? timed : joinTracks(timed);
}

/** GPX has no multi-sport workouts; our own export says which tracks are legs of one. */
function createParent(legs: Recording[], { roundTrip }: Header): Recording {
  const parent = newRecording({ format: 'gpx', sport: 'multisport', subSport: null });
  return { ...parent, device: legs[0]!.device, legs, roundTrip };
}

function noWorkoutProblem(
  lines: readonly Recording[],
  { unreadTimes, places }: Header,
  end: XmlEnd,
): FileProblem {
  const hasTimes = lines.some(({ samples: { at, n } }) => at.subarray(0, n).some((time) => time === time));
  if (unreadTimes && !hasTimes) {
    return new FileProblem(
      'unreadable',
      'The times in this GPX file are in a form that we cannot read. Export the workout again, as FIT or TCX if you can.',
    );
  }
  if (end === 'cut') {
    return new FileProblem(
      'truncated',
      'This GPX file ends before its first complete point. Export it again.',
    );
  }
  if (end === 'damaged') {
    return new FileProblem(
      'damaged',
      'This GPX file is damaged before its first complete point. Export it again.',
    );
  }
  if (places && lines.length === 0) {
    return new FileProblem(
      'not_a_workout',
      'This GPX file holds single places (waypoints), neither a recorded workout nor a route.',
    );
  }
  return lines.length > 0
    ? new FileProblem(
        'planned_route',
        'This file holds a planned route, not a recorded workout. You can save it as a route.',
      )
    : new FileProblem('no_points', 'This GPX file has no points in it. Export the workout again.');
}
