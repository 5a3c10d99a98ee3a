import type { Streak } from '@waymark/api-contract';
import type { ActiveYear } from './read-totals.ts';

const DAY_MS = 86_400_000;

/** Days are counted from 1970-01-01, a Thursday. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const THURSDAY = 4;

/** Numbers of the days that have a workout, ascending. */
export function activeDays(years: readonly ActiveYear[]): number[] {
  const active: number[] = [];
  for (const { year, days } of years) {
    const first = dayNumber(`${year}-01-01`);
    for (let at = days.indexOf('1'); at >= 0; at = days.indexOf('1', at + 1)) active.push(first + at);
  }
  return active;
}

/** Weeks, by number, that hold any of the days; `weekStart` 0 is Sunday. */
export function activeWeeks(days: readonly number[], weekStart: number): number[] {
  return [...new Set(days.map((day) => weekNumber(day, weekStart)))];
}
export const weekNumber = (day: number, weekStart: number): number =>
  Math.floor((day + THURSDAY - weekStart) / 7);
export const firstDayOfWeek = (week: number, weekStart: number): number => week * 7 - THURSDAY + weekStart;

interface Row {
  from: number;
  to: number;
}

/** Numbers that follow each other without a gap, in ascending order. */
function rowsOf(numbers: readonly number[]): Row[] {
  const rows: Row[] = [];
  for (const number of numbers) {
    const last = rows.at(-1);
    if (last?.to === number - 1) last.to = number;
    else rows.push({ from: number, to: number });
  }
  return rows;
}

const length = (row: Row) => row.to - row.from + 1;

/** The row that goes on: a day or week that is not over yet does not end it. */
const currentOf = (rows: readonly Row[], now: number): Row | undefined =>
  rows.findLast(({ from, to }) => from <= now && to >= now - 1);

/** Of equally long rows the latest. */
const longestOf = (rows: readonly Row[]): Row | undefined => {
  let longest: Row | undefined;
  for (const row of rows) if (!longest || length(row) >= length(longest)) longest = row;
  return longest;
};

const streakOf = (row: Row | undefined, days: (row: Row) => [number, number]): Streak => {
  if (!row) return { length: 0, from: null, to: null };
  const [from, to] = days(row);
  return { length: length(row), from: dayText(from), to: dayText(to) };
};

export interface Streaks {
  current_weeks: Streak;
  longest_weeks: Streak;
  current_days: Streak;
  longest_days: Streak;
}

/** Days and weeks in a row, found in the calendar of active days: no workout is read. */
export function streaksOf(active: readonly number[], today: string, weekStart: number): Streaks {
  const now = dayNumber(today);
  const days = rowsOf(active);
  const weeks = rowsOf(activeWeeks(active, weekStart));
  const ofDays = (row: Row | undefined) => streakOf(row, ({ from, to }) => [from, to]);
  const ofWeeks = (row: Row | undefined) =>
    streakOf(row, ({ from, to }) => [firstDayOfWeek(from, weekStart), firstDayOfWeek(to, weekStart) + 6]);
  return {
    current_weeks: ofWeeks(currentOf(weeks, weekNumber(now, weekStart))),
    longest_weeks: ofWeeks(longestOf(weeks)),
    current_days: ofDays(currentOf(days, now)),
    longest_days: ofDays(longestOf(days)),
  };
}
