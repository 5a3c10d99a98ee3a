import { lineIndex, type Nearest } from './nearest.ts';
import { planLength, planLine, type RouteNote, type Segment, segmentStart } from './plan.ts';

/** Metres beside the new way within which a note stays where it is; from further off it moves onto the way. */
const BESIDE = 100;

/** A note of the member's own whose segment is routed again. */
export interface CarriedNote {
  note: RouteNote;
  /** How far along what is replaced it stood, from 0 to 1. */
  share: number;
}

/** The member's own notes of segments that others take the place of. */
export function carriedNotes(segments: readonly Segment[]): CarriedNote[] {
  const total = planLength({ start: null, segments }) || 1;
  let before = 0;
  return segments.flatMap(({ notes, distance }) => {
    const start = before;
    before += distance;
    return notes.flatMap((note) =>
      note.isCustomNote ? [{ note, share: (start + note.distance) / total }] : [],
    );
  });
}

/** Puts notes onto the new segments of a course, each where one comes nearest to it. @param fresh numbers of the new ones */
export function addCarriedNotes(
  segments: readonly Segment[],
  fresh: readonly number[],
  carried: readonly CarriedNote[],
): readonly Segment[] {
  if (carried.length === 0) return segments;
  const next = [...segments];
  let total = 0;
  const legs = fresh.map((index) => {
    const segment = segments[index]!;
    const before = total;
    total += segment.distance;
    return {
      index,
      before,
      line: lineIndex(planLine({ start: segmentStart(segment), segments: [segment] })),
    };
  });
  for (const { note, share } of carried) {
    let at = 0;
    let best: Nearest | null = null;
    for (const { index, before, line } of legs) {
      const spot = line.nearest(note, best?.cost ?? Infinity, share * total - before);
      if (!spot) continue;
      best = spot;
      at = index;
    }
    if (!best) break;
    const { lat, lng } = best.away > BESIDE ? best : note;
    const moved = { ...note, lat, lng, distance: Math.round(best.along * 10) / 10 };
    next[at] = { ...next[at]!, notes: [...next[at]!.notes, moved] };
  }
  return next;
}
