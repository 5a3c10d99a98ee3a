import * as k from './constants.ts';

export type LengthUnit = 'm' | 'cm' | 'km' | 'mi' | 'ft' | 'in' | 'yd' | 'nmi';
export type WeightUnit = 'kg' | 'g' | 'lb';
export type EnergyUnit = 'kcal' | 'kJ' | 'J';
export type TimeUnit = 's' | 'min' | 'h' | 'day' | 'week' | 'month' | 'year';
export type SpeedUnit = 'm/s' | 'km/h' | 'mph' | 'knots' | 'ft/s';
export type PaceUnit = 'min/km' | 'min/mi' | 'min/100 m' | 'min/100 yd';
export type Unit = LengthUnit | WeightUnit | EnergyUnit | TimeUnit | SpeedUnit | PaceUnit;

interface Scale {
  kind: 'length' | 'weight' | 'energy' | 'time' | 'speed';
  toBase: (value: number) => number;
  fromBase: (value: number) => number;
}

const linear = (kind: Scale['kind'], factor: number, back = 1 / factor): Scale => ({
  kind,
  toBase: (value) => value * factor,
  // Dividing keeps whole results whole, which multiplying by a rounded inverse would not.
  fromBase: back === 1 / factor ? (value) => value / factor : (value) => value * back,
});

/** A pace is a speed upside down: minutes for so many metres. */
const pace = (meters: number): Scale => {
  const turn = (value: number) => meters / (value * k.SECONDS_PER_MINUTE);
  return { kind: 'speed', toBase: turn, fromBase: turn };
};

const SCALES: Readonly<Record<Unit, Scale>> = {
  m: linear('length', 1),
  cm: linear('length', 0.01),
  km: linear('length', k.METERS_PER_KILOMETER),
  mi: linear('length', k.METERS_PER_MILE),
  ft: linear('length', k.METERS_PER_FOOT),
  in: linear('length', k.METERS_PER_INCH),
  yd: linear('length', k.METERS_PER_YARD),
  nmi: linear('length', k.METERS_PER_NAUTICAL_MILE),
  kg: linear('weight', 1),
  g: linear('weight', 0.001),
  lb: linear('weight', k.KILOGRAMS_PER_POUND, k.POUNDS_PER_KILOGRAM),
  J: linear('energy', 1),
  kJ: linear('energy', 1000),
  kcal: linear('energy', 1000 * k.KILOJOULES_PER_KILOCALORIE),
  s: linear('time', 1),
  min: linear('time', k.SECONDS_PER_MINUTE),
  h: linear('time', k.SECONDS_PER_HOUR),
  day: linear('time', k.SECONDS_PER_DAY),
  week: linear('time', k.SECONDS_PER_WEEK),
  month: linear('time', k.SECONDS_PER_MONTH),
  year: linear('time', k.SECONDS_PER_YEAR),
  'm/s': linear('speed', 1),
  'km/h': linear('speed', k.METERS_PER_KILOMETER / k.SECONDS_PER_HOUR),
  mph: linear('speed', k.METERS_PER_MILE / k.SECONDS_PER_HOUR),
  knots: linear('speed', k.METERS_PER_NAUTICAL_MILE / k.SECONDS_PER_HOUR),
  'ft/s': linear('speed', k.METERS_PER_FOOT),
  'min/km': pace(k.METERS_PER_KILOMETER),
  'min/mi': pace(k.METERS_PER_MILE),
  'min/100 m': pace(100),
  'min/100 yd': pace(100 * k.METERS_PER_YARD),
};

/**
 * Converts a value between two units of the same kind; speeds and paces are one kind.
 * A speed of 0 is a pace of Infinity and the other way round.
 * @throws Error 'Unable to convert from unit' for an unknown unit or two units of different kinds.
 */
export function convert(value: number, from: Unit, to: Unit): number {
  const source = Object.hasOwn(SCALES, from) ? SCALES[from] : undefined;
  const target = Object.hasOwn(SCALES, to) ? SCALES[to] : undefined;
  if (!source || !target || source.kind !== target.kind) throw new Error('Unable to convert from unit');
  return from === to ? value : target.fromBase(source.toBase(value));
}
