import type { TrackShades } from '@waymark/map';
import { MISSING, type Streams } from '@waymark/streams';
import { quantile, sortedSample } from '../chart/columns.ts';
import type { Line } from '../chart/lines.ts';

/** From low to high: lightness rises with the value, so that they are told apart without hue. */
export const SHADE_COLORS = ['#3b2a8c', '#2f5fb3', '#1f8fa0', '#3fae6c', '#a5c83c', '#f6d746'] as const;
/** So many parts of equal length at most: shorter ones are noise. */
const PARTS = 300;
/** Values beyond are outliers, which would leave all others in one color. */
const OUTLIERS = 0.03;

export interface ShadedTrack extends TrackShades {
  /** Stored values at the ends of the scale. */
  low: number;
  high: number;
}

/** Colors a track by a series of its recording; null where it has no values. */
export function shadeTrack({ n, columns: { distance, time } }: Streams, line: Line): ShadedTrack | null {
  const { values, scaleFrom } = line;
  const sorted = sortedSample(values, 0, n, scaleFrom);
  if (sorted.length === 0) return null;
  const [low, high] = [quantile(sorted, OUTLIERS), quantile(sorted, 1 - OUTLIERS)];
  const along = distance && distance[n - 1]! > 0 ? distance : time!;
  const step = (along[n - 1]! - along[0]!) / PARTS;
  const parts: { from: number; to: number; shade: number }[] = [];
  let from = 0;
  while (from < n - 1) {
    let to = from;
    let sum = 0;
    let count = 0;
    while (to < n - 1 && (to === from || along[to]! - along[from]! < step)) {
      to++;
      if (values[to] === MISSING) continue;
      sum += values[to]!;
      count++;
    }
    const part = (sum / (count || 1) - low) / (high - low || 1);
    const last = SHADE_COLORS.length - 1;
    const before = parts.at(-1);
    // Where a sensor was silent the color before goes on.
    const shade =
      count === 0
        ? (before?.shade ?? 0)
        : Math.max(0, Math.min(last, Math.floor(part * SHADE_COLORS.length)));
    if (before?.shade === shade) before.to = to;
    else parts.push({ from, to, shade });
    from = to;
  }
  return { parts, colors: SHADE_COLORS, low, high };
}
