import type { Lap } from '@waymark/api-contract';
import type { VisiblePart } from './redact-streams.ts';

const SAME = 0.01;

/** At least half of the values are equal to one of them. */
function isMostlyEqual(values: readonly (number | null)[]): boolean {
  const known = values.filter((value) => value !== null);
  return known.some(
    (one) => known.filter((other) => Math.abs(other - one) <= SAME * one).length * 2 >= values.length,
  );
}

/**
 * Automatic laps of a fixed distance or duration count from the start: the end of the first visible one discloses
 * how far before it the workout began.
 */
function isAutoLapped(laps: readonly Lap[]): boolean {
  const full = laps.slice(0, -1);
  return isMostlyEqual(full.map((lap) => lap.distance)) || isMostlyEqual(full.map((lap) => lap.elapsed));
}

/** The manual laps that are completely visible, on the clock of the redacted streams. */
export function redactLaps(laps: readonly Lap[], parts: readonly VisiblePart[] | null): Lap[] {
  if (parts === null) return [...laps];
  if (isAutoLapped(laps)) return [];
  const visible: Lap[] = [];
  for (const lap of laps) {
    const [start, end] = [lap.start * 1000, (lap.start + lap.elapsed) * 1000];
    const part = parts.find(({ startsAt, endsAt }) => start >= startsAt && end <= endsAt);
    if (!part) continue;
    // The original index would disclose how many laps were hidden before.
    visible.push({
      ...lap,
      index: visible.length,
      start: (start - part.startsAt + part.viewerStartsAt) / 1000,
    });
  }
  return visible;
}
