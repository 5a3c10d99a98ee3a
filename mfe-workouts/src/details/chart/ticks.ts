const CLOCK = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const PACES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];

function multiples(min: number, max: number, step: number): number[] {
  const ticks: number[] = [];
  // Counting steps instead of adding them keeps 0.3 from becoming 0.30000000000000004.
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max + step * 1e-9; k++) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

const firstFitting = (steps: readonly number[], span: number, most: number) =>
  steps.find((step) => span / step <= most) ?? steps.at(-1)!;

/** Round numbers (1, 2 or 5 times a power of ten) between two values, about `most` of them. */
export function roundTicks(min: number, max: number, most: number): number[] {
  const raw = (max - min) / most;
  if (!(raw > 0) || !Number.isFinite(raw)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  return multiples(min, max, power * ([1, 2, 5, 10].find((f) => f * power >= raw * (1 - 1e-9)) ?? 10));
}

/** Round times in seconds. */
export function clockTicks(min: number, max: number, most: number): number[] {
  return max > min ? multiples(min, max, firstFitting(CLOCK, max - min, most)) : [];
}

/**
 * Round paces between two speeds (m/s), as speeds: fast is up, and the labels are not 4:46 but 4:30 and 5:00.
 * @param secondsOf seconds of the pace that a speed is
 * @param speedOf the way back
 */
export function paceTicks(
  min: number,
  max: number,
  most: number,
  secondsOf: (speed: number) => number,
  speedOf: (seconds: number) => number,
): number[] {
  const fast = secondsOf(max);
  const slow = Math.min(secondsOf(Math.max(min, 0.05)), 3600);
  if (!(slow > fast)) return [];
  return multiples(fast, slow, firstFitting(PACES, slow - fast, most))
    .map(speedOf)
    .toReversed();
}
