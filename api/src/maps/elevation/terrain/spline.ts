/**
 * How a value between samples is made of the four around it, by a cubic B-spline: slopes stay smooth where a map shows
 * far more pixels than there are samples, and the whole metres of the samples make no steps.
 */
export interface SplineKernel {
  indexes: readonly [number, number, number, number];
  weights: readonly [number, number, number, number];
}

/**
 * @param position in samples, from 0 to `count - 1`; beyond the ends the samples go on in a straight line, so that at an
 * end the value is that of the last sample: areas that share their outer samples agree along their border
 */
export function splineKernel(position: number, count: number): SplineKernel {
  const i = Math.max(0, Math.min(count - 2, Math.floor(position)));
  const u = position - i;
  let [before, at, next, after] = [
    (1 - u) ** 3 / 6,
    (3 * u ** 3 - 6 * u ** 2 + 4) / 6,
    (-3 * u ** 3 + 3 * u ** 2 + 3 * u + 1) / 6,
    u ** 3 / 6,
  ];
  if (i === 0) {
    at += 2 * before;
    next -= before;
    before = 0;
  }
  if (i === count - 2) {
    next += 2 * after;
    at -= after;
    after = 0;
  }
  return {
    indexes: [Math.max(0, i - 1), i, i + 1, Math.min(count - 1, i + 2)],
    weights: [before, at, next, after],
  };
}

/**
 * The value where a column and a row meet, NaN within a sample of a missing one.
 * @param sampleAt by column and row
 * @param isMissing tells a sample without a measurement
 */
export function splineValue(
  x: SplineKernel,
  y: SplineKernel,
  sampleAt: (column: number, row: number) => number,
  isMissing: (sample: number) => boolean,
): number {
  let sum = 0;
  for (let b = 0; b < 4; b++)
    for (let a = 0; a < 4; a++) {
      const weight = x.weights[a]! * y.weights[b]!;
      if (weight === 0) continue;
      const sample = sampleAt(x.indexes[a]!, y.indexes[b]!);
      if (isMissing(sample)) return NaN;
      sum += sample * weight;
    }
  return sum;
}
