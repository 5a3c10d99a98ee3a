import type { RecordedLap } from '../../recordings/model/recording.ts';
import type { ExportedWorkout } from './exported-workout.ts';

/** A lap and its samples, `to` excluded. */
export type LapSpan = { lap: RecordedLap; from: number; to: number };

/** The whole as one lap, where the device took none: formats that are made of laps need one. */
function wholeLap({ start, totals }: ExportedWorkout): RecordedLap {
  const { distance, ascent, descent, heartrateAvg, heartrateMax, cadenceAvg, powerAvg, speedMax } = totals;
  return {
    start,
    elapsed: totals.elapsed,
    active: totals.timer,
    distance,
    ascent,
    descent,
    heartrateAvg,
    heartrateMax,
    cadenceAvg,
    powerAvg,
    speedAvg: distance !== null && totals.active > 0 ? distance / totals.active : null,
    speedMax,
    trigger: null,
  };
}

/** The laps with every sample in one of them: what lies before the first lap goes to it. */
export function lapSpans(workout: ExportedWorkout): LapSpan[] {
  const { streams, start } = workout;
  const laps = workout.laps.length > 0 ? workout.laps : [wholeLap(workout)];
  const time = streams.columns.time;
  let from = 0;
  return laps.map((lap, index) => {
    const next = laps[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    let to = from;
    for (; to < streams.n; to++) if (start + time![to]! >= next) break;
    const span = { lap, from, to };
    from = to;
    return span;
  });
}
