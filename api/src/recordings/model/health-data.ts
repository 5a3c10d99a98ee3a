import type { Aggregates, Lap } from '@waymark/api-contract';
import type { StreamKind } from '@waymark/streams';
import { type RawBuilder, sql } from 'kysely';

/**
 * What of a member's data is health data, in the words of consents: the heart rate wherever it stands, what is worked out
 * from it, and what a member tells of their body. While its use is refused, nothing here is read from files, shown to
 * anybody or counted. Everything that shows, sorts by or adds up workouts takes the definition from this file.
 */

const HEARTRATES = ['heartrate_min', 'heartrate_max', 'heartrate_avg'] as const;

/** Columns of a workout: figures of the heart rate, and the training load, which is worked out from it. */
const HEALTH_COLUMNS = [...HEARTRATES, 'load'] as const;

/** Series of a recording. */
export const HEALTH_STREAMS: ReadonlySet<StreamKind> = new Set(['heartrate']);

/** Rows of these tables tell of the body alone. */
export const HEALTH_TABLES: ReadonlySet<string> = new Set(['heart_rate_zones', 'threshold_powers']);

/** Records that may rest on the heart rate or the weight. */
export const HEALTH_RECORDS: ReadonlySet<string> = new Set(['most_energy']);

interface HealthRow extends Partial<Aggregates> {
  load?: number | null;
  energy_estimated?: boolean;
  laps?: readonly Lap[];
}

/** Columns that a row does not have count as if they held one. */
export const hasHeartRate = (row: HealthRow): boolean => HEARTRATES.some((figure) => row[figure] !== null);

/**
 * Devices work energy out from the heart rate where they measure it; an estimate of ours never is.
 */
export const isEnergyFromHeartRate = ({ energy_estimated, ...row }: HealthRow): boolean =>
  energy_estimated !== true && hasHeartRate(row);

/** `isEnergyFromHeartRate` as a condition of SQL. @param table name of the row of `workouts` */
export const isEnergyFromHeartRateIn = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(not ${sql.ref(`${table}.energy_estimated`)}
    and coalesce(${sql.join(HEARTRATES.map((figure) => sql.ref(`${table}.${figure}`)))}) is not null)`;

/**
 * Condition of SQL for energy that a viewer must not learn: what a heart rate gave, while its use is refused, and what was
 * estimated by the weight of another member, which follows from it. Null where the viewer may learn all.
 */
export function isEnergyHiddenIn(
  table: string,
  { isOwner, hidesHealthData }: { isOwner: boolean; hidesHealthData: boolean },
): RawBuilder<boolean> | null {
  const conditions = [
    ...(hidesHealthData ? [isEnergyFromHeartRateIn(table)] : []),
    ...(isOwner ? [] : [sql<boolean>`${sql.ref(`${table}.energy_estimated`)}`]),
  ];
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

export const withoutHeartRate = (lap: Lap): Lap => ({ ...lap, heartrate_avg: null, heartrate_max: null });

/** The same workout without health data, with the fields that it had. */
export function withoutHealthFields<R extends HealthRow>(row: R): R {
  const plain: HealthRow = { ...row };
  if ('metabolic_energy_total' in row && isEnergyFromHeartRate(row)) plain.metabolic_energy_total = null;
  for (const column of HEALTH_COLUMNS) if (column in row) plain[column] = null;
  if (row.laps) plain.laps = row.laps.map(withoutHeartRate);
  return plain as R;
}
