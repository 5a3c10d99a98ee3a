import { keptPoints } from '@waymark/routes';

/** Degrees: a tenth of a metre to begin with. */
const FINEST = 1e-6;

/** Indices of at most so many points that keep the shape of a line; null when it has no more than that. */
export function simplifyLine(line: Float64Array, most: number): number[] | null {
  if (line.length / 2 <= most) return null;
  for (let tolerance = FINEST; ; tolerance *= 2) {
    const kept = keptPoints(line, tolerance);
    if (kept.length <= most || tolerance > 1) return kept.slice(0, most);
  }
}
