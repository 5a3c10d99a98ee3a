import { distancesAlong, type RouteNote, type Segment } from './plan.ts';
import { spotOn, type SpotOn } from './spot-on.ts';

/** Metres beside the new way within which a note stays where it is; from further off it moves onto the way. */
const BESIDE = 100;

/** A note of the member's own whose segment is routed again. */
export interface Carried {
  note: RouteNote;
  /** How far along what is replaced it stood, from 0 to 1. */
  share: number;
}

const lengthOf = (segments: readonly Segment[]) =>
  segments.reduce((total, { distance }) => total + distance, 0);

/** The member's own notes of segments that others take the place of. */
export function carriedNotes(segments: readonly Segment[]): Carried[] {
  const total = lengthOf(segments) || 1;
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
export function withCarried(
  segments: readonly Segment[],
  fresh: readonly number[],
  carried: readonly Carried[],
): Segment[] {
  const next = [...segments];
  const total = lengthOf(fresh.map((index) => segments[index]!));
  for (const { note, share } of carried) {
    let at = -1;
    let best: SpotOn | null = null;
    let before = 0;
    for (const index of fresh) {
      const { line, distance } = segments[index]!;
      const spot = spotOn({ line, along: distancesAlong(line) }, note, share * total - before);
      before += distance;
      if (best && spot.cost >= best.cost) continue;
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
