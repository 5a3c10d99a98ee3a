import type { RoundTripDetails } from '../../recordings/roundtrip/details.ts';
import type { Streams } from '../../recordings/model/parsed-workout.ts';
import type { VisibleWorkout } from '../privacy/visible-workout.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import { type ExportedWorkout, exportedOf, type ExportedRow } from './exported-workout.ts';

/** What the totals of a file do not say. */
type SummaryOnlyColumns = Pick<
  WorkoutRow,
  'stopped_time_total' | 'heartrate_min' | 'speed_min' | 'cadence_min' | 'power_min'
>;

/** A workout that is its figures and nothing else has them all along, those that are unknown too. */
export type ExportedWithFigures = ExportedWorkout & { summaryOnlyFigures?: RoundTripDetails['told'] };

/** A stored workout as it goes into a file; of one without a series every figure is kept as it is. */
export function toExportedWorkout(
  row: VisibleWorkout<ExportedRow & SummaryOnlyColumns>,
  streams: Streams,
  legs: ExportedWorkout[] = [],
): ExportedWithFigures {
  const exported = exportedOf(row, streams, legs);
  if (streams.n > 1 || legs.length > 0) return exported;
  return {
    ...exported,
    summaryOnlyFigures: {
      paused: row.paused_time_total,
      stopped: row.stopped_time_total,
      speedAvg: row.speed_avg,
      lowest: {
        heartrate: row.heartrate_min,
        speed: row.speed_min,
        cadence: row.cadence_min,
        power: row.power_min,
      },
    },
  };
}
