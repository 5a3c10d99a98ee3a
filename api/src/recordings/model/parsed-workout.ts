import type { Lap, SwimLength } from '@waymark/api-contract';
import type { StreamKind, Streams } from '@waymark/streams';
import type { Gadget } from './gadgets.ts';
import { HEALTH_STREAMS, withoutHeartRate } from './health-data.ts';
import type { PartialWrittenFields } from './written-fields.ts';

export { MISSING, STREAM_KINDS, type Range, type StreamKind, type Streams } from '@waymark/streams';

/** One column as it is stored and shipped: int32 delta, byte shuffle, gzip. */
export type EncodedColumn = { kind: StreamKind; n: number; data: Uint8Array<ArrayBuffer> };

export type FileFormat = 'fit' | 'gpx' | 'tcx';

/** The sport as the file names it, null where it names none. */
export type FileSport = { format: FileFormat; sport: string | null; subSport: string | null };

/** Each is independent of the others: a device may give a maximum without an average. */
export type FigureRange = { min: number | null; max: number | null; avg: number | null };

/** Figures of a recording before they are stored as the contract's `Aggregates`. */
export type RecordedFigures = {
  /** Metres. */
  distance: number | null;
  /** Seconds from first to last moment, pauses included. */
  elapsed: number;
  /** Seconds in motion. */
  active: number;
  /** Seconds the device was paused; null where unknown. */
  paused: number | null;
  /** Seconds recorded without moving. elapsed = active + paused + stopped, where they are known. */
  stopped: number | null;
  /** Metres. */
  ascent: number | null;
  descent: number | null;
  /** Joules, as the device estimated it. */
  energy: number | null;
  steps: number | null;
  heartrate: FigureRange | null;
  /** m/s; the average is distance over active time. */
  speed: FigureRange | null;
  cadence: FigureRange | null;
  power: FigureRange | null;
  /** At least two samples with a position. */
  hasTrack: boolean;
};

export type Preview = {
  /** At most 200 points, Google polyline with 5 decimals; null without a track. */
  polyline: string | null;
  /** West, south, east, north in degrees; west is above east when the track crosses the date line. */
  bounds: [number, number, number, number] | null;
};

/** What statistics store of a recording, so that they need not read its series again. */
export interface Analysis {
  /** Seconds at each of `CURVE_METERS`, as far as the workout goes. */
  distance: Float32Array | null;
  /** Watts at each of `CURVE_SECONDS`, as far as the workout lasts. */
  power: Float32Array | null;
  /** Seconds at each heart rate. */
  heartrate: Float32Array | null;
}

type Workout = PartialWrittenFields & {
  name: string | null;
  /** The name comes from a sport profile of the device, such as "Run", and not from the member. */
  isProfileName?: boolean;
  sport: FileSport;
  activityTypeId: number;
  start: Date;
  /** IANA name: by the first position, else the caller's default, else UTC. */
  timeZone: string;
  timeZoneFrom: 'position' | 'file' | 'none';
  device: string | null;
  /** Sensors beside the device, where the file lists them. */
  gadgets?: readonly Gadget[];
  laps: Lap[];
  /** Of a swim in a pool, in order; rests are what lies between them. */
  lengths?: SwimLength[];
  /** Metres of the pool. */
  poolLength?: number | null;
  summary: RecordedFigures;
  preview: Preview;
  /** Sentences on what was repaired or left out. */
  warnings: string[];
  isTransition: boolean;
};

/** One workout with its raw columns. A multi-sport parent carries its legs in order. */
export type ParsedWorkout = Workout & { streams: Streams; legs: ParsedWorkout[] };

/** One workout as a reader process returns it: with encoded columns and analysis. */
export type ReadWorkout = Workout & {
  n: number;
  encoded: EncodedColumn[];
  analysis: Analysis;
  legs: ReadWorkout[];
};

/** Heart rate is in it; a FIT file holds the weight and the heart rate limits of who wore the device, too. */
export const isHealthDataIn = ({ sport, summary, legs }: ReadWorkout): boolean =>
  sport.format === 'fit' || summary.heartrate !== null || legs.some(isHealthDataIn);

const HEART_RATE_LEFT_OUT =
  'Heart rate was left out: you have not given your consent for health data. You can give it in the Privacy Center.';

/**
 * A workout as a file gives it to a member who does not let their health data be read: without any heart rate, and
 * without the energy that a device worked out from it.
 */
export function withoutHealthData<W extends ReadWorkout | ParsedWorkout>(workout: W): W {
  const { laps, legs, summary, warnings } = workout;
  const plain: W = {
    ...workout,
    laps: laps.map(withoutHeartRate),
    summary: { ...summary, heartrate: null, energy: summary.heartrate === null ? summary.energy : null },
    legs: legs.map((leg) => withoutHealthData(leg)),
    warnings: summary.heartrate === null ? warnings : [...warnings, HEART_RATE_LEFT_OUT],
  };
  if ('encoded' in plain) {
    plain.encoded = plain.encoded.filter(({ kind }) => !HEALTH_STREAMS.has(kind));
    plain.analysis = plain.analysis && { ...plain.analysis, heartrate: null };
  } else if ('streams' in plain) {
    const columns = Object.entries(plain.streams.columns).filter(
      ([kind]) => !HEALTH_STREAMS.has(kind as StreamKind),
    );
    plain.streams = { ...plain.streams, columns: Object.fromEntries(columns) };
  }
  return plain;
}
