import type { SwimStroke } from '@waymark/api-contract';
import type { Gadget } from './gadgets.ts';
import { releaseBuffers } from '../release-buffers.ts';
import type { RoundTripParts } from './round-trip-parts.ts';
import { LIMITS } from '../limits.ts';
import { FileProblem } from '../file-problem.ts';
import { type FileSport, MISSING } from './parsed-workout.ts';

/** The columns a file can give, in the units of the stored streams. */
export const SAMPLE_KINDS = [
  'lat',
  'lng',
  'distance',
  'altitude',
  'heartrate',
  'cadence',
  'power',
  'speed',
  'temperature',
] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** Samples as they are read, in typed arrays that double: no object per point. */
export class Samples {
  n = 0;
  /** ms since 1970, NaN where the file gives no time. */
  at = new Float64Array(1024);
  columns: Partial<Record<SampleKind, Int32Array>> = {};
  #capacity = 1024;

  /** Starts a sample; `set` then fills it. */
  add(at: number): void {
    if (this.n === this.#capacity) this.#grow();
    this.at[this.n++] = at;
  }

  /** Sets a value of the last sample, in stored units; one outside int32 is a missing value. */
  set(kind: SampleKind, value: number): void {
    const column = this.columns[kind] ?? this.#column(kind);
    column[this.n - 1] = value > -2147483648 && value < 2147483648 ? Math.round(value) : MISSING;
  }

  /** Replaces a whole column. */
  rewrite(kind: SampleKind, valueAt: (index: number) => number): void {
    const column = this.#column(kind);
    for (let i = 0; i < this.n; i++) column[i] = Math.round(valueAt(i));
  }

  /** Appends all samples of another. */
  append(other: Samples): void {
    for (let i = 0; i < other.n; i++) {
      this.add(other.at[i]!);
      for (const kind of SAMPLE_KINDS) {
        const value = other.columns[kind]?.[i] ?? MISSING;
        if (value !== MISSING) this.set(kind, value);
      }
    }
  }

  /** A copy in the order of the times. */
  byTime(): Samples {
    const order = Array.from({ length: this.n }, (_, i) => i).toSorted((a, b) => this.at[a]! - this.at[b]!);
    const sorted = new Samples();
    sorted.#capacity = Math.max(1, this.n);
    sorted.n = this.n;
    sorted.at = Float64Array.from(order, (i) => this.at[i]!);
    for (const kind of SAMPLE_KINDS) {
      const column = this.columns[kind];
      if (column) sorted.columns[kind] = Int32Array.from(order, (i) => column[i]!);
    }
    return sorted;
  }

  /** A copy of the samples that match. */
  filter(wanted: (index: number) => boolean): Samples {
    const indices: number[] = [];
    for (let i = 0; i < this.n; i++) if (wanted(i)) indices.push(i);
    const part = new Samples();
    part.#capacity = Math.max(1, indices.length);
    part.n = indices.length;
    part.at = Float64Array.from(indices, (i) => this.at[i]!);
    for (const kind of SAMPLE_KINDS) {
      const column = this.columns[kind];
      if (column) part.columns[kind] = Int32Array.from(indices, (i) => column[i]!);
    }
    return part;
  }

  /** Whether another has the same samples. */
  hasSameValues(other: Samples): boolean {
    if (this.n !== other.n || this.at[0] !== other.at[0]) return false;
    const isSame = (a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): boolean => {
      for (let i = 0; i < this.n; i++) if (!Object.is(a?.[i] ?? MISSING, b?.[i] ?? MISSING)) return false;
      return true;
    };
    return (
      isSame(this.at, other.at) &&
      SAMPLE_KINDS.every((kind) => isSame(this.columns[kind], other.columns[kind]))
    );
  }

  /** Releases the memory of all columns, which cannot be read afterwards. */
  release(): void {
    releaseBuffers(this.at, ...Object.values(this.columns));
  }

  #column(kind: SampleKind): Int32Array {
    const column = new Int32Array(this.#capacity).fill(MISSING);
    this.columns[kind] = column;
    return column;
  }

  #grow(): void {
    if (this.n >= LIMITS.points) {
      throw new FileProblem(
        'too_many_points',
        'This file holds more than two million points, more than one workout can have. Split it and try again.',
      );
    }
    this.#capacity = Math.min(this.#capacity * 2, LIMITS.points);
    const at = new Float64Array(this.#capacity);
    at.set(this.at);
    releaseBuffers(this.at);
    this.at = at;
    for (const kind of SAMPLE_KINDS) {
      const old = this.columns[kind];
      if (!old) continue;
      const column = new Int32Array(this.#capacity);
      column.set(old);
      column.fill(MISSING, old.length);
      releaseBuffers(old);
      this.columns[kind] = column;
    }
  }
}

/** A lap as the device recorded it: `start` in ms since 1970, seconds, metres, m/s. */
export type RecordedLap = {
  start: number;
  elapsed: number | null;
  active: number | null;
  distance: number | null;
  ascent: number | null;
  descent: number | null;
  heartrateAvg: number | null;
  heartrateMax: number | null;
  cadenceAvg: number | null;
  powerAvg: number | null;
  speedAvg: number | null;
  speedMax: number | null;
  trigger: string | null;
};

export const NO_LAP: RecordedLap = {
  start: Number.NaN,
  elapsed: null,
  active: null,
  distance: null,
  ascent: null,
  descent: null,
  heartrateAvg: null,
  heartrateMax: null,
  cadenceAvg: null,
  powerAvg: null,
  speedAvg: null,
  speedMax: null,
  trigger: null,
};

/** The device's totals. Seconds, metres, joules, beats, m/s, watts. */
export type RecordedTotals = {
  elapsed: number | null;
  timer: number | null;
  /** Seconds in motion, where the device knows better than the samples (lengths of a pool). */
  active: number | null;
  distance: number | null;
  ascent: number | null;
  descent: number | null;
  energy: number | null;
  steps: number | null;
  heartrateAvg: number | null;
  heartrateMax: number | null;
  cadenceAvg: number | null;
  cadenceMax: number | null;
  powerAvg: number | null;
  powerMax: number | null;
  speedMax: number | null;
};

export const NO_TOTALS: RecordedTotals = {
  elapsed: null,
  timer: null,
  active: null,
  distance: null,
  ascent: null,
  descent: null,
  energy: null,
  steps: null,
  heartrateAvg: null,
  heartrateMax: null,
  cadenceAvg: null,
  cadenceMax: null,
  powerAvg: null,
  powerMax: null,
  speedMax: null,
};

/** A length of a pool, or a rest between two lengths: ms since 1970. */
export type RecordedLength = {
  from: number;
  to: number;
  /** False for a rest. */
  isActive: boolean;
  /** A drill: swum, but with no length counted. */
  isDrill: boolean;
  strokes: number | null;
  stroke: SwimStroke | null;
};

/** One workout as read from a file, before repairs and computed figures. */
export type Recording = {
  name: string | null;
  notes: string | null;
  sport: FileSport;
  device: string | null;
  gadgets: Gadget[];
  /** ms since 1970 when the file says it. */
  start: number | null;
  /** Minutes by which the local clock was ahead of UTC; null where the file does not say. */
  utcOffset: number | null;
  samples: Samples;
  /** Sample indices before which the device was paused (a new segment or track). */
  breaks: number[];
  /** Pauses by the clock, ms since 1970. */
  pauses: [from: number, to: number][];
  /** The file has timer events, so that a gap without one is no pause. */
  hasTimerEvents: boolean;
  /** ms since 1970 at which the timer was started, where an event says so before any other. */
  timerStart: number | null;
  /** Swimming in a pool: the lengths swum and the rests between them, in order. */
  lengths: RecordedLength[];
  /** Metres of the pool. */
  poolLength: number | null;
  laps: RecordedLap[];
  totals: RecordedTotals;
  warnings: string[];
  legs: Recording[];
  isTransition: boolean;
  /** Round-trip parts of our own export; null in other files. */
  roundTrip: RoundTripParts | null;
};

export function newRecording(sport: FileSport): Recording {
  return {
    name: null,
    notes: null,
    sport,
    device: null,
    gadgets: [],
    start: null,
    utcOffset: null,
    samples: new Samples(),
    breaks: [],
    pauses: [],
    hasTimerEvents: false,
    timerStart: null,
    lengths: [],
    poolLength: null,
    laps: [],
    totals: { ...NO_TOTALS },
    warnings: [],
    legs: [],
    isTransition: false,
    roundTrip: null,
  };
}

/** Notes that the device was paused before the sample at an index; several breaks before one sample are one. */
export function addBreak({ breaks }: Recording, index: number): void {
  if (breaks.at(-1) === index) return;
  if (breaks.push(index) <= LIMITS.breaksPerWorkout) return;
  throw new FileProblem(
    'too_big',
    'This file holds more than 50,000 pauses, more than one workout can have. Split it and try again.',
  );
}

/** Longitudes that count on past the date line, or from 0 to 360, in -180 to 180. */
export const wrapLongitude = (degrees: number): number =>
  Math.abs(degrees) <= 180 || Math.abs(degrees) > 360 ? degrees : degrees - Math.sign(degrees) * 360;

/** Adds a warning to the last workout that was read before a file ended early. */
export function warnOfFileEnd(last: Recording, end: 'whole' | 'cut' | 'damaged' | 'more'): void {
  if (end === 'cut') {
    last.warnings.push('The file ends in the middle. Everything before that place was kept.');
  } else if (end === 'damaged') {
    last.warnings.push('Part of the file is damaged. Everything before that place was kept.');
  } else if (end === 'more') {
    last.warnings.push('Other documents follow in the file that we cannot read. They were left out.');
  }
}
