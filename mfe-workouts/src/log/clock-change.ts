import { offsetMinutes, wallClock, zonedMoment } from '../shared/zoned-time.ts';

const DAY_MS = 86_400_000;

/** What the clocks of a place did about a start. */
export type ClockChange =
  /** The clocks went forward over this time: they never showed it. */
  | { kind: 'skipped' }
  /** The clocks went back: they showed it twice, and the first is meant. */
  | { kind: 'twice' }
  /** They were changed while the workout lasted; it ended when they showed `time`. */
  | { kind: 'during'; ends: Date };

/**
 * What is to be known about a start by the wall clock of a zone ('2026-03-08', '02:30') on the day of a clock change.
 * @param duration seconds, null while unknown
 */
export function clockChange(
  { date, time, timeZone }: { date: string; time: string; timeZone: string },
  duration: number | null,
): ClockChange | null {
  if (!date || !time) return null;
  const start = zonedMoment(date, time, timeZone);
  const shown = wallClock(start, timeZone);
  if (shown.date !== date || shown.time !== time) return { kind: 'skipped' };
  const later = offsetMinutes(new Date(start.getTime() + DAY_MS), timeZone) - offsetMinutes(start, timeZone);
  if (later < 0) {
    const again = wallClock(new Date(start.getTime() - later * 60_000), timeZone);
    if (again.date === date && again.time === time) return { kind: 'twice' };
  }
  const ends = new Date(start.getTime() + (duration ?? 0) * 1000);
  return offsetMinutes(ends, timeZone) === offsetMinutes(start, timeZone) ? null : { kind: 'during', ends };
}
