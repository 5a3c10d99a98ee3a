import type { LengthUnit, PaceUnit, SpeedUnit, WeightUnit } from './convert.ts';

export type MeasurementSystem = 'metric' | 'imperial';

export interface SystemUnits {
  distance: Extract<LengthUnit, 'km' | 'mi'>;
  elevation: Extract<LengthUnit, 'm' | 'ft'>;
  /** Short lengths such as a pool's. */
  short: Extract<LengthUnit, 'm' | 'yd'>;
  weight: Extract<WeightUnit, 'kg' | 'lb'>;
  speed: Extract<SpeedUnit, 'km/h' | 'mph'>;
  pace: Extract<PaceUnit, 'min/km' | 'min/mi'>;
  swimPace: Extract<PaceUnit, 'min/100 m' | 'min/100 yd'>;
}

const UNITS: Readonly<Record<MeasurementSystem, SystemUnits>> = {
  metric: {
    distance: 'km',
    elevation: 'm',
    short: 'm',
    weight: 'kg',
    speed: 'km/h',
    pace: 'min/km',
    swimPace: 'min/100 m',
  },
  imperial: {
    distance: 'mi',
    elevation: 'ft',
    short: 'yd',
    weight: 'lb',
    speed: 'mph',
    pace: 'min/mi',
    swimPace: 'min/100 yd',
  },
};

/** The units in which a system shows each kind of value. */
export const unitsOf = (system: MeasurementSystem): SystemUnits => UNITS[system];

/**
 * The system to show: the member's own when logged in, otherwise imperial in the US and metric elsewhere.
 * `country` is an ISO 3166 alpha-2 code in any case.
 */
export function measurementSystemFor(who: {
  member?: MeasurementSystem | null;
  country?: string | null;
}): MeasurementSystem {
  return who.member ?? (who.country?.toUpperCase() === 'US' ? 'imperial' : 'metric');
}
