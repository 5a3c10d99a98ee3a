import type { FitLength } from './fit-sessions.ts';
import type { Recording } from './recording.ts';
import { MISSING } from './types.ts';

/**
 * The lengths of a pool: when each was swum. Where the records carry no distance (there is no GPS under a
 * roof), it is laid over them length by length; without any records the lengths' ends become the samples.
 */
export function swimLengths(
  lengths: FitLength[],
  recording?: Recording,
  poolLength?: number,
): Recording['lengths'] {
  const swum = lengths
    .map((length) => {
      const from = length.start_time?.getTime() ?? Number.NaN;
      const seconds = length.total_timer_time ?? length.total_elapsed_time ?? 0;
      return { from, to: from + seconds * 1000, swum: length.length_type === 'active' };
    })
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => a.from - b.from);
  if (!recording || swum.length === 0) return swum;
  recording.totals.active = swum.reduce((sum, one) => sum + (one.swum ? one.to - one.from : 0), 0) / 1000;
  if (poolLength && poolLength > 0) layDistance(recording, swum, poolLength);
  return swum;
}

function layDistance(recording: Recording, lengths: Recording['lengths'], poolLength: number): void {
  const { samples } = recording;
  if (samples.n === 0) {
    for (const { from, to } of lengths) {
      samples.add(from);
      samples.add(to);
    }
  } else if (samples.columns.distance?.some((value) => value !== MISSING && value > 0)) return;
  const active = lengths.filter((length) => length.swum);
  let next = 0;
  const at = samples.at.slice(0, samples.n);
  samples.rewrite('distance', (i) => {
    while (next < active.length && active[next]!.to <= at[i]!) next++;
    const current = active[next];
    const part = current ? Math.max(0, (at[i]! - current.from) / (current.to - current.from)) : 0;
    return (next + part) * poolLength * 100;
  });
}
