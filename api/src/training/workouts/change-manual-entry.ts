import type { Aggregates, WorkoutUpdate } from '@waymark/api-contract';
import type { Updateable } from 'kysely';
import { localDay } from '../../kernel/local-day.ts';
import { figuresOfManualEntry, isFigureWarning } from './manual-entry.ts';
import type { Member } from '../workout-store/member.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import type { WorkoutTable } from '../workout-store/tables.ts';

type ManualEntry = Pick<
  WorkoutRow,
  'activity_type_id' | 'start_at' | 'time_zone' | 'warnings' | 'energy_estimated' | keyof Aggregates
>;

/**
 * What changes in a workout without a recording. A file without series and another service still know moving time,
 * climb and the like: each figure stays unless the member changed what it rests on, and so does every warning that
 * is not about those figures.
 */
export function changeManualEntry(
  row: ManualEntry,
  change: WorkoutUpdate,
  member: Member,
  now: Date,
): Updateable<WorkoutTable> {
  const start = change.start_datetime ? new Date(change.start_datetime) : row.start_at;
  const timeZone = change.start_locale_timezone ?? row.time_zone;
  const length = row.active_time_total ?? row.elapsed_time_total ?? 0;
  const timed = change.duration !== undefined && Math.abs(change.duration - length) >= 1;
  const paced = timed || change.distance !== undefined;
  const kept = row.energy_estimated ? null : row.metabolic_energy_total;
  const { figures, energyEstimated, warnings } = figuresOfManualEntry(
    {
      activity_type_id: change.activity_type_id ?? row.activity_type_id,
      duration: timed ? change.duration! : length,
      distance: change.distance === undefined ? row.distance_total : change.distance,
      ascent: change.ascent,
      energy: change.energy === undefined ? kept : change.energy,
      heartrate_avg: change.heartrate_avg,
      heartrate_max: change.heartrate_max,
    },
    member,
    now,
  );
  const spent = paced || change.activity_type_id !== undefined || change.energy !== undefined;
  return {
    start_at: start,
    time_zone: timeZone,
    local_day: localDay(start, timeZone),
    ...(change.ascent !== undefined && { ascent_total: figures.ascent_total }),
    ...(change.heartrate_avg !== undefined && { heartrate_avg: figures.heartrate_avg }),
    ...(change.heartrate_max !== undefined && { heartrate_max: figures.heartrate_max }),
    ...(paced && { distance_total: figures.distance_total, speed_avg: figures.speed_avg }),
    ...(timed && {
      active_time_total: figures.active_time_total,
      elapsed_time_total: figures.elapsed_time_total,
      paused_time_total: null,
      stopped_time_total: null,
    }),
    ...(spent && {
      metabolic_energy_total: figures.metabolic_energy_total,
      energy_estimated: energyEstimated,
      warnings: JSON.stringify([...row.warnings.filter((text) => !isFigureWarning(text)), ...warnings]),
    }),
  };
}
