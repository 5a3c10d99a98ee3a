import {
  type Place,
  placedNotes,
  type Plan,
  planLine,
  type PlanLine,
  type Turn,
  turnOf,
} from '@waymark/routes';

/** A turn, or a note of the member's own, in the order in which one comes by. */
export interface Cue extends Place {
  text: string;
  own: boolean;
  turn: Turn;
  /** Metres from the start of the course. */
  along: number;
  /** Metres to the next one; from the last one to the end of the course. */
  next: number;
}

/** The cue sheet of a course. @param whole the same course in one piece, where it is at hand */
export function cuesOf(plan: Plan, whole: PlanLine = planLine(plan)): Cue[] {
  const total = whole.along.at(-1) ?? 0;
  const cues = placedNotes(plan, whole).map(
    ({ note: { instructions: text, lat, lng, isCustomNote: own }, along }) => ({
      text,
      own,
      lat,
      lng,
      turn: turnOf({ text, own }),
      along,
      next: 0,
    }),
  );
  for (const [i, cue] of cues.entries()) cue.next = (cues[i + 1]?.along ?? total) - cue.along;
  return cues;
}
