import type { TravelMode } from '@waymark/api-contract';
import { haversine } from '@waymark/units';

/** Degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** A turn instruction, or a note of the member's own. `distance` in metres from the segment's start. */
export interface RouteNote {
  instructions: string;
  lat: number;
  lng: number;
  distance: number;
  isCustomNote: boolean;
}

/** The note at another distance from its segment's start. */
export const shifted = (note: RouteNote, distance: number): RouteNote => ({ ...note, distance });

/**
 * The line between two waypoints. Never changed once made: edits make new segments and share the others, so that
 * a step back costs nothing.
 */
export interface Segment {
  /** Longitude, latitude, longitude, ... in degrees; at least two points, the first is the last one of the segment before. */
  readonly line: Float64Array;
  /** Metres above the sea, one for each point, NaN where no source knows; null when nobody was asked. */
  readonly elevation: Float64Array | null;
  /** Metres. */
  readonly distance: number;
  readonly travelMode: TravelMode;
  readonly notes: readonly RouteNote[];
  /** Came from a file or a workout: it stays as it is when a neighbour is routed again. */
  readonly isStaticData: boolean;
}

/**
 * A course as it is drawn: its first place, and segments that follow each other. Without segments the course is a
 * start and nothing more; without a start it is empty.
 */
export interface Plan {
  readonly start: Place | null;
  readonly segments: readonly Segment[];
}

export const EMPTY_PLAN: Plan = { start: null, segments: [] };

/** The points of a segment. */
export const pointCount = ({ line }: Pick<Segment, 'line'>): number => line.length / 2;

/** Lines of fewer numbers are measured again faster than they are looked up. */
const WORTH_KEEPING = 64;
const measured = new WeakMap<Float64Array, Float64Array>();

/** Metres from the start of a line to each of its points; worked out once for a long line. Not to be changed. */
export function distancesAlong(line: Float64Array): Float64Array {
  const known = measured.get(line);
  if (known) return known;
  const along = new Float64Array(line.length / 2);
  for (let i = 1, k = 2; i < along.length; i++, k += 2)
    along[i] = along[i - 1]! + haversine(line[k - 1]!, line[k - 2]!, line[k + 1]!, line[k]!);
  if (line.length >= WORTH_KEEPING) measured.set(line, along);
  return along;
}

/** A stretch of a line between two of its points. It shares the line's memory, and what is known of it. */
export function stretch(line: Float64Array, from: number, to: number): Float64Array {
  const cut = line.subarray(from * 2, to * 2 + 2);
  const known = measured.get(line);
  if (known && cut.length >= WORTH_KEEPING) {
    const begin = known[from]!;
    const along = known.subarray(from, to + 1);
    measured.set(cut, begin === 0 ? along : along.map((meters) => meters - begin));
  }
  return cut;
}

/** Metres along a line. */
export const lineLength = (line: Float64Array): number => distancesAlong(line).at(-1) ?? 0;

/** A segment over places, with its length measured. @throws RangeError with fewer than two places */
export function makeSegment(
  line: Float64Array,
  travelMode: TravelMode,
  rest: Partial<Pick<Segment, 'elevation' | 'notes' | 'isStaticData'>> = {},
): Segment {
  if (line.length < 4 || line.length % 2 !== 0) throw new RangeError('A segment joins two points at least.');
  return {
    line,
    elevation: rest.elevation ?? null,
    distance: lineLength(line),
    travelMode,
    notes: rest.notes ?? [],
    isStaticData: rest.isStaticData ?? false,
  };
}

/** The straight leg between two places. */
export const straightSegment = (from: Place, to: Place): Segment =>
  makeSegment(Float64Array.of(from.lng, from.lat, to.lng, to.lat), 0);

export function segmentStart({ line }: Segment): Place {
  return { lng: line[0]!, lat: line[1]! };
}

export function segmentEnd({ line }: Segment): Place {
  return { lng: line[line.length - 2]!, lat: line[line.length - 1]! };
}

/** A segment of a course. @throws RangeError when there is no such segment */
export function segmentAt({ segments }: Plan, index: number): Segment {
  const segment = segments[index];
  if (!segment) throw new RangeError(`There is no segment ${index}.`);
  return segment;
}

/** The places that a member set: the start and the end of each segment. */
export function waypoints({ start, segments }: Plan): Place[] {
  return start ? [start, ...segments.map(segmentEnd)] : [];
}

/** Metres. */
export const planLength = ({ segments }: Plan): number =>
  segments.reduce((total, { distance }) => total + distance, 0);

/** All points of a course, those between two segments once. */
export function planPointCount({ start, segments }: Plan): number {
  if (!start) return 0;
  return segments.reduce((total, segment) => total + pointCount(segment) - 1, 1);
}

export interface PlanLine {
  line: Float64Array;
  /** One for each point, NaN where unknown; null when no segment has any. */
  elevation: Float64Array | null;
  /** Metres from the start, one for each point. */
  along: Float64Array;
  /** Index of the first point of each segment, and of the course's last point. */
  starts: Uint32Array;
}

/** The whole course in one piece, for maps and profiles. */
export function planLine(plan: Plan): PlanLine {
  const n = planPointCount(plan);
  const line = new Float64Array(n * 2);
  const along = new Float64Array(n);
  const elevation = plan.segments.some((segment) => segment.elevation) ? new Float64Array(n).fill(NaN) : null;
  const starts = new Uint32Array(plan.segments.length + 1);
  if (plan.start) line.set([plan.start.lng, plan.start.lat]);
  let at = 0;
  for (const [index, segment] of plan.segments.entries()) {
    starts[index] = at;
    line.set(segment.line, at * 2);
    if (elevation && segment.elevation) elevation.set(segment.elevation, at);
    const own = distancesAlong(segment.line);
    const before = along[at]!;
    for (let i = 1; i < own.length; i++) along[at + i] = before + own[i]!;
    at += own.length - 1;
  }
  starts[plan.segments.length] = at;
  return { line, elevation, along, starts };
}
