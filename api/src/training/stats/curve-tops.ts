import { CURVE_METERS, CURVE_SECONDS } from '@waymark/streams';
import { doublesOf, floatBytes, floatsOf } from '../../recordings/streams/analysis.ts';
import type { CurveTopTable, WorkoutAnalysisTable } from './tables.ts';

/** The best of some workouts at each point of a curve, and whose it is; id 0 where nobody came so far. */
export interface Top {
  values: Float32Array;
  ids: Float64Array;
}
export interface Tops {
  /** Seconds by `CURVE_METERS`: the least is best. */
  distance: Top;
  /** Watts by `CURVE_SECONDS`: the most is best. */
  power: Top;
}
export type StoredTops = Pick<CurveTopTable, 'distance' | 'distance_ids' | 'power' | 'power_ids'>;
export type StoredCurves = Pick<WorkoutAnalysisTable, 'workout_id' | 'distance' | 'power'>;

const empty = (length: number): Top => ({ values: new Float32Array(length), ids: new Float64Array(length) });
export const noTops = (): Tops => ({
  distance: empty(CURVE_METERS.length),
  power: empty(CURVE_SECONDS.length),
});

/** Takes over what is better. Of equals the workout that was made first stays, in whatever order they come. */
function better(top: Top, values: Float32Array, idAt: (point: number) => number, sign: 1 | -1): void {
  for (let i = 0; i < values.length; i++) {
    const id = idAt(i);
    if (id === 0) continue;
    const held = top.ids[i]!;
    const ahead = sign * (values[i]! - top.values[i]!);
    if (held !== 0 && (ahead < 0 || (ahead === 0 && held <= id))) continue;
    top.values[i] = values[i]!;
    top.ids[i] = id;
  }
}

/** Adds the curves of one workout. */
export function addCurves(tops: Tops, { workout_id, distance, power }: StoredCurves): Tops {
  if (distance) better(tops.distance, floatsOf(distance), () => workout_id, -1);
  if (power) better(tops.power, floatsOf(power), () => workout_id, 1);
  return tops;
}

/** Adds what is best of other workouts. */
export function addTops(tops: Tops, stored: StoredTops): Tops {
  const distance = doublesOf(stored.distance_ids);
  const power = doublesOf(stored.power_ids);
  better(tops.distance, floatsOf(stored.distance), (point) => distance[point]!, -1);
  better(tops.power, floatsOf(stored.power), (point) => power[point]!, 1);
  return tops;
}

export const storedTops = ({ distance, power }: Tops): StoredTops => ({
  distance: floatBytes(distance.values),
  distance_ids: floatBytes(distance.ids),
  power: floatBytes(power.values),
  power_ids: floatBytes(power.ids),
});

/** The first points are there whenever any is. */
export const isEmpty = ({ distance, power }: Tops): boolean => distance.ids[0] === 0 && power.ids[0] === 0;
