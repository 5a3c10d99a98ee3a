import { formatDistance, type MeasurementSystem, formatDuration } from '@waymark/units';

/** Metres as running text, '4.20 km', never broken in two. */
export function formatDistanceText(meters: number, system: MeasurementSystem, locale: string): string {
  const { value, unit } = formatDistance(meters, system, { locale });
  return `${value}\u00a0${unit}`;
}

/** Seconds in words. An estimate to the second would say more than anyone knows. */
export const formatEstimatedTime = (seconds: number): string =>
  formatDuration(seconds < 600 ? Math.round(seconds / 10) * 10 : Math.round(seconds / 60) * 60);
