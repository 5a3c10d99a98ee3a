import { indexAt, segmentStats, type RunningTotals } from '@waymark/streams';
import { type Motion, stepsInCount } from './motion.ts';
import type { RecordedLap } from './recording.ts';
import type { Lap, Streams } from './types.ts';

/**
 * Laps with all their figures: the device's own where it gives them, since those are what its screen
 * showed, the rest from the series between the lap's ends.
 */
export function finishLaps(
  laps: readonly RecordedLap[],
  streams: Streams,
  totals: RunningTotals,
  start: number,
  motion: Motion,
): Lap[] {
  const end = start + (streams.columns.time?.at(-1) ?? 0);
  const timed = laps.filter((lap) => Number.isFinite(lap.start)).toSorted((a, b) => a.start - b.start);
  return timed.map((lap, index) => {
    const next = timed[index + 1]?.start ?? Math.max(end, lap.start);
    const elapsed = lap.elapsed ?? (streams.n > 1 ? (next - lap.start) / 1000 : (lap.active ?? 0));
    const from = lap.start - start;
    const inSeries = streams.n > 1 && from < end - start && from + elapsed * 1000 > 0;
    const time = streams.columns.time;
    const stats = inSeries
      ? segmentStats(streams, indexAt(time!, from), indexAt(time!, from + elapsed * 1000), totals)
      : null;
    const distance = lap.distance ?? stats?.distance ?? null;
    const active = lap.active ?? stats?.active ?? elapsed;
    return {
      index,
      start: from / 1000,
      elapsed,
      active,
      distance,
      ascent: stats?.ascent ?? lap.ascent,
      descent: stats?.descent ?? lap.descent,
      heartrateAvg: lap.heartrateAvg ?? stats?.heartrate?.avg ?? null,
      heartrateMax: lap.heartrateMax ?? stats?.heartrate?.max ?? null,
      cadenceAvg: stats?.cadence?.avg ?? stepsOfLap(lap, motion),
      powerAvg: lap.powerAvg ?? stats?.power?.avg ?? null,
      speedAvg: distance !== null && active > 0 ? distance / active : lap.speedAvg,
      speedMax: stats?.speed?.max ?? lap.speedMax,
      trigger: lap.trigger,
    };
  });
}

const stepsOfLap = ({ cadenceAvg }: RecordedLap, motion: Motion): number | null =>
  cadenceAvg === null ? null : cadenceAvg * stepsInCount(motion, cadenceAvg);
