import { convert } from './convert.ts';
import { parseNumber } from './numbers.ts';
import type { MeasurementSystem } from './system.ts';

/** A height as it is typed: centimetres, or feet and inches. */
export interface TypedHeight {
  /** Centimetres, or feet. */
  height: string;
  /** Beyond the feet; empty where lengths are metric. */
  inches: string;
}

const numberText = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false }).format(value);

/** A height as a form shows it. @param height metres */
export function typedHeight(height: number | null, system: MeasurementSystem, locale: string): TypedHeight {
  if (height === null) return { height: '', inches: '' };
  if (system === 'metric') return { height: numberText(convert(height, 'm', 'cm'), locale), inches: '' };
  const inches = Math.round(convert(height, 'm', 'in'));
  return { height: String(Math.floor(inches / 12)), inches: String(inches % 12) };
}

/** Metres; null where nothing is typed, NaN where it is no number. */
export function readHeight(
  { height, inches }: TypedHeight,
  system: MeasurementSystem,
  locale: string,
): number | null {
  if (height.trim() === '' && inches.trim() === '') return null;
  if (system === 'metric') return convert(parseNumber(height, locale) ?? Number.NaN, 'cm', 'm');
  const feet = height.trim() === '' ? 0 : (parseNumber(height, locale) ?? Number.NaN);
  const more = inches.trim() === '' ? 0 : (parseNumber(inches, locale) ?? Number.NaN);
  return more < 0 || more >= 12 ? Number.NaN : convert(feet, 'ft', 'm') + convert(more, 'in', 'm');
}

/** A weight as a form shows it. @param weight kilograms */
export const typedWeight = (weight: number | null, system: MeasurementSystem, locale: string): string =>
  weight === null ? '' : numberText(convert(weight, 'kg', system === 'metric' ? 'kg' : 'lb'), locale);

/** Kilograms; null where nothing is typed, NaN where it is no number. */
export const readWeight = (weight: string, system: MeasurementSystem, locale: string): number | null =>
  weight.trim() === ''
    ? null
    : convert(parseNumber(weight, locale) ?? Number.NaN, system === 'metric' ? 'kg' : 'lb', 'kg');

const isBetween = (value: number | null, least: number, most: number): boolean =>
  value === null || (value >= least && value <= most);

/** Whether the server takes a height (0.4 to 2.8 m), none included. */
export const isPlausibleHeight = (height: number | null): boolean => isBetween(height, 0.4, 2.8);
/** Whether the server takes a weight (2 to 500 kg), none included. */
export const isPlausibleWeight = (weight: number | null): boolean => isBetween(weight, 2, 500);
