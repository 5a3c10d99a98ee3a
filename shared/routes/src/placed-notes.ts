import { haversine } from '@waymark/units';
import type { Plan, PlanLine, RouteNote } from './plan.ts';
import { spotOn } from './spot-on.ts';

/** Metres between a note and where it is told to be that thinning a line makes. */
const THINNED = 20;
/** Metres beside the line within which a note tells by its place where on the way it comes. */
const BESIDE = 100;
/** Lines that wind much are this much shorter when thinned. */
const SHORTER = 0.7;
const SLACK = 50;

/** A note with where it stands in a course. */
export interface PlacedNote {
  segment: number;
  /** Among the notes of its segment. */
  index: number;
  note: RouteNote;
  /** Metres from the start of the course. */
  along: number;
}

/** Index of the last point before a distance, at most `high - 1`. */
function pointBefore(along: Float64Array, meters: number, low: number, high: number): number {
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if (along[middle]! < meters) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Routes that were thinned before their notes were measured anew tell distances of the longer line: their places say
 * where they are.
 */
function alongOf(whole: PlanLine, note: RouteNote, first: number, last: number): number {
  const { line, along } = whole;
  const start = along[first]!;
  const told = Math.min(along[last]!, Math.max(start, start + note.distance));
  const at = pointBefore(along, told, first, last);
  const span = along[at + 1]! - along[at]!;
  const part = span > 0 ? (told - along[at]!) / span : 0;
  const between = (i: number) => line[i]! + part * (line[i + 2]! - line[i]!);
  if (haversine(between(at * 2 + 1), between(at * 2), note.lat, note.lng) <= THINNED) return told;
  const from = pointBefore(along, start + SHORTER * (told - start) - SLACK, first, last);
  const to = pointBefore(along, told + SLACK, first, last) + 1;
  const spot = spotOn(whole, note, told, from, to);
  return spot.away <= BESIDE ? spot.along : told;
}

/** All notes of a course in the order in which one comes by them. @param whole the same course in one piece */
export function placedNotes({ segments }: Plan, whole: PlanLine): PlacedNote[] {
  const placed = segments.flatMap(({ notes }, segment) => {
    const [first, last] = [whole.starts[segment]!, whole.starts[segment + 1]!];
    return notes.map((note, index) => ({ segment, index, note, along: alongOf(whole, note, first, last) }));
  });
  return placed.sort((a, b) => a.along - b.along);
}
