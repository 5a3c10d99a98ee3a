import { decimal } from '../../xml/decimal.ts';
import { joinTracks } from '../../streams/workout-boundaries.ts';
import { isPlannedTrack } from '../planned-track.ts';
import { keptDetails } from '../../roundtrip/details.ts';
import { KeptParts } from '../../model/round-trip-parts.ts';
import { LIMITS } from '../../limits.ts';
import { parseTime } from '../../xml/iso-time.ts';
import { FileProblem } from '../../file-problem.ts';
import { newRecording, type Recording, type SampleKind, warnOfEnd } from '../../model/recording.ts';
import type { Source } from '../../file-source.ts';
import { type Reading, type XmlEnd, XmlReader } from '../../xml/xml-reader.ts';
import type { XmlFormat } from '../../xml/element-words.ts';

type GpxWord = {
  text: boolean;
  reads?: 'number' | 'time';
  is:
    | 'gpx'
    | 'metadata'
    | 'trk'
    | 'trkseg'
    | 'trkpt'
    | 'plan'
    | 'time'
    | 'value'
    | 'name'
    | 'notes'
    | 'type'
    | 'src'
    | 'keptDetails'
    | 'keptSeries'
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
  rte: word('plan'),
  wpt: word('plan'),
  time: { ...word('time', true), reads: 'time' },
  name: word('name', true),
  desc: word('notes', true),
  cmt: word('notes', true),
  type: word('type', true),
  src: word('src', true),
  ele: value('altitude', 100),
  hr: value('heartrate', 1),
  heartrate: value('heartrate', 1),
  cad: value('cadence', 1),
  cadence: value('cadence', 1),
  RunCadence: value('cadence', 1),
  power: value('power', 1),
  PowerInWatts: value('power', 1),
  watts: value('power', 1),
  Watts: value('power', 1),
  speed: value('speed', 1000),
  Speed: value('speed', 1000),
  atemp: value('temperature', 10),
  temp: value('temperature', 10),
  Temperature: value('temperature', 10),
  WaymarkDetails: word('keptDetails', true),
  WaymarkSeries: word('keptSeries', true),
};

/** What stood outside the tracks. */
type Header = {
  creator: string | null;
  name: string | null;
  notes: string | null;
  plan: boolean;
  kept: KeptParts | null;
};

/** Reads a GPX file. Each `trk` is a workout; a new `trkseg` is a pause before it. */
export function readGpx(source: Source, reading?: Reading): Recording[] {
  const recordings: Recording[] = [];
  const header: Header = { creator: null, name: null, notes: null, plan: false, kept: null };
  let track: Recording | null = null;
  let inPoint = false;
  let keptKind = '';

  const format: XmlFormat<GpxWord> = {
    words: WORDS,
    block: 'trkpt',
    other: word(''),
    open({ is }, attributes) {
      if (is === 'trkpt') {
        if (!track || inPoint) return;
        inPoint = true;
        addPoint(track, decimal(attributes['lat'] ?? ''), decimal(attributes['lon'] ?? ''));
      } else if (is === 'trkseg') {
        if (track && track.samples.n > 0) track.breaks.push(track.samples.n);
      } else if (is === 'trk') {
        track = newRecording({ format: 'gpx', sport: null, subSport: null });
        if (recordings.push(track) > LIMITS.workoutsPerFile) {
          throw new FileProblem('too_big', 'This file holds more than 500 tracks. Split it and try again.');
        }
      } else if (is === 'plan') header.plan = true;
      else if (is === 'keptSeries') keptKind = attributes['kind'] ?? '';
      else if (is === 'gpx') header.creator ??= attributes['creator']?.trim() || null;
    },
    pair: {
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
      else samples.at[samples.n - 1] = value;
    },
    close(word, text, parent) {
      if (inPoint) {
        if (word.is === 'value') format.value!(word, decimal(text));
        else if (word.is === 'time') format.value!(word, parseTime(text));
        else if (word.is === 'trkpt') {
          inPoint = false;
          reader.useful();
        }
      } else if (word.is === 'trk') track = null;
      else if (word.is === 'keptDetails') ((track ?? header).kept ??= new KeptParts()).addDetails(text);
      else if (word.is === 'keptSeries') {
        ((track ?? header).kept ??= new KeptParts()).addSeries(keptKind, Buffer.from(text, 'base64'));
      } else if (word.text && parent && text) {
        describe(track, header, word.is, parent.is, text.replaceAll('\0', '').trim());
      }
    },
  };
  const reader = new XmlReader(format, reading);
  return finish(recordings, header, reader.read(source));
}

function addPoint({ samples }: Recording, lat: number, lng: number): void {
  samples.add(Number.NaN);
  // A place off the globe is no place; the sample's other values stay.
  if (lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180) {
    samples.set('lat', lat * 1e7);
    samples.set('lng', lng * 1e7);
  }
}

/** Links, authors and points have names, descriptions and types as well: only what a track or the file says of itself counts. */
function describe(
  track: Recording | null,
  header: Header,
  is: GpxWord['is'],
  parent: GpxWord['is'],
  text: string,
): void {
  if (text === '') return;
  const at = parent === 'trk' ? track : parent === 'gpx' || parent === 'metadata' ? header : null;
  if (!at) return;
  if (is === 'name') at.name ??= text;
  else if (is === 'notes') at.notes ??= text;
  else if (at !== track) return;
  else if (is === 'type') track.sport.sport ??= text;
  else if (is === 'src') track.device ??= text;
}

function finish(recordings: Recording[], header: Header, end: XmlEnd): Recording[] {
  const kept = recordings.filter(({ samples }) => samples.n > 0);
  const timed = kept.filter((track) => track.kept !== null || !isPlannedTrack(track.samples));
  if (timed.length === 0) throw nothingTimed(kept.length > 0 || header.plan, end);
  for (const track of timed) {
    track.device ??= header.creator;
    if (timed.length > 1) continue;
    track.name ??= header.name;
    track.notes ??= header.notes;
  }
  if (timed.length < kept.length) timed[0]!.warnings.push('A planned track was left out.');
  warnOfEnd(timed.at(-1)!, end);
  if (keptDetails(header.kept)?.legs === timed.length) return [parentOf(timed, header)];
  return timed.length === 1 || timed.some((track) => track.kept) ? timed : joinTracks(timed);
}

/** GPX knows no workout of several sports; our own export says which tracks are its legs. */
function parentOf(legs: Recording[], { kept }: Header): Recording {
  const parent = newRecording({ format: 'gpx', sport: 'multisport', subSport: null });
  return { ...parent, device: legs[0]!.device, legs, kept };
}

function nothingTimed(points: boolean, end: XmlEnd): FileProblem {
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
  return points
    ? new FileProblem(
        'planned_route',
        'This file holds a planned route, not a recorded workout. You can save it as a route.',
      )
    : new FileProblem('no_points', 'This GPX file has no points in it. Export the workout again.');
}
