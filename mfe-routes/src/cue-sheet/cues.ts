import { type Place, type Plan, planLine, type PlanLine, type Turn, turnOf } from '@waymark/routes';

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
  const cues = plan.segments.flatMap(({ notes }, segment) => {
    const start = whole.along[whole.starts[segment]!]!;
    return notes.map(({ instructions, lat, lng, distance, isCustomNote: own }) => ({
      text: instructions,
      own,
      lat,
      lng,
      turn: turnOf({ text: instructions, own }),
      along: Math.min(total, Math.max(0, start + distance)),
      next: 0,
    }));
  });
  cues.sort((a, b) => a.along - b.along);
  for (const [i, cue] of cues.entries()) cue.next = (cues[i + 1]?.along ?? total) - cue.along;
  return cues;
}
