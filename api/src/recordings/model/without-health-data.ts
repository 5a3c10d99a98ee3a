import type { Lap } from '@waymark/api-contract';
import type { ParsedWorkout, ReadWorkout } from './parsed-workout.ts';

const withoutHeartRate = (lap: Lap): Lap =>
  Object.assign({ ...lap }, { heartrate_avg: null, heartrate_max: null });

/** A workout as a file gives it to a member who does not let their health data be read: without any heart rate. */
export function withoutHealthData<W extends ReadWorkout | ParsedWorkout>(workout: W): W {
  const { laps, legs, summary } = workout;
  const plain: W = {
    ...workout,
    laps: laps.map(withoutHeartRate),
    summary: { ...summary, heartrate: null },
    legs: legs.map((leg) => withoutHealthData(leg)),
  };
  if ('encoded' in plain) {
    plain.encoded = plain.encoded.filter(({ kind }) => kind !== 'heartrate');
    plain.analysis = plain.analysis && { ...plain.analysis, heartrate: null };
  } else if ('streams' in plain) {
    const { heartrate: _, ...columns } = plain.streams.columns;
    plain.streams = { ...plain.streams, columns };
  }
  return plain;
}
