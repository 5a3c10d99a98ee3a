import type { PersonalRecord } from '@waymark/api-contract';
import {
  formatDistance,
  formatDuration,
  formatEnergy,
  formatTempo,
  type MeasurementSystem,
  type Shown,
  tempoOf,
} from '@waymark/units';

/** A record in the member's own units: a time, a distance or an energy. */
export function recordValue(
  { key, value }: PersonalRecord,
  system: MeasurementSystem,
  locale: string,
): Shown {
  if (key === 'longest_distance') return formatDistance(value, system, { locale });
  if (key === 'most_energy') return formatEnergy(value, { from: 'J', locale });
  return { value: formatDuration(value), unit: '' };
}

/** How fast the workout of a record was, as its activity tells it; null where that says nothing. */
export function recordTempo(record: PersonalRecord, system: MeasurementSystem, locale: string): Shown | null {
  const { distance, duration, workout } = record;
  if (!distance || !duration) return null;
  return formatTempo(tempoOf(workout.activity_group), distance / duration, system, locale);
}
