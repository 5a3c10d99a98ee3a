import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PersonalRecord } from '@waymark/api-contract';
import {
  formatDistance,
  formatDuration,
  formatEnergy,
  RECORD_DISTANCES,
  type MeasurementSystem,
  type Shown,
} from '@waymark/units';
import { formatTempo, tempoOf } from '../details/summary/tempo.ts';

const NAMES: Record<string, MessageDescriptor> = {
  longest_distance: msg`Longest distance`,
  most_energy: msg`Most energy`,
  half_marathon: msg`Half marathon`,
  marathon: msg`Marathon`,
};

/** What a record is called. Kilometres and miles read the same in every language. */
export function recordName(key: string, i18n: I18n): string {
  const name = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
  return name ? i18n._(name) : (RECORD_DISTANCES.find((one) => one.key === key)?.label ?? key);
}

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
