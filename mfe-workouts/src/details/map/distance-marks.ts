import type { Streams } from '@waymark/streams';

const SPACINGS = [1, 2, 5, 10, 25, 50, 100];
const MOST_MARKS = 20;

/** The sample at each full kilometre or mile, or at every fifth of a long course. @param unit metres of one */
export function distanceMarks(
  { n, columns: { distance } }: Streams,
  unit: number,
): { index: number; text: string }[] {
  if (!distance || n === 0) return [];
  const total = (distance[n - 1]! - distance[0]!) / 100 / unit;
  const spacing = SPACINGS.find((each) => total / each <= MOST_MARKS) ?? SPACINGS.at(-1)!;
  const marks: { index: number; text: string }[] = [];
  let next = spacing;
  for (let i = 0; i < n; i++) {
    if ((distance[i]! - distance[0]!) / 100 < next * unit) continue;
    marks.push({ index: i, text: String(next) });
    next += spacing;
  }
  return marks;
}
