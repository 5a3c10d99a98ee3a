import { convert, formatNumber, type LengthUnit, type MeasurementSystem, unitsOf } from '@waymark/units';

export interface Tick {
  /** Metres. */
  at: number;
  text: string;
}

export interface Scales {
  /** Metres above the sea at the lower and the upper edge. */
  low: number;
  high: number;
  across: Tick[];
  up: Tick[];
}

/** Less than this is drawn as nearly level: a dike shall not look like an alp. */
const LEAST_SPREAD = 25;

/** 1, 2 or 5 times a power of ten: the least that gives at most so many steps. */
function roundStep(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / most));
  return power * ([1, 2, 5].find((part) => part * power * most >= span * (1 - 1e-9)) ?? 10);
}

function ticks(
  [low, high]: readonly [number, number],
  { unit, most, locale }: { unit: LengthUnit; most: number; locale: string },
): Tick[] {
  const [from, to] = [convert(low, 'm', unit), convert(high, 'm', unit)];
  const step = roundStep(to - from, Math.max(1, most));
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const made: Tick[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++)
    made.push({ at: convert(k * step, unit, 'm'), text: formatNumber(k * step, { digits, locale }) });
  return made;
}

/** Both scales of a profile, in the round numbers of a measurement system. @param width, height pixels of the drawing */
export function scalesOf(
  heights: { total: number; low: number; high: number },
  room: { width: number; height: number },
  { system, locale }: { system: MeasurementSystem; locale: string },
): Scales {
  const missing = Math.max(0, LEAST_SPREAD - (heights.high - heights.low)) / 2;
  const spread = Math.max(LEAST_SPREAD, heights.high - heights.low);
  // Room below the lowest place, so that its slope is seen too.
  const low = heights.low - missing - spread * 0.12;
  const high = heights.high + missing + spread * 0.06;
  const units = unitsOf(system);
  return {
    low,
    high,
    across: ticks([0, heights.total], { unit: units.distance, most: Math.floor(room.width / 70), locale }),
    up: ticks([low, high], { unit: units.elevation, most: Math.floor(room.height / 34), locale }),
  };
}
