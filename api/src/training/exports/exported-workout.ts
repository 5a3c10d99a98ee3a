import type { Lap, SwimLength, WrittenFields } from '@waymark/api-contract';
import type { VisibleWorkout } from '../privacy/visible-workout.ts';
import type { RoundTripDetails } from '../../recordings/roundtrip/details.ts';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import type { StreamKind, Streams } from '../../recordings/model/parsed-workout.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';

/** A workout, or a leg of one, as it goes into a file. Figures in the units of recordings. */
export type ExportedWorkout = WrittenFields & {
  name: string;
  activityTypeId: number;
  /** ms since 1970. */
  start: number;
  timeZone: string;
  device: string | null;
  totals: RoundTripDetails['totals'];
  laps: RoundTripDetails['laps'];
  /** Of a swim in a pool. */
  lengths: SwimLength[];
  /** Metres. */
  poolLength: number | null;
  streams: Streams;
  /** Series of `streams` as they are stored, where they were not changed: a file that carries them need not encode them. */
  encodedSeries?: Partial<Record<StreamKind, Uint8Array>>;
  legs: ExportedWorkout[];
};

/** What the export needs of a stored workout. */
export type ExportedRow = Pick<
  WorkoutRow,
  | 'user_id'
  | 'id'
  | 'parent_id'
  | 'bounds'
  | 'name'
  | keyof WrittenFields
  | 'activity_type_id'
  | 'start_at'
  | 'time_zone'
  | 'device'
  | 'energy_estimated'
  | 'laps'
  | 'lengths'
  | 'pool_length'
  | 'distance_total'
  | 'metabolic_energy_total'
  | 'active_time_total'
  | 'elapsed_time_total'
  | 'paused_time_total'
  | 'steps_total'
  | 'ascent_total'
  | 'descent_total'
  | 'heartrate_avg'
  | 'heartrate_max'
  | 'cadence_avg'
  | 'cadence_max'
  | 'power_avg'
  | 'power_max'
  | 'speed_avg'
  | 'speed_max'
>;

export function exportedOf(
  row: VisibleWorkout<ExportedRow>,
  streams: Streams,
  legs: ExportedWorkout[] = [],
): ExportedWorkout {
  const start = row.start_at.getTime();
  const elapsed = row.elapsed_time_total ?? row.active_time_total ?? 0;
  return {
    name: row.name,
    ...writtenFieldsOf(row),
    activityTypeId: row.activity_type_id,
    start,
    timeZone: row.time_zone,
    device: row.device,
    totals: {
      elapsed,
      timer: Math.max(0, elapsed - (row.paused_time_total ?? 0)),
      active: row.active_time_total ?? elapsed,
      // Where no speed could be told, the distance is the series' alone: said of the whole it would give one.
      distance: row.speed_avg === null && streams.columns.distance ? null : row.distance_total,
      ascent: row.ascent_total,
      descent: row.descent_total,
      // An estimate of ours is made anew by who reads the file: for another body it is another one.
      energy: row.energy_estimated ? null : row.metabolic_energy_total,
      steps: row.steps_total,
      heartrateAvg: row.heartrate_avg,
      heartrateMax: row.heartrate_max,
      cadenceAvg: row.cadence_avg,
      cadenceMax: row.cadence_max,
      powerAvg: row.power_avg,
      powerMax: row.power_max,
      speedMax: row.speed_max,
    },
    laps: row.laps.map((lap) => lapOf(lap, start)),
    lengths: row.lengths,
    poolLength: row.pool_length,
    streams,
    legs,
  };
}

const lapOf = (lap: Lap, start: number): ExportedWorkout['laps'][number] => ({
  start: start + lap.start * 1000,
  elapsed: lap.elapsed,
  active: lap.active,
  distance: lap.distance,
  ascent: lap.ascent,
  descent: null,
  heartrateAvg: lap.heartrate_avg,
  heartrateMax: lap.heartrate_max,
  cadenceAvg: lap.cadence_avg,
  powerAvg: lap.power_avg,
  speedAvg: lap.speed_avg,
  speedMax: lap.speed_max,
  trigger: null,
});
