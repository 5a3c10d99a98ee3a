import { formatDistance, type MeasurementSystem } from '@waymark/units';

/** Metres as running text, '4.20 km', never broken in two. */
export function distanceText(meters: number, system: MeasurementSystem, locale: string): string {
  const { value, unit } = formatDistance(meters, system, { locale });
  return `${value}\u00a0${unit}`;
}
