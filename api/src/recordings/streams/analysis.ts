import {
  CURVE_METERS,
  CURVE_SECONDS,
  distanceCurve,
  heartRateTimes,
  powerCurve,
  type Streams,
} from '@waymark/streams';
import type { Analysis } from '../model/parsed-workout.ts';

function packed(values: readonly (number | null)[]): Float32Array | null {
  const known = values.filter((value) => value !== null);
  return known[0] ? Float32Array.from(known) : null;
}

/**
 * Takes tens of milliseconds for a long ride: call it beside the thread that answers requests.
 * @param hasLegs the whole of several sports: its legs hold the best efforts, each in its own sport
 */
export const analyse = (streams: Streams, hasLegs = false): Analysis => ({
  // Both curves are known from their first point on, up to where the workout ends.
  distance: hasLegs ? null : packed(distanceCurve(streams, CURVE_METERS)),
  power: hasLegs ? null : packed(powerCurve(streams, CURVE_SECONDS)),
  heartrate: heartRateTimes(streams),
});

/** The form in which floats are stored. */
export const floatBytes = (values: Float32Array | Float64Array): Buffer =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength);

/** Bytes from the database lie anywhere in a larger block; an array of numbers has to begin at its own. */
const aligned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
export const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(aligned(bytes));
export const doublesOf = (bytes: Uint8Array): Float64Array => new Float64Array(aligned(bytes));
