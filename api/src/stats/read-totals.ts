import type { Totals } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../workouts/rows.ts';
import type { Scope } from './scope.ts';
import type { Span, WorkoutTotalTable } from './tables.ts';

/** Amounts of one day, month or year and activity type, in thousandths, over all that the caller may see. */
export type Cell = Pick<
  WorkoutTotalTable,
  'first_day' | 'activity_type_id' | 'n' | 'distance' | 'duration' | 'energy' | 'ascent' | 'load' | 'n_load'
>;

const within = ({ userId, privacy, types }: Scope, span: Span) => sql`
  user_id = ${userId} and span = ${span} and privacy = any(${[...privacy]}::smallint[])
  and (${types === null} or activity_type_id = any(${types ?? []}::int[]))`;

/** Whole numbers below 2^53 add up exactly as doubles, many times faster than as numerics. */
const SUMS = sql`sum(n)::int as n, sum(distance::float8) as distance, sum(duration::float8) as duration,
  sum(energy::float8) as energy, sum(ascent::float8) as ascent, sum(load::float8) as load, sum(n_load)::int as n_load`;

/** Cells whose first day lies in a span of days; by day of an activity, whatever its privacy. */
export async function readCells(
  db: Db,
  scope: Scope,
  span: Span,
  days?: { from: string; to: string },
): Promise<Cell[]> {
  const only = days ? sql`and first_day between ${days.from}::date and ${days.to}::date` : sql``;
  const { rows } = await sql<Cell>`
    select first_day, activity_type_id, ${SUMS} from workout_totals where ${within(scope, span)} ${only}
    group by first_day, activity_type_id order by first_day, activity_type_id`.execute(db);
  return rows;
}

export type DayTotals = Pick<Cell, 'first_day' | 'n' | 'distance' | 'duration' | 'load' | 'n_load'>;

/** The days of a span that have a workout: as one JSON text, which is read faster than hundreds of rows. */
export async function readDays(
  db: Db,
  scope: Scope,
  days: { from: string; to: string },
): Promise<DayTotals[]> {
  const { rows } = await sql<{ days: DayTotals[] }>`
    select coalesce(json_agg(day), '[]') as days from (
      select first_day, sum(n)::int as n, sum(distance::float8) as distance, sum(duration::float8) as duration,
        sum(load::float8) as load, sum(n_load)::int as n_load
      from workout_totals
      where ${within(scope, 'd')} and first_day between ${days.from}::date and ${days.to}::date
      group by first_day order by first_day
    ) as day`.execute(db);
  return rows[0]!.days;
}

/** The same as the text of a JSON list in the contract's names and units; `withLoad` false leaves the load out. */
export async function daysAsJson(
  db: Db,
  scope: Scope,
  days: { from: string; to: string },
  withLoad: boolean,
): Promise<string> {
  const { rows } = await sql<{ days: string }>`
    select '[' || coalesce(string_agg(concat(
      '{"day":', to_json(first_day), ',"count":', n, ',"distance":', distance / 1000,
      ',"duration":', duration / 1000, ',"load":', coalesce((load / 1000)::text, 'null'), '}'
    ), ','), '') || ']' as days from (
      select first_day, sum(n) as n, sum(distance::float8) as distance, sum(duration::float8) as duration,
        case when ${withLoad} and sum(n_load) > 0 then sum(load::float8) end as load
      from workout_totals
      where ${within(scope, 'd')} and first_day between ${days.from}::date and ${days.to}::date
      group by first_day order by first_day
    ) as day`.execute(db);
  return rows[0]!.days;
}

/** A year and its days, '1' where there is a workout; the last of 366 is always '0' outside leap years. */
export interface ActiveYear {
  year: number;
  days: string;
}

/** Years with a workout, oldest first: at most as many rows as the member has years, however many workouts. */
export async function readActiveYears(db: Db, scope: Scope): Promise<ActiveYear[]> {
  const { rows } = await sql<ActiveYear>`
    select extract(year from first_day)::int as year, bit_or(days)::text as days
    from workout_totals where ${within(scope, 'y')} group by first_day order by first_day`.execute(db);
  return rows;
}

const AMOUNTS = ['distance', 'duration', 'energy', 'ascent'] as const;

/** Sum of cells in the contract's units. Whole thousandths are added, so no sum depends on the order. */
export function sumOf(cells: readonly Cell[]): Totals {
  const sum = { count: 0, distance: 0, duration: 0, energy: 0, ascent: 0 };
  for (const cell of cells) {
    sum.count += cell.n;
    for (const amount of AMOUNTS) sum[amount] += cell[amount];
  }
  for (const amount of AMOUNTS) sum[amount] /= 1000;
  return sum;
}
