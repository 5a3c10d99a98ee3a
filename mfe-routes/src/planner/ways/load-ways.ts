import type { WaySpan } from '@waymark/api-contract';
import { routingCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { encodePolyline } from '../../shared/encode-polyline.ts';

/** Points of one request. */
const MAX_POINTS = 20_000;

const isSame = (a: WaySpan, b: WaySpan) => a.surface === b.surface && a.kind === b.kind;

/**
 * Surfaces and kinds of way along a line, in its order. Empty where no roads are known.
 * @param line longitude and latitude in turns, degrees
 */
export async function loadWays(line: Float64Array, signal: AbortSignal): Promise<WaySpan[]> {
  const spans: WaySpan[] = [];
  // Parts share a point, so that nothing between them is missing.
  for (let from = 0; from < line.length / 2 - 1; from += MAX_POINTS - 1) {
    const part = line.subarray(from * 2, (from + MAX_POINTS) * 2);
    const answer = await call(routingCalls.ways, {
      body: { encoded_polyline: encodePolyline(part) },
      signal,
    });
    for (const span of answer.spans) {
      const last = spans.at(-1);
      if (last && isSame(last, span)) last.length += span.length;
      else spans.push({ ...span });
    }
  }
  return spans.every(({ kind }) => kind === null) ? [] : spans;
}
