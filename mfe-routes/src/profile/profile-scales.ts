import { roundStep, roundTicks, type ValueTick } from '@waymark/chart';
import { convert, formatNumber, type LengthUnit, type MeasurementSystem, unitsOf } from '@waymark/units';

export interface Scales {
  /** Metres above the sea at the lower and the upper edge. */
  low: number;
  high: number;
  /** Distances in metres from the start, and heights in metres. */
  across: ValueTick[];
  up: ValueTick[];
}

/** Less than this is drawn as nearly level: a dike shall not look like an alp. */
const LEAST_SPREAD = 25;

function ticks(
  [low, high]: readonly [number, number],
  { unit, most, locale }: { unit: LengthUnit; most: number; locale: string },
): ValueTick[] {
  const [from, to] = [convert(low, 'm', unit), convert(high, 'm', unit)];
  const maxTicks = Math.max(1, most);
  const digits = Math.max(0, -Math.floor(Math.log10(roundStep((to - from) / maxTicks)) + 1e-9));
  return roundTicks(from, to, maxTicks).map((value) => ({
    at: convert(value, unit, 'm'),
    text: formatNumber(value, { digits, locale }),
  }));
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
