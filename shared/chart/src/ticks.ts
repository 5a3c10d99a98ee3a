const CLOCK_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
];
const PACE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];
/** Tolerance for quotients that are whole numbers but for rounding errors. */
const EPSILON = 1e-9;

function multiples(min: number, max: number, step: number): number[] {
  const ticks: number[] = [];
  // Counting steps instead of adding them keeps 0.3 from becoming 0.30000000000000004.
  for (let k = Math.ceil(min / step - EPSILON); k * step <= max + step * EPSILON; k++) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

const firstFitting = (steps: readonly number[], span: number, maxTicks: number) =>
  steps.find((step) => span / step <= maxTicks) ?? steps.at(-1)!;

/** The smallest of 1, 2 or 5 times a power of ten that is not less than `minimum`. */
export function roundStep(minimum: number): number {
  const power = 10 ** Math.floor(Math.log10(minimum));
  return power * ([1, 2, 5].find((factor) => factor * power >= minimum * (1 - EPSILON)) ?? 10);
}

/** Multiples of a round step between two values, about `maxTicks` of them. */
export function roundTicks(min: number, max: number, maxTicks: number): number[] {
  const minimum = (max - min) / maxTicks;
  return minimum > 0 && Number.isFinite(minimum) ? multiples(min, max, roundStep(minimum)) : [];
}

/** Round values from 0 to the first that no value exceeds. @param minStep 1 for what is counted in whole numbers */
export function ticksFromZero(max: number, maxTicks: number, minStep = 0): number[] {
  if (!(max > 0)) return [0, minStep || 1];
  const step = Math.max(roundStep(max / maxTicks), minStep);
  return multiples(0, Math.ceil(max / step - EPSILON) * step, step);
}

/** 1, 2 and 5 times each power of ten between two values above 0, for a logarithmic axis. */
export function decadeTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of [1, 2, 5]) {
      const value = Number((factor * 10 ** power).toPrecision(6));
      if (value >= low && value <= high) ticks.push(value);
    }
  return ticks;
}

/** Round times in seconds. */
export function clockTicks(min: number, max: number, maxTicks: number): number[] {
  return max > min ? multiples(min, max, firstFitting(CLOCK_STEPS, max - min, maxTicks)) : [];
}

/**
 * Round paces between two speeds (m/s), as speeds: fast is up, and the labels are not 4:46 but 4:30 and 5:00.
 * @param secondsOf seconds of the pace that a speed is
 * @param speedOf the inverse
 */
export function paceTicks(
  min: number,
  max: number,
  maxTicks: number,
  secondsOf: (speed: number) => number,
  speedOf: (seconds: number) => number,
): number[] {
  const fast = secondsOf(max);
  const slow = Math.min(secondsOf(Math.max(min, 0.05)), 3600);
  if (!(slow > fast)) return [];
  return multiples(fast, slow, firstFitting(PACE_STEPS, slow - fast, maxTicks))
    .map(speedOf)
    .toReversed();
}
