/** One cell of a month's calendar. */
export interface DayCell {
  /** '2026-11-20' */
  day: string;
  date: number;
  inMonth: boolean;
}

const DAY_MS = 86_400_000;
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The whole weeks that hold a month ('2026-11'), each of seven cells. @param weekStart 0 Sunday, 1 Monday */
export function weeksOf(month: string, weekStart: number): DayCell[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const lead = (new Date(first).getUTCDay() - weekStart + 7) % 7;
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const weeks = Math.ceil((lead + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = iso(first + (week * 7 + weekday - lead) * DAY_MS);
      return { day, date: Number(day.slice(8)), inMonth: day.startsWith(month) };
    }),
  );
}

/** The month some steps away from another: `otherMonth('2026-01', -1)` is '2025-12'. */
export function otherMonth(month: string, steps: number): string {
  return iso(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + steps, 1)).slice(0, 7);
}

/** Diameter of a day's marker in pixels: its area grows with duration, up to three hours. */
export function markerSize(seconds: number): number {
  const share = Math.min(1, seconds / 10_800);
  return Math.round(10 + 26 * Math.sqrt(share));
}
