import type { Insertable } from 'kysely';
import type { HeartRateLimits } from '@waymark/units';
import type { Db } from '../../../kernel/database/tables.ts';
import { limitsAt, computeLoad, zoneSetsOf } from '../../stats/estimate-load.ts';
import { estimateEnergy } from '../../workout-store/energy.ts';
import { localDay } from '../../../kernel/local-day.ts';
import type { Member } from '../../workout-store/member.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { figuresOf, tidy } from '../../workout-store/recorded-figures.ts';
import type { WorkoutTable } from '../../workout-store/tables.ts';
import type { EditResult } from './compute-edit.ts';

export type WorkoutValues = Insertable<WorkoutTable>;

/**
 * What a recording decides of a workout's row. Energy that was estimated is estimated anew, that of a device shared
 * out.
 * @param limits what the heart rate at that time is held against
 */
export function recordedValues(
  made: EditResult,
  row: Pick<WorkoutRow, 'activity_type_id' | 'time_zone' | 'energy_estimated'>,
  member: Member,
  limits: (at: Date) => HeartRateLimits,
) {
  const start = new Date(made.start);
  const figures = figuresOf(made.summary);
  const { active, distance, energy } = made.summary;
  const estimate =
    row.energy_estimated || energy === null
      ? estimateEnergy(row.activity_type_id, active, distance, member, start)
      : null;
  return {
    ...figures,
    metabolic_energy_total: tidy(estimate ? estimate.energy : energy),
    energy_estimated: estimate !== null,
    start_at: start,
    local_day: localDay(start, row.time_zone),
    has_time_series: true,
    polyline: made.preview.polyline,
    bounds: made.preview.bounds?.map((degrees) => Math.round(degrees * 1e5) / 1e5) ?? null,
    laps: JSON.stringify(made.laps),
    // Which of a pool's lengths are left is not worked out: none is better than some that do not add up.
    lengths: '[]',
    load: member.hidesHealthData ? null : computeLoad(figures, made.analysis.heartrate, limits(start)),
  };
}

/** A row as it can be written back: JSON columns as text. */
export const asValues = (row: WorkoutRow): WorkoutValues => ({
  ...row,
  laps: JSON.stringify(row.laps),
  lengths: JSON.stringify(row.lengths),
  warnings: JSON.stringify(row.warnings),
});

/** What a member's heart rate is held against, at any time. */
export async function limitsOf(db: Db, member: Member): Promise<(at: Date) => HeartRateLimits> {
  const sets = await zoneSetsOf(db, member.id);
  return (at) => limitsAt(member, sets, at);
}

/** `updated_at` tells one state from the next, so two changes never share one. */
export const laterThan = (row: WorkoutRow, now: Date): Date =>
  new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
