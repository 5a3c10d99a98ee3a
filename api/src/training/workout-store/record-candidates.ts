import type { Privacy } from '@waymark/api-contract';
import { matchesRecord, RECORD_DISTANCES } from '@waymark/units';
import { groupOfActivity } from '../../recordings/activity-names.ts';

/** One workout that may hold one personal record, best `rank` first. */
export interface RecordCandidateTable {
  user_id: number;
  /** The workout, or the leg of one. */
  workout_id: number;
  /** The workout that lists show: itself, or the leg's parent. */
  root_id: number;
  key: string;
  activity_group: string;
  privacy: Privacy;
  /** Metres, joules or metres per second: the highest holds the record, of equals the first begun. */
  rank: number;
  start_at: Date;
}

export interface RecordedWorkout {
  user_id: number;
  id: number;
  parent_id: number | null;
  leg_count: number;
  activity_type_id: number;
  privacy: Privacy;
  start_at: Date;
  distance_total: number | null;
  active_time_total: number | null;
  elapsed_time_total: number | null;
  metabolic_energy_total: number | null;
}

/**
 * The records that a workout may hold. A leg counts as a workout of its sport: the run of a triathlon can be
 * the fastest 10 km. The triathlon itself is no distance of any sport, yet all its energy was spent.
 */
export function candidatesOf(row: RecordedWorkout): RecordCandidateTable[] {
  const distance = row.distance_total ?? 0;
  const energy = row.metabolic_energy_total ?? 0;
  const duration = row.active_time_total ?? row.elapsed_time_total ?? 0;
  const ranks: [string, number][] = [];
  if (distance > 0 && row.leg_count === 0) ranks.push(['longest_distance', distance]);
  if (energy > 0) ranks.push(['most_energy', energy]);
  if (duration > 0 && row.leg_count === 0) {
    for (const { key, meters } of RECORD_DISTANCES) {
      if (matchesRecord(distance, meters)) ranks.push([key, distance / duration]);
    }
  }
  return ranks.map(([key, rank]) => ({
    user_id: row.user_id,
    workout_id: row.id,
    root_id: row.parent_id ?? row.id,
    key,
    activity_group: groupOfActivity(row.activity_type_id),
    privacy: row.privacy,
    rank,
    start_at: row.start_at,
  }));
}
