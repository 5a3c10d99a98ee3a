import { activityType } from '@waymark/activities/catalogue';
import { firstIdAt } from '../../kernel/database/ids.ts';
import { cellOf } from '../../routes/search/cells.ts';
import { searchName } from '../../routes/search/search-words.ts';
import { isTimeZone } from '../../workout-store/local-day.ts';
import type { ArchiveRow } from './check-row.ts';
import { archiveInvalid } from './restore-problem.ts';

const isDegrees = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= max;

/** Search reads these columns of everybody's public routes together. */
function deriveRoute(row: ArchiveRow): ArchiveRow {
  const { name, start_lat: lat, start_lng: lng, bounds } = row;
  if (!isDegrees(lat, 90) || !isDegrees(lng, 180)) throw archiveInvalid('routes.start_lat');
  if (!Array.isArray(bounds) || bounds.length !== 4 || !bounds.every((side) => isDegrees(side, 540)))
    throw archiveInvalid('routes.bounds');
  return { ...row, search_name: searchName(String(name)), cell: cellOf(lat, lng) };
}

/** A place in the future would stay above everything that friends post. */
const derivePosition = (row: ArchiveRow, now: Date): ArchiveRow => ({
  ...row,
  position: Math.min(Number(row['position']), firstIdAt(now.getTime())),
});

/**
 * Columns that others read are computed from the row and not taken from the archive, or refused where no form would
 * have let them in.
 * @throws RestoreProblem
 */
export function deriveColumns(table: string, row: ArchiveRow, now: Date): ArchiveRow {
  const activity = row['activity_type_id'];
  if (typeof activity === 'number' && !activityType(activity))
    throw archiveInvalid(`${table}.activity_type_id`);
  if (table === 'workouts' && !isTimeZone(String(row['time_zone'])))
    throw archiveInvalid('workouts.time_zone');
  if (table === 'routes') return deriveRoute(row);
  return table === 'stories' ? derivePosition(row, now) : row;
}
