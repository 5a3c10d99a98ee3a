import { pointCount, type Segment } from '@waymark/routes';
import { encodePolyline } from './encode-polyline.ts';

/** The answer of `elevationCalls.heights`. */
export interface ElevationResponse {
  height: (number | null)[];
}

/** Points of one request. */
const MAX_POINTS = 20_000;

/** Loads the elevation of segments in metres, NaN where it is unknown. */
export type ElevationSource = (segments: readonly Segment[], signal: AbortSignal) => Promise<Float64Array[]>;

function joined(segments: readonly Segment[]): Float64Array {
  const line = new Float64Array(segments.reduce((sum, segment) => sum + segment.line.length, 0));
  let at = 0;
  for (const segment of segments) {
    line.set(segment.line, at);
    at += segment.line.length;
  }
  return line;
}

/** @param ask sends one encoded line to the elevation service */
export const createElevationSource =
  (ask: (encoded: string, signal: AbortSignal) => Promise<ElevationResponse>): ElevationSource =>
  async (segments, signal) => {
    const line = joined(segments);
    const n = line.length / 2;
    const heights = new Float64Array(n).fill(NaN);
    for (let from = 0; from < n; from += MAX_POINTS) {
      const part = line.subarray(from * 2, Math.min(n, from + MAX_POINTS) * 2);
      const { height } = await ask(encodePolyline(part), signal);
      for (const [i, value] of height.entries()) heights[from + i] = value ?? NaN;
    }
    let at = 0;
    return segments.map((segment) => heights.slice(at, (at += pointCount(segment))));
  };

/** One height for each point of the whole course; the points between two segments once. Null where nobody knows any. */
export async function loadCourseElevation(
  source: ElevationSource,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<Float64Array | null> {
  const parts = await source(segments, signal);
  const all = parts.flatMap((part, i) => Array.from(i ? part.subarray(1) : part));
  return all.some((height) => !Number.isNaN(height)) ? Float64Array.from(all) : null;
}
