import type { Lap } from '@waymark/api-contract';
import type { VisiblePart } from './redact-streams.ts';

const SAME = 0.01;

/** At least half of them measure the same. */
function mostlyAlike(values: readonly (number | null)[]): boolean {
  const known = values.filter((value) => value !== null);
  return known.some(
    (one) => known.filter((other) => Math.abs(other - one) <= SAME * one).length * 2 >= values.length,
  );
}

/**
 * Laps the device took by itself, each kilometre or each five minutes. They are milestones counted from the start:
 * where the first visible one ends tells how far before it the workout began.
 */
function byTheDevice(laps: readonly Lap[]): boolean {
  const full = laps.slice(0, -1);
  return mostlyAlike(full.map((lap) => lap.distance)) || mostlyAlike(full.map((lap) => lap.elapsed));
}

/** The laps as others see them: those pressed by hand that are wholly visible, on the clock of what others see. */
export function hideLaps(laps: readonly Lap[], parts: readonly VisiblePart[] | null): Lap[] {
  if (parts === null) return [...laps];
  if (byTheDevice(laps)) return [];
  const shown: Lap[] = [];
  for (const lap of laps) {
    const [start, end] = [lap.start * 1000, (lap.start + lap.elapsed) * 1000];
    const part = parts.find(({ startsAt, endsAt }) => start >= startsAt && end <= endsAt);
    if (!part) continue;
    // Its number would tell how many came before the edge.
    shown.push({ ...lap, index: shown.length, start: (start - part.startsAt + part.shownAt) / 1000 });
  }
  return shown;
}
