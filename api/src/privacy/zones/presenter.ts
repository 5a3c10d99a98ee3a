import type { PrivacyZone } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { PrivacyZoneTables } from '../tables.ts';

export type ZoneRow = Selectable<PrivacyZoneTables['privacy_zones']>;

/** A zone as its owner sees it: the circle that is hidden in its place stays here. */
export function presentZone({ id, name, lat, lng, radius, created_at }: ZoneRow): PrivacyZone {
  return { id, name, lat, lng, radius, created_datetime: created_at.toISOString() };
}
