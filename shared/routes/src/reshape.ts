import { carriedNotes } from './carry.ts';
import type { Change, Leg } from './edits.ts';
import {
  distancesAlong,
  makeSegment,
  type Place,
  type Plan,
  pointCount,
  type RouteNote,
  type Segment,
  segmentAt,
  segmentEnd,
  segmentStart,
  shifted,
  stretch,
} from './plan.ts';

/** Replaces segments by others. The neighbours have to fit. */
export const spliceSegments = (
  plan: Plan,
  at: number,
  remove: number,
  segments: readonly Segment[],
): Plan => {
  const next = [...plan.segments.slice(0, at), ...segments, ...plan.segments.slice(at + remove)];
  return { start: next[0] ? segmentStart(next[0]) : plan.start, segments: next };
};

function part(segment: Segment, from: number, to: number, notes: readonly RouteNote[]): Segment {
  return makeSegment(stretch(segment.line, from, to), segment.travelMode, {
    elevation: segment.elevation?.subarray(from, to + 1) ?? null,
    notes,
    isStaticData: segment.isStaticData,
  });
}

/**
 * Makes two segments of one at one of its inner points; the line stays as it is and notes go with their place.
 * @throws RangeError at an end of the segment, or where there is no such segment
 */
export function splitSegment(plan: Plan, index: number, point: number): Plan {
  const segment = plan.segments[index];
  if (!segment || point <= 0 || point >= pointCount(segment) - 1)
    throw new RangeError('A segment is split at one of its inner points.');
  const head = part(segment, 0, point, []);
  const tail = part(segment, point, pointCount(segment) - 1, []);
  const shift = head.distance;
  return spliceSegments(plan, index, 1, [
    { ...head, notes: segment.notes.filter(({ distance }) => distance <= shift) },
    {
      ...tail,
      notes: segment.notes
        .filter(({ distance }) => distance > shift)
        .map((note) => shifted(note, note.distance - shift)),
    },
  ]);
}

/** Makes one segment of two neighbours: the waypoint between them goes, the line stays. @throws RangeError at the last segment */
export function joinSegments(plan: Plan, index: number): Plan {
  const a = plan.segments[index];
  const b = plan.segments[index + 1];
  if (!a || !b) throw new RangeError('Only neighbors can be joined.');
  const line = new Float64Array(a.line.length + b.line.length - 2);
  line.set(a.line);
  line.set(b.line.subarray(2), a.line.length);
  const elevation = a.elevation || b.elevation ? new Float64Array(line.length / 2).fill(NaN) : null;
  if (a.elevation) elevation!.set(a.elevation);
  if (b.elevation) elevation!.set(b.elevation.subarray(1), pointCount(a));
  const straight = a.travelMode === 0 || b.travelMode === 0 || a.travelMode !== b.travelMode;
  return spliceSegments(plan, index, 2, [
    makeSegment(line, straight ? 0 : a.travelMode, {
      elevation,
      notes: [...a.notes, ...b.notes.map((note) => shifted(note, note.distance + a.distance))],
      isStaticData: straight,
    }),
  ]);
}

/**
 * Cuts a long piece of a file around one of its points, so that moving the point bends only a stretch of it.
 * @param reach metres to each side that may be routed anew
 * @returns the course with waypoints before, at and behind the place, and the number of the one at the place
 */
export function loosen(
  plan: Plan,
  index: number,
  point: number,
  reach: number,
): { plan: Plan; waypoint: number } {
  const segment = plan.segments[index]!;
  const along = distancesAlong(segment.line);
  const here = along[point]!;
  let before = point;
  while (before > 0 && here - along[before]! < reach) before--;
  let after = point;
  while (after < along.length - 1 && along[after]! - here < reach) after++;
  let next = plan;
  let waypoint = index;
  // From behind, so that the numbers before stay true.
  for (const at of [after, point, before])
    if (at > 0 && at < pointCount(next.segments[index]!) - 1) next = splitSegment(next, index, at);
  if (before > 0 && before < point) waypoint++;
  if (point > 0) waypoint++;
  return { plan: next, waypoint: Math.min(waypoint, next.segments.length) };
}

/** A segment walked the other way. Turn instructions do not hold any more; notes of the member's own do. */
export function reverseSegment(segment: Segment): Segment {
  // Turned as a whole, latitude stands before longitude.
  const line = segment.line.slice().reverse();
  for (let i = 0; i < line.length; i += 2) line.set([line[i + 1]!, line[i]!], i);
  return {
    ...segment,
    line,
    elevation: segment.elevation && segment.elevation.slice().reverse(),
    notes: segment.notes
      .filter(({ isCustomNote }) => isCustomNote)
      .map((note) => shifted(note, Math.max(0, segment.distance - note.distance)))
      .reverse(),
  };
}

/**
 * What was routed is asked for again in the other direction: turns are others, and streets may be one-way. On foot the
 * same line can be walked back, whatever the router says.
 */
function back(segment: Segment): Segment | Leg {
  const { travelMode } = segment;
  if (travelMode === 0) return reverseSegment(segment);
  const leg = { from: segmentEnd(segment), to: segmentStart(segment), travelMode };
  return travelMode === 1 ? { ...leg, otherwise: { ...reverseSegment(segment), notes: [] } } : leg;
}

/** A course walked the other way: its pieces, and the notes that its legs carry. */
const wayBack = ({ segments }: Plan) => ({
  pieces: [...segments].reverse().map(back),
  carried: carriedNotes(segments.filter(({ travelMode }) => travelMode !== 0)).map(({ note, share }) => ({
    note,
    share: 1 - share,
  })),
});

/** The course the other way round. */
export function reverse(plan: Plan): Change {
  const end = plan.segments.at(-1);
  return { start: end ? segmentEnd(end) : plan.start, ...wayBack(plan) };
}

/** There, and the same way back. */
export function outAndBack(plan: Plan): Change {
  const { pieces, carried } = wayBack(plan);
  return { start: plan.start, pieces: [...plan.segments, ...pieces], carried };
}

/**
 * Adds a note: at position 1 in the first segment, last for a note at the segment's end, first otherwise, as the
 * specification orders them.
 * @throws RangeError when there is no such segment
 */
export function addNote(plan: Plan, index: number, note: RouteNote, atEnd: boolean): Plan {
  const notes = [...segmentAt(plan, index).notes];
  notes.splice(atEnd ? notes.length : index === 0 ? 1 : 0, 0, note);
  return setNotes(plan, index, notes);
}

/** Puts other notes in a segment's place. @throws RangeError when there is no such segment */
export const setNotes = (plan: Plan, index: number, notes: readonly RouteNote[]): Plan =>
  spliceSegments(plan, index, 1, [{ ...segmentAt(plan, index), notes }]);

/** The straight course over places, as one piece that stays as it is: from a file or a workout. */
export function staticPlan(places: readonly (Place & { elevation?: number | null })[]): Plan {
  const [start] = places;
  if (!start || places.length < 2)
    return { start: start ? { lat: start.lat, lng: start.lng } : null, segments: [] };
  const line = new Float64Array(places.length * 2);
  places.forEach(({ lng, lat }, i) => line.set([lng, lat], i * 2));
  const elevation = places.some((place) => typeof place.elevation === 'number')
    ? Float64Array.from(places, (place) => place.elevation ?? NaN)
    : null;
  return {
    start: { lat: start.lat, lng: start.lng },
    segments: [makeSegment(line, 0, { elevation, isStaticData: places.length > 2 })],
  };
}
