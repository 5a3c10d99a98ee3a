import { runningTotals } from './running-totals.ts';
import { segmentStats } from './segment.ts';
import type { Streams } from './types.ts';

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
  const result: Split[] = [];
  if (!distance || !(everyMeters >= 1)) return result;
  const totals = runningTotals(streams);
  const every = everyMeters * 100;
  let from = 0;
  const cut = (to: number, partial: boolean) => {
    const stats = segmentStats(streams, from, to, totals);
    const covered = stats.distance!;
    result.push({
      index: result.length,
      from,
      to,
      distance: covered,
      partial,
      elapsed: stats.elapsed,
      active: stats.active,
      pace: stats.active > 0 && covered > 0 ? stats.active / covered : null,
      heartrateAvg: stats.heartrate?.avg ?? null,
      cadenceAvg: stats.cadence?.avg ?? null,
      powerAvg: stats.power?.avg ?? null,
      ascent: stats.ascent,
      descent: stats.descent,
    });
    from = to;
  };
  const start = distance[0]!;
  for (let i = 1; i < distance.length; i++) {
    for (;;) {
      const goal = start + (result.length + 1) * every;
      if (distance[i]! < goal) break;
      cut(i - 1 + (goal - distance[i - 1]!) / (distance[i]! - distance[i - 1]!), false);
    }
  }
  const left = (distance.at(-1)! - start - result.length * every) / 100;
  if (left >= SHORTEST) cut(distance.length - 1, true);
  return result;
}
