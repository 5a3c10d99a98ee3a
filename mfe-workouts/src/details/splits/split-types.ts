import type { Lap } from '@waymark/api-contract';
import { indexAt, splits, splitsBetween, type Split, type Streams } from '@waymark/streams';
import { type MeasurementSystem, METERS_PER_MILE, METERS_PER_YARD, type Tempo } from '@waymark/units';

/** How the workout is cut, by the number that names the way. */
export const SPLIT_TYPES = { half: 1, one: 2, five: 3, ten: 4, laps: 5 } as const;
export type SplitType = (typeof SPLIT_TYPES)[keyof typeof SPLIT_TYPES];
export const DEFAULT_SPLIT_TYPE: SplitType = SPLIT_TYPES.one;

const TIMES: Record<Exclude<SplitType, 5>, number> = { 1: 0.5, 2: 1, 3: 5, 4: 10 };

/** Metres of one unit: a kilometre or mile, in water 100 metres or yards. */
function unitMeters(tempo: Tempo, system: MeasurementSystem): number {
  if (tempo === 'swim') return system === 'metric' ? 100 : 100 * METERS_PER_YARD;
  return system === 'metric' ? 1000 : METERS_PER_MILE;
}

/** Metres between two cuts. */
export const splitMeters = (type: Exclude<SplitType, 5>, tempo: Tempo, system: MeasurementSystem): number =>
  TIMES[type] * unitMeters(tempo, system);

/** The ways to cut that make sense: one unit always, others when they give two parts at least, laps when there are any. */
export function splitTypesFor(
  meters: number,
  lapCount: number,
  tempo: Tempo,
  system: MeasurementSystem,
): SplitType[] {
  const types: SplitType[] = ([1, 2, 3, 4] as const).filter(
    (type) => type === SPLIT_TYPES.one || splitMeters(type, tempo, system) < meters,
  );
  return lapCount > 1 ? [...types, SPLIT_TYPES.laps] : types;
}

/** Cuts a recording. */
export function cut(
  streams: Streams,
  type: SplitType,
  { laps, tempo, system }: { laps: readonly Lap[]; tempo: Tempo; system: MeasurementSystem },
): Split[] {
  if (type !== SPLIT_TYPES.laps) return splits(streams, splitMeters(type, tempo, system));
  const { time } = streams.columns;
  return splitsBetween(
    streams,
    laps.map((lap) => ({
      from: indexAt(time!, lap.start * 1000),
      to: indexAt(time!, (lap.start + lap.elapsed) * 1000),
    })),
  );
}
