import { runningTotals, type RunningTotals } from './running-totals.ts';
import { segmentStats } from './segment.ts';
import type { Streams } from './kinds.ts';

export type Split = {
  index: number;
  /** Sample indices with fraction where the split begins and ends. */
  from: number;
  to: number;
  /** Metres; less than the others' in a partial last split. */
  distance: number;
  partial: boolean;
  /** Seconds. */
  elapsed: number;
  active: number;
  /** Seconds of active time a metre; null when nothing moved. */
  pace: number | null;
  heartrateAvg: number | null;
  cadenceAvg: number | null;
  powerAvg: number | null;
  ascent: number | null;
  descent: number | null;
};

/** A last piece shorter than this is rounding, not a split. */
const SHORTEST = 1;

/**
 * The workout cut at every `everyMeters` of distance (1000 or 1609.344), cut points interpolated between
 * samples; what is left at the end is a partial split. Empty without distance.
 */
export function splits(streams: Streams, everyMeters: number): Split[] {
  const { distance } = streams.columns;
  if (!distance || !(everyMeters >= 1)) return [];
  const every = everyMeters * 100;
  const start = distance[0]!;
  const ends = [0];
  for (let i = 1; i < distance.length; i++) {
    for (;;) {
      const goal = start + ends.length * every;
      if (distance[i]! < goal) break;
      ends.push(i - 1 + (goal - distance[i - 1]!) / (distance[i]! - distance[i - 1]!));
    }
  }
  const whole = ends.length - 1;
  if ((distance.at(-1)! - start - whole * every) / 100 >= SHORTEST) ends.push(distance.length - 1);
  const parts = ends.slice(1).map((to, i) => ({ from: ends[i]!, to }));
  const cut = splitsBetween(streams, parts);
  for (const split of cut) split.partial = split.index >= whole;
  return cut;
}

/** The figures of parts given by sample indices with fraction, such as a device's laps; none counts as partial. */
export function splitsBetween(
  streams: Streams,
  parts: readonly { from: number; to: number }[],
  totals: RunningTotals = runningTotals(streams),
): Split[] {
  return parts.map(({ from, to }, index) => {
    const stats = segmentStats(streams, from, to, totals);
    const distance = stats.distance ?? 0;
    return {
      index,
      from,
      to,
      distance,
      partial: false,
      elapsed: stats.elapsed,
      active: stats.active,
      pace: stats.active > 0 && distance > 0 ? stats.active / distance : null,
      heartrateAvg: stats.heartrate?.avg ?? null,
      cadenceAvg: stats.cadence?.avg ?? null,
      powerAvg: stats.power?.avg ?? null,
      ascent: stats.ascent,
      descent: stats.descent,
    };
  });
}
