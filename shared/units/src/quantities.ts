import { NO_VALUE } from './constants.ts';
import { convert } from './convert.ts';
import type { LengthUnit, PaceUnit, Unit } from './convert.ts';
import { formatNumber } from './numbers.ts';
import type { MaybeNumber, NumberOptions, Shown } from './numbers.ts';
import { unitsOf } from './system.ts';
import type { MeasurementSystem } from './system.ts';
import { formatDuration } from './time.ts';

function show(value: MaybeNumber, from: Unit, unit: Unit, options: NumberOptions): Shown {
  return {
    value: formatNumber(value === null || value === undefined ? value : convert(value, from, unit), options),
    unit,
  };
}

/** Metres as kilometres or miles (or `unit`), with 2 decimals below 10 and 1 from there on. */
export function formatDistance(
  meters: MaybeNumber,
  system: MeasurementSystem,
  options: NumberOptions & { unit?: LengthUnit } = {},
): Shown {
  const unit = options.unit ?? unitsOf(system).distance;
  const size = Math.abs(convert(meters ?? 0, 'm', unit));
  // 9.996 would be written 10.00 with two decimals, one digit more than its neighbours.
  const digits = options.digits ?? (size < 9.995 ? 2 : 1);
  return show(meters, 'm', unit, { ...options, digits });
}

/** Metres as metres or feet, whole. */
export function formatElevation(
  meters: MaybeNumber,
  system: MeasurementSystem,
  options: NumberOptions = {},
): Shown {
  return show(meters, 'm', unitsOf(system).elevation, options);
}

/** Metres per second as km/h or mph, 1 decimal. */
export function formatSpeed(
  metersPerSecond: MaybeNumber,
  system: MeasurementSystem,
  options: NumberOptions = {},
): Shown {
  return show(metersPerSecond, 'm/s', unitsOf(system).speed, { digits: 1, ...options });
}

/**
 * Metres per second as minutes and seconds for a kilometre or mile (or for `unit`, such as a swimmer's
 * 'min/100 m'). Standing still has no pace: '–'.
 */
export function formatPace(
  metersPerSecond: MaybeNumber,
  system: MeasurementSystem,
  options: { unit?: PaceUnit } = {},
): Shown {
  const unit = options.unit ?? unitsOf(system).pace;
  if (!metersPerSecond || metersPerSecond < 0) return { value: NO_VALUE, unit };
  return { value: formatDuration(convert(metersPerSecond, 'm/s', unit) * 60), unit };
}

/** Kilograms as kg or lb, 1 decimal. */
export function formatWeight(
  kilograms: MaybeNumber,
  system: MeasurementSystem,
  options: NumberOptions = {},
): Shown {
  return show(kilograms, 'kg', unitsOf(system).weight, { digits: 1, ...options });
}

/** Energy as kcal (or kJ), whole. `from` is the unit of the value given: 'kcal' unless told, the API stores 'J'. */
export function formatEnergy(
  energy: MaybeNumber,
  options: NumberOptions & { from?: 'kcal' | 'kJ' | 'J'; unit?: 'kcal' | 'kJ' } = {},
): Shown {
  return show(energy, options.from ?? 'kcal', options.unit ?? 'kcal', options);
}

/** Metres as whole centimetres, or as feet and inches (5′ 11″, whose unit is empty). */
export function formatHeight(
  meters: MaybeNumber,
  system: MeasurementSystem,
  options: NumberOptions = {},
): Shown {
  if (system === 'metric') return show(meters, 'm', 'cm', options);
  if (meters === null || meters === undefined || !Number.isFinite(meters))
    return { value: NO_VALUE, unit: '' };
  const inches = Math.round(convert(meters, 'm', 'in'));
  return { value: `${Math.floor(inches / 12)}′ ${inches % 12}″`, unit: '' };
}

/** Degrees Celsius as °C or °F, whole. */
export function formatTemperature(
  celsius: MaybeNumber,
  system: MeasurementSystem,
  options: NumberOptions = {},
): Shown {
  if (system === 'metric') return { value: formatNumber(celsius, options), unit: '°C' };
  const fahrenheit = celsius === null || celsius === undefined ? celsius : (celsius * 9) / 5 + 32;
  return { value: formatNumber(fahrenheit, options), unit: '°F' };
}
