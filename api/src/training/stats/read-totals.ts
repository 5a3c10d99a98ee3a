import type { Totals } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { isEnergyHiddenIn } from '../../recordings/model/health-data.ts';
import type { Scope } from './query-scope.ts';
import type { Span, WorkoutTotalTable } from './tables.ts';

/** Amounts of one day, month or year and activity type, in thousandths, over all that the caller may see. */
export type Cell = Pick<
  WorkoutTotalTable,
  'first_day' | 'activity_type_id' | 'n' | 'distance' | 'duration' | 'energy' | 'ascent' | 'load' | 'n_load'
>;

/** Days that a span begins on. */
const FIRST_DAY: Readonly<Record<Span, RawBuilder<unknown>>> = {
  d: sql`w.local_day`,
  m: sql`date_trunc('month', w.local_day)::date`,
  y: sql`date_trunc('year', w.local_day)::date`,
};

const within = ({ userId, privacy, types }: Scope, span: Span) => sql`
  user_id = ${userId} and span = ${span} and privacy = any(${[...privacy]}::smallint[])
  and (${types === null} or activity_type_id = any(${types ?? []}::int[]))`;

/** The columns of the load, which is health data. */
const loadColumns = ({ hidesHealthData }: Scope) =>
  hidesHealthData ? sql`0::float8 as load, 0 as n_load` : sql`load::float8, n_load`;

/**
 * The rows that totals are summed from. Where the viewer must not see all of each workout, the difference is added that
 * makes the totals those of what they see; a redaction that is not computed yet counts as a workout, without amounts.
 */
function cellsFor(scope: Scope, span: Span, only: RawBuilder<unknown>) {
  const cells = sql`select first_day, activity_type_id, n, distance::float8, duration::float8, energy::float8,
    ascent::float8, ${loadColumns(scope)} from workout_totals where ${within(scope, span)} ${only}`;
  const isEnergyHidden = isEnergyHiddenIn('w', scope);
  const differences = [
    ...(scope.partly ? [redactionDifferences(scope, span)] : []),
    ...(isEnergyHidden ? [hiddenEnergyDifferences(scope, span, isEnergyHidden)] : []),
  ];
  if (differences.length === 0) return cells;
  return sql`${cells} union all select * from (${sql.join(differences, sql` union all `)}) as difference
    where true ${only}`;
}

const isCounted = ({ privacy, types }: Scope) => sql`
  w.parent_id is null and w.deleted_at is null and w.privacy = any(${[...privacy]}::smallint[])
  and (${types === null} or w.activity_type_id = any(${types ?? []}::int[]))`;

const redactedIds = (userId: number) => sql`
  select workout_id from redacted_workouts where user_id = ${userId}
  union all select workout_id from stale_redactions where user_id = ${userId}`;

/** Takes out the energy that the viewer must not learn. */
const hiddenEnergyDifferences = (scope: Scope, span: Span, isEnergyHidden: RawBuilder<boolean>) => sql`
  select ${FIRST_DAY[span]} as first_day, w.activity_type_id, 0, 0::float8, 0::float8,
    -round(coalesce(w.metabolic_energy_total, 0)::numeric * 1000)::float8, 0::float8, 0::float8, 0
  from workouts w where w.user_id = ${scope.userId} and ${isCounted(scope)} and ${isEnergyHidden}
    ${scope.partly ? sql`and w.id not in (${redactedIds(scope.userId)})` : sql``}`;

function redactionDifferences(scope: Scope, span: Span): RawBuilder<unknown> {
  const { userId } = scope;
  const isEnergyHidden = isEnergyHiddenIn('w', scope);
  const less = (visible: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
    sql`${visible} - round(coalesce(${whole}, 0)::numeric * 1000)::float8`;
  const energy = isEnergyHidden ? sql`case when ${isEnergyHidden} then 0 else s.energy end` : sql`s.energy`;
  return sql`
    select ${FIRST_DAY[span]} as first_day, w.activity_type_id, 0,
      ${less(sql`s.distance`, sql`w.distance_total`)},
      ${less(sql`s.duration`, sql`coalesce(w.active_time_total, w.elapsed_time_total)`)},
      ${less(energy, sql`w.metabolic_energy_total`)}, ${less(sql`s.ascent`, sql`w.ascent_total`)},
      0::float8, 0
    from (
      select workout_id, distance, duration, energy, ascent from redacted_workouts where user_id = ${userId}
      union all select workout_id, 0, 0, 0, 0 from stale_redactions where user_id = ${userId}
    ) as s join workouts w on w.user_id = ${userId} and w.id = s.workout_id
    where ${isCounted(scope)}`;
}

/** Whole numbers below 2^53 add up exactly as doubles, many times faster than as numerics. */
const SUMS = sql`sum(n)::int as n, sum(distance) as distance, sum(duration) as duration,
  sum(energy) as energy, sum(ascent) as ascent, sum(load) as load, sum(n_load)::int as n_load`;

/** Cells whose first day lies in a span of days; by day of an activity, whatever its privacy. */
export async function readCells(
  db: Db,
  scope: Scope,
  span: Span,
  days?: { from: string; to: string },
): Promise<Cell[]> {
  const only = days ? sql`and first_day between ${days.from}::date and ${days.to}::date` : sql``;
  const { rows } = await sql<Cell>`
    select first_day, activity_type_id, ${SUMS} from (${cellsFor(scope, span, only)}) as cell
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
        sum(load) as load, sum(n_load)::int as n_load
      from (
        select first_day, n, distance, duration, ${loadColumns(scope)} from workout_totals
        where ${within(scope, 'd')} and first_day between ${days.from}::date and ${days.to}::date) as cell
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
      select first_day, sum(n) as n, sum(distance) as distance, sum(duration) as duration,
        case when ${withLoad} and sum(n_load) > 0 then sum(load) end as load
      from (${cellsFor(scope, 'd', sql`and first_day between ${days.from}::date and ${days.to}::date`)}) as cell
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
