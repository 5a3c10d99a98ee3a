import { lineIndex } from './nearest.ts';
import type { Plan, PlanLine, RouteNote } from './plan.ts';

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

/**
 * All notes of a course in the order in which one comes by them. Routes that were thinned before their notes were
 * measured anew tell distances of the longer line: a note's place says where it is, if that is not far from there.
 * @param whole the same course in one piece
 */
export function placedNotes({ segments }: Plan, whole: PlanLine): PlacedNote[] {
  const line = lineIndex(whole);
  const placed = segments.flatMap(({ notes }, segment) => {
    const [first = 0, last = 0] = [segment, segment + 1].map((i) => whole.along[whole.starts[i]!]);
    return notes.map((note, index) => {
      const told = Math.min(last, Math.max(first, first + note.distance));
      const along = line.nearest(note, BESIDE, told)?.along ?? told;
      const from = Math.max(first, first + (told - first) * SHORTER - SLACK);
      const isThere = along >= from && along <= Math.min(last, told + SLACK);
      return { segment, index, note, along: isThere ? along : told };
    });
  });
  return placed.sort((a, b) => a.along - b.along);
}
