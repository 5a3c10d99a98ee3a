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
 * Takes tens of milliseconds for a long ride: call it in a worker.
 * @param hasLegs a multi-sport workout: its legs have the best efforts, each in its own sport
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

/** Bytes from the database are at any offset of a larger buffer; typed arrays of floats need an aligned one. */
const aligned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
export const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(aligned(bytes));
export const doublesOf = (bytes: Uint8Array): Float64Array => new Float64Array(aligned(bytes));
