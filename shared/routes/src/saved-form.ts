import type { RoutePoint, TravelMode } from '@waymark/api-contract';
import { CUSTOM_NOTE_ICON } from '@waymark/api-contract/limits';
import { decodeNotes, encodeNotes } from './notes.ts';
import { EMPTY_PLAN, makeSegment, type Plan, pointCount, type RouteNote, type Segment } from './plan.ts';

const isNotePoint = (point: RoutePoint): boolean =>
  point.order === 0 && point._links?.icon?.some(({ id }) => id === CUSTOM_NOTE_ICON) === true;

function pointOf({ line, elevation }: Segment, i: number, order: number): RoutePoint {
  const height = elevation?.[i];
  return {
    lat: line[i * 2 + 1]!,
    lng: line[i * 2]!,
    order,
    ...(height !== undefined && { elevation: Number.isNaN(height) ? null : height }),
  };
}

/** A note of the member's own, as the point that the specification makes of it. */
function notePoint(note: Segment['notes'][number]): RoutePoint {
  return {
    lat: note.lat,
    lng: note.lng,
    order: 0,
    notes: encodeNotes([note]),
    _links: { icon: [{ href: `/v7.1/marker_icon/${CUSTOM_NOTE_ICON}/`, id: CUSTOM_NOTE_ICON }] },
  };
}

/**
 * The saved form of a course. `order` is 1 at the start, counts up at the end of each segment and is 0 between; the
 * end of a segment carries its travel mode and turn instructions. Custom notes come as points of their own before
 * the end of their segment.
 */
export function encodePlan({ start, segments }: Plan): RoutePoint[] {
  if (!start) return [];
  const [first] = segments;
  const points: RoutePoint[] = [first ? pointOf(first, 0, 1) : { lat: start.lat, lng: start.lng, order: 1 }];
  for (const [index, segment] of segments.entries()) {
    const last = pointCount(segment) - 1;
    for (let i = 1; i < last; i++) points.push(pointOf(segment, i, 0));
    points.push(...segment.notes.filter((note) => note.isCustomNote).map(notePoint));
    const turns = segment.notes.filter((note) => !note.isCustomNote);
    points.push({
      ...pointOf(segment, last, index + 2),
      travel_mode: segment.travelMode,
      ...(turns.length > 0 && { notes: encodeNotes(turns) }),
    });
  }
  return points;
}

const customNotes = (points: readonly RoutePoint[]): RouteNote[] =>
  points.flatMap((point) => decodeNotes(point.notes ?? '', true));

/**
 * The course of saved points. Points after the last segment end, or without any end at all (written by another
 * program), become one more segment; custom notes after it belong to the last segment.
 */
export function decodePlan(points: readonly RoutePoint[]): Plan {
  const segments: Segment[] = [];
  let open: RoutePoint[] = [];
  let custom: RoutePoint[] = [];
  const close = (end: RoutePoint) => {
    segments.push(segmentOf(open, custom, end));
    open = [end];
    custom = [];
  };
  for (const point of points) {
    if (isNotePoint(point)) custom.push(point);
    else {
      open.push(point);
      if (point.order > 0 && open.length > 1) close(point);
    }
  }
  const last = open.at(-1);
  if (last && open.length > 1) close(last);
  const lastSegment = segments.at(-1);
  if (lastSegment)
    segments[segments.length - 1] = { ...lastSegment, notes: [...lastSegment.notes, ...customNotes(custom)] };
  const start = points.find((point) => !isNotePoint(point));
  return start ? { start: { lat: start.lat, lng: start.lng }, segments } : EMPTY_PLAN;
}

function segmentOf(points: readonly RoutePoint[], custom: readonly RoutePoint[], end: RoutePoint): Segment {
  const line = new Float64Array(points.length * 2);
  // The first point belongs to the segment before as well: its height says nothing of this one.
  const elevation = points.some((point, i) => i > 0 && point.elevation !== undefined)
    ? Float64Array.from(points, (point) => point.elevation ?? NaN)
    : null;
  points.forEach(({ lng, lat }, i) => line.set([lng, lat], i * 2));
  const travelMode: TravelMode = end.travel_mode ?? 0;
  return makeSegment(line, travelMode, {
    elevation,
    notes: [...decodeNotes(end.notes ?? ''), ...customNotes(custom)],
    // A straight leg has two points; more of them came from a file or a workout.
    isStaticData: travelMode === 0 && points.length > 2,
  });
}
