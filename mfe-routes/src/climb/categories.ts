export type ClimbCategory = '4' | '3' | '2' | '1' | 'HC';

/**
 * Lowest score of each category; score is metres times percent. The thresholds double from 8,000 to 64,000, and
 * 80,000 is beyond category, as public cycling sites commonly count them.
 */
export const CLIMB_CATEGORIES: readonly { category: ClimbCategory; from: number }[] = [
  { category: '4', from: 8000 },
  { category: '3', from: 16_000 },
  { category: '2', from: 32_000 },
  { category: '1', from: 64_000 },
  { category: 'HC', from: 80_000 },
];

const GRADE_MIN = 3;

/** Score and category of a climb. @param length metres @param grade percent */
export function climbScore(length: number, grade: number): { score: number; category: ClimbCategory | null } {
  const score = length * grade;
  const reached = grade < GRADE_MIN ? undefined : CLIMB_CATEGORIES.findLast(({ from }) => score >= from);
  return { score, category: reached?.category ?? null };
}

export const EXAMPLES: readonly { length: number; grade: number }[] = [
  { length: 500, grade: 9 },
  { length: 1600, grade: 5 },
  { length: 3200, grade: 6 },
  { length: 6000, grade: 6 },
  { length: 9000, grade: 7.5 },
  { length: 13_800, grade: 8.1 },
];
