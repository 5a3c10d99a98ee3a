import { type Plan, planLength } from '@waymark/routes';

/** More than these are no list to choose from: a distance is typed instead. */
const MOST = 100;

/** Metres from the start to each way point; empty where there are too many to choose from. */
export function wayPointsAlong({ start, segments }: Plan): number[] {
  if (!start || segments.length >= MOST) return [];
  const along = [0];
  for (const { distance } of segments) along.push(along.at(-1)! + distance);
  return along;
}

/** What the dialog begins with: the part chosen on the profile, the way on from the chosen point, or the whole. */
export function firstStretch(
  plan: Plan,
  range: { from: number; to: number } | null,
  selected: number | null,
): { from: number; to: number } {
  if (range) return { from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) };
  const along = wayPointsAlong(plan);
  const to = along.at(-1) ?? planLength(plan);
  const from = selected === null ? undefined : along[selected];
  if (from !== undefined && from > 0 && from < to) return { from, to };
  // Of a course in one piece the first half.
  return { from: 0, to: along.length > 2 ? along[1]! : to / 2 };
}
