import type { Samples } from '../model/recording.ts';
import { trackLength } from './order-samples.ts';

const KILOMETERS_PER_HOUR = 3.6;
/** The speeds add up to the way within this share, in one unit or the other. */
const AGREES_SHARE = 0.08;
/** A shorter way, in metres, proves nothing. */
const MIN_METERS = 300;
/** A speed holds for so many seconds at most. */
const MAX_STEP_SECONDS = 30;

/** Metres by the recorded speeds; 0 without speeds. */
export function sumOfSpeeds({ at, columns: { speed }, n }: Samples): number {
  if (!speed) return 0;
  let meters = 0;
  for (let i = 1; i < n; i++) {
    const seconds = (at[i]! - at[i - 1]!) / 1000;
    if (speed[i]! > 0 && seconds > 0) meters += (speed[i]! / 1000) * Math.min(seconds, MAX_STEP_SECONDS);
  }
  return meters;
}

/**
 * Converts speeds to m/s, which GPX and TCX demand, where an exporter wrote km/h: where the speeds add up to 3.6 times the
 * way between the positions, or without positions that of the count.
 */
export function convertSpeedUnit(samples: Samples): void {
  const { speed, distance } = samples.columns;
  const bySpeeds = sumOfSpeeds(samples);
  if (!speed || bySpeeds < MIN_METERS) return;
  const counted = distance?.subarray(0, samples.n).reduce((high, value) => Math.max(high, value), 0) ?? 0;
  const way = trackLength(samples) || counted / 100;
  if (way < MIN_METERS || Math.abs(bySpeeds / way / KILOMETERS_PER_HOUR - 1) > AGREES_SHARE) return;
  for (let i = 0; i < samples.n; i++)
    if (speed[i]! > 0) speed[i] = Math.round(speed[i]! / KILOMETERS_PER_HOUR);
}
