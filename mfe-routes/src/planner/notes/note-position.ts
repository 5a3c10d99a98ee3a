import type { Place, PlacedNote, Plan, PlanLine, RouteNote, Segment } from '@waymark/routes';

const startOf = ({ along, starts }: PlanLine, segment: number): number => along[starts[segment]!] ?? 0;

export interface CoursePosition {
  segment: number;
  place: Place;
  /** Metres from the segment's start. */
  distance: number;
  /** At the very end of its segment. */
  atEnd: boolean;
}

/** The place at a distance from the start. Null on a course without a leg. */
export function coursePositionAt(whole: PlanLine, meters: number): CoursePosition | null {
  const { line, along, starts } = whole;
  const last = along.length - 1;
  if (last < 1) return null;
  const wished = Math.min(along[last]!, Math.max(0, meters));
  let low = 1;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along[middle]! < wished) low = middle + 1;
    else high = middle;
  }
  const span = along[low]! - along[low - 1]!;
  const part = span > 0 ? (wished - along[low - 1]!) / span : 1;
  const between = (a: number, b: number) => a + part * (b - a);
  let segment = 0;
  while (segment < starts.length - 2 && starts[segment + 1]! < low) segment++;
  return {
    segment,
    place: {
      lng: between(line[low * 2 - 2]!, line[low * 2]!),
      lat: between(line[low * 2 - 1]!, line[low * 2 + 1]!),
    },
    distance: wished - startOf(whole, segment),
    atEnd: low === starts[segment + 1] && part === 1,
  };
}

export const createNote = ({ place, distance }: CoursePosition, instructions: string): RouteNote => ({
  ...place,
  instructions,
  distance,
  isCustomNote: true,
});

/** Segments to put in the place of others, so that a note changes and moves in one step. */
export interface Replacement {
  at: number;
  segments: Segment[];
}

/** A note of one's own with another text at another place of the course. */
export function moveNote(
  plan: Plan,
  { segment: from, index }: PlacedNote,
  to: CoursePosition,
  text: string,
): Replacement {
  const at = Math.min(from, to.segment);
  const segments = plan.segments.slice(at, Math.max(from, to.segment) + 1);
  const notesOf = (number: number) => segments[number - at]!.notes;
  const put = (number: number, notes: readonly RouteNote[]) =>
    (segments[number - at] = { ...segments[number - at]!, notes });
  put(
    from,
    notesOf(from).filter((_, i) => i !== index),
  );
  const others = notesOf(to.segment);
  const behind = others.findIndex(({ distance }) => distance > to.distance);
  const place = behind < 0 ? others.length : behind;
  put(to.segment, [...others.slice(0, place), createNote(to, text), ...others.slice(place)]);
  return { at, segments };
}
