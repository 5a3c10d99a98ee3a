import type { Privacy } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Span, WorkoutTotalTable } from './tables.ts';

/** What totals need to know of a workout. */
export interface CountedWorkout {
  local_day: string;
  activity_type_id: number;
  privacy: Privacy;
  distance_total: number | null;
  active_time_total: number | null;
  elapsed_time_total: number | null;
  metabolic_energy_total: number | null;
  ascent_total: number | null;
  load: number | null;
}

const AMOUNTS = ['n', 'distance', 'duration', 'energy', 'ascent', 'load', 'n_load'] as const;
type Amounts = Record<(typeof AMOUNTS)[number], number>;
const NOTHING: Amounts = { n: 0, distance: 0, duration: 0, energy: 0, ascent: 0, load: 0, n_load: 0 };
type Cell = WorkoutTotalTable;

const thousandths = (value: number | null): number => Math.round((value ?? 0) * 1000);
const NO_DAYS = '0'.repeat(366);

/** Place of a day in its year, from 0. */
export const dayOfYear = (day: string): number =>
  Math.round(
    (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000,
  );

const amountsOf = (workout: CountedWorkout): Amounts => ({
  n: 1,
  distance: thousandths(workout.distance_total),
  duration: thousandths(workout.active_time_total ?? workout.elapsed_time_total),
  energy: thousandths(workout.metabolic_energy_total),
  ascent: thousandths(workout.ascent_total),
  load: thousandths(workout.load),
  n_load: workout.load === null ? 0 : 1,
});

const spansOf = (day: string): [Span, string][] => [
  ['d', day],
  ['m', `${day.slice(0, 8)}01`],
  ['y', `${day.slice(0, 5)}01-01`],
];

const keyOf = (cell: Pick<Cell, 'span' | 'first_day' | 'activity_type_id' | 'privacy'>): string =>
  `${cell.span}${cell.first_day} ${cell.activity_type_id} ${cell.privacy}`;

/** The difference in each cell when workouts are replaced by others. */
function changesOf(
  userId: number,
  before: readonly CountedWorkout[],
  after: readonly CountedWorkout[],
): Cell[] {
  const cells = new Map<string, Cell>();
  const note = (workout: CountedWorkout, sign: 1 | -1) => {
    const amounts = amountsOf(workout);
    for (const [span, first_day] of spansOf(workout.local_day)) {
      const { activity_type_id, privacy } = workout;
      const place = { span, first_day, activity_type_id, privacy };
      const cell = cells.get(keyOf(place)) ?? {
        ...place,
        ...NOTHING,
        user_id: userId,
        days: span === 'y' ? NO_DAYS : null,
      };
      for (const amount of AMOUNTS) cell[amount] += sign * amounts[amount];
      if (cell.days !== null && sign > 0) cell.days = marked(cell.days, dayOfYear(workout.local_day));
      cells.set(keyOf(place), cell);
    }
  };
  for (const workout of before) note(workout, -1);
  for (const workout of after) note(workout, 1);
  // A workout that moves within its year changes no amount of the year, only its days.
  return [...cells.values()].filter(
    (cell) => cell.days?.includes('1') || AMOUNTS.some((amount) => cell[amount] !== 0),
  );
}

const marked = (days: string, at: number): string => `${days.slice(0, at)}1${days.slice(at + 1)}`;

/** Subtracts workouts as they were before a change from the totals and adds them as they are after it, under the member lock. */
export async function moveTotals(
  trx: Trx,
  userId: number,
  before: readonly CountedWorkout[],
  after: readonly CountedWorkout[],
): Promise<void> {
  const changes = changesOf(userId, before, after);
  if (changes.length === 0) return;
  const updated = await trx
    .insertInto('workout_totals')
    .values(changes)
    .onConflict((at) =>
      at.columns(['user_id', 'span', 'first_day', 'activity_type_id', 'privacy']).doUpdateSet({
        ...Object.fromEntries(
          AMOUNTS.map((amount) => [
            amount,
            sql`${sql.ref(`workout_totals.${amount}`)} + ${sql.ref(`excluded.${amount}`)}`,
          ]),
        ),
        days: sql`workout_totals.days | excluded.days`,
      }),
    )
    .returning(['span', 'first_day', 'activity_type_id', 'privacy', 'n'])
    .execute();
  for (const { span, first_day, activity_type_id, privacy } of updated.filter((cell) => cell.n === 0)) {
    const cell = { user_id: userId, activity_type_id, privacy };
    await trx
      .deleteFrom('workout_totals')
      .where((at) => at.and({ ...cell, span, first_day }))
      .execute();
    if (span !== 'd') continue;
    await trx
      .updateTable('workout_totals')
      .set({ days: sql`set_bit(days, ${dayOfYear(first_day)}::int, 0)` })
      .where((at) => at.and({ ...cell, span: 'y', first_day: `${first_day.slice(0, 5)}01-01` }))
      .execute();
  }
}
