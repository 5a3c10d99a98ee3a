import type { TravelMode } from '@waymark/api-contract';
import { type CarriedNote, carriedNotes, addCarriedNotes } from './carry.ts';
import {
  makeSegment,
  type Place,
  type Plan,
  type Segment,
  segmentAt,
  segmentEnd,
  segmentStart,
  shifted,
  waypoints,
} from './plan.ts';

/** A segment that is still to be routed. */
export interface Leg {
  from: Place;
  to: Place;
  travelMode: TravelMode;
  /** What stands for it where the router has no answer, or leads another way. */
  otherwise?: Segment;
}

/** A course after an edit: what stays of it, and the legs that have to be routed first. */
export interface Change {
  start: Place | null;
  pieces: readonly (Segment | Leg)[];
  /** The member's own notes of what is replaced: they go to the new legs. */
  carried?: readonly CarriedNote[];
}

export const isLeg = (piece: Segment | Leg): piece is Leg => !('line' in piece);

/** The legs of a change, in order. */
export const legsOf = ({ pieces }: Change): Leg[] => pieces.filter(isLeg);

/** The course of a change whose legs were routed, in the order of `legsOf`. @throws RangeError when one is missing */
export function complete({ start, pieces, carried = [] }: Change, routed: readonly Segment[]): Plan {
  const fresh: number[] = [];
  const segments = pieces.map((piece, index) => {
    if (!isLeg(piece)) return piece;
    const segment = routed[fresh.push(index) - 1];
    if (!segment) throw new RangeError('A leg of the course was not routed.');
    return piece.otherwise && isOtherWay(piece.otherwise, segment) ? piece.otherwise : segment;
  });
  const [first] = segments;
  return {
    start: first ? segmentStart(first) : start,
    // A router moves waypoints onto the road: the neighbours that stay follow it.
    segments: addCarriedNotes(joined(segments), fresh, carried),
  };
}

/** Much longer or shorter: the router does not know the way that was drawn. */
const isOtherWay = (drawn: Segment, { distance }: Segment): boolean =>
  Math.abs(distance - drawn.distance) > 20 + drawn.distance / 10;

const samePlace = (a: Place, b: Place) => a.lat === b.lat && a.lng === b.lng;

/** Degrees below which two places are one: what rounding to six decimals does. */
const ROUNDING = 1e-5;

/** Makes each segment begin where the one before ends; a waypoint beside the road is joined to it by a straight line. */
function joined(segments: readonly Segment[]): Segment[] {
  const out: Segment[] = [];
  for (const segment of segments) {
    const before = out.at(-1);
    out.push(before ? beginningAt(segment, segmentEnd(before)) : segment);
  }
  return out;
}

function beginningAt(segment: Segment, place: Place): Segment {
  const start = segmentStart(segment);
  if (samePlace(start, place)) return segment;
  const near = Math.abs(start.lat - place.lat) < ROUNDING && Math.abs(start.lng - place.lng) < ROUNDING;
  const line = new Float64Array(segment.line.length + (near ? 0 : 2));
  line.set(segment.line, near ? 0 : 2);
  line.set([place.lng, place.lat]);
  const { elevation, notes, isStaticData, travelMode } = segment;
  const next = makeSegment(line, travelMode, {
    elevation: elevation && (near ? elevation : Float64Array.of(elevation[0]!, ...elevation)),
    notes,
    isStaticData,
  });
  if (near) return next;
  const more = next.distance - segment.distance;
  return { ...next, notes: notes.map((note) => shifted(note, note.distance + more)) };
}

const change = (plan: Plan, at: number, remove: number, pieces: readonly (Segment | Leg)[]): Change => ({
  start: plan.start,
  pieces: [...plan.segments.slice(0, at), ...pieces, ...plan.segments.slice(at + remove)],
  carried: carriedNotes(plan.segments.slice(at, at + remove)),
});

/** Goes on to a place at the end. On an empty course the place becomes the start. */
export function append(plan: Plan, place: Place, travelMode: TravelMode): Change {
  const end = waypoints(plan).at(-1);
  if (!end) return { start: place, pieces: [] };
  return change(plan, plan.segments.length, 0, [{ from: end, to: place, travelMode }]);
}

/** Begins at another place and goes to the old start. */
export function prepend(plan: Plan, place: Place, travelMode: TravelMode): Change {
  if (!plan.start) return { start: place, pieces: [] };
  return { ...change(plan, 0, 0, [{ from: place, to: plan.start, travelMode }]), start: place };
}

/** Mode of a leg that takes a segment's place: what came from a file is straight data, so the tool's mode goes on. */
const modeFor = ({ isStaticData, travelMode }: Segment, tool: TravelMode): TravelMode =>
  isStaticData ? tool : travelMode;

function pointsWith(plan: Plan, index: number): Place[] {
  const points = waypoints(plan);
  if (!points[index]) throw new RangeError(`There is no waypoint ${index}.`);
  return points;
}

/**
 * Moves a waypoint: only the legs on both its sides are routed again.
 * @param tool mode for legs that replace a piece of a file
 * @throws RangeError when there is no such waypoint
 */
export function moveWaypoint(plan: Plan, index: number, place: Place, tool: TravelMode): Change {
  const points = pointsWith(plan, index);
  const before = plan.segments[index - 1];
  const after = plan.segments[index];
  const pieces: Leg[] = [];
  if (before) pieces.push({ from: points[index - 1]!, to: place, travelMode: modeFor(before, tool) });
  if (after) pieces.push({ from: place, to: points[index + 1]!, travelMode: modeFor(after, tool) });
  const moved = change(plan, before ? index - 1 : 0, pieces.length, pieces);
  return index === 0 ? { ...moved, start: place } : moved;
}

/** Leads a segment through one more place. @throws RangeError when there is no such segment */
export function insertWaypoint(plan: Plan, segment: number, place: Place, tool: TravelMode): Change {
  const through = segmentAt(plan, segment);
  const travelMode = modeFor(through, tool);
  return change(plan, segment, 1, [
    { from: segmentStart(through), to: place, travelMode },
    { from: place, to: segmentEnd(through), travelMode },
  ]);
}

/** Leaves a waypoint out; between its neighbours the later leg's mode is taken. @throws RangeError when there is no such waypoint */
export function removeWaypoint(plan: Plan, index: number, tool: TravelMode): Change {
  const points = pointsWith(plan, index);
  if (index === 0) return { start: points[1] ?? null, pieces: plan.segments.slice(1) };
  if (index === points.length - 1) return change(plan, index - 1, 1, []);
  const travelMode = modeFor(plan.segments[index]!, tool);
  return change(plan, index - 1, 2, [{ from: points[index - 1]!, to: points[index + 1]!, travelMode }]);
}

/** Routes a segment again in another mode. @throws RangeError when there is no such segment */
export function setTravelMode(plan: Plan, segment: number, travelMode: TravelMode): Change {
  const old = segmentAt(plan, segment);
  return change(plan, segment, 1, [{ from: segmentStart(old), to: segmentEnd(old), travelMode }]);
}

/** Routes some segments again, each in its mode between its two ends. */
export function rerouteSegments(plan: Plan, isChosen: (segment: Segment) => boolean): Change {
  const chosen = new Set(plan.segments.filter(isChosen));
  const again = (segment: Segment): Leg => ({
    from: segmentStart(segment),
    to: segmentEnd(segment),
    travelMode: segment.travelMode,
  });
  return {
    start: plan.start,
    pieces: plan.segments.map((segment) => (chosen.has(segment) ? again(segment) : segment)),
    carried: carriedNotes([...chosen]),
  };
}

/** Leads from the end to the start again, along roads or straight. Nothing happens on a course that is closed. */
export function backToStart(plan: Plan, travelMode: TravelMode): Change {
  const end = waypoints(plan).at(-1);
  if (!plan.start || !end || samePlace(end, plan.start)) return { start: plan.start, pieces: plan.segments };
  return change(plan, plan.segments.length, 0, [{ from: end, to: plan.start, travelMode }]);
}

/**
 * The course through these places in this order; `modes[i]` leads from place i to the next. Segments whose two ends
 * and mode stay neighbours are kept, as after reordering a list of waypoints.
 */
export function throughPlaces(plan: Plan, places: readonly Place[], modes: readonly TravelMode[]): Change {
  const [start = null] = places;
  const kept = plan.segments.map((segment) => ({ segment, used: false }));
  const pieces = places.slice(1).map((to, i) => {
    const from = places[i]!;
    const travelMode = modes[i] ?? 0;
    const same = kept.find(
      ({ segment, used }) =>
        !used &&
        samePlace(segmentStart(segment), from) &&
        samePlace(segmentEnd(segment), to) &&
        segment.travelMode === travelMode,
    );
    if (!same) return { from, to, travelMode };
    same.used = true;
    return same.segment;
  });
  const gone = kept.flatMap(({ segment, used }) => (used ? [] : [segment]));
  return { start, pieces, carried: carriedNotes(gone) };
}
