import { addDays, daysBetween, weekdayOf } from '../shared/days.ts';

/** Where a day stands: its band (a year may be cut in two), column of weeks and row of weekdays. */
export interface HeatCell {
  day: string;
  band: number;
  column: number;
  row: number;
}

export interface HeatLayout {
  cells: readonly HeatCell[];
  /** Weeks of the widest band. */
  columns: number;
  /** The column in which each month begins. */
  months: readonly { day: string; band: number; column: number }[];
}

/** Lays out the days of a year by weeks from left to right. @param bands 2 cuts the year at the end of June, for narrow screens */
export function heatLayout(year: number, weekStart: number, bands: 1 | 2): HeatLayout {
  const first = `${year}-01-01`;
  const count = daysBetween(first, `${year + 1}-01-01`);
  const cells: HeatCell[] = [];
  for (let i = 0; i < count; i++) {
    const day = addDays(first, i);
    const band = bands === 2 && day.slice(5) >= '07-01' ? 1 : 0;
    const begins = band ? `${year}-07-01` : first;
    const lead = (weekdayOf(begins) - weekStart + 7) % 7;
    const place = daysBetween(begins, day) + lead;
    cells.push({ day, band, column: Math.floor(place / 7), row: place % 7 });
  }
  return {
    cells,
    columns: Math.max(...cells.map((cell) => cell.column)) + 1,
    months: cells
      .filter((cell) => cell.day.endsWith('-01'))
      .map(({ day, band, column }) => ({ day, band, column })),
  };
}

/** 1 to 4 by quarters of what the active days have; 0 for nothing. */
export function levelsOf(values: readonly number[]): (value: number) => number {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const limits = [0.25, 0.5, 0.75].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? Infinity);
  return (value) => (value > 0 ? 1 + limits.filter((limit) => value > limit).length : 0);
}
