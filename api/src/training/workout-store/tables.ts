import type {
  Aggregates,
  Lap,
  Privacy,
  SwimLength,
  WorkoutSummary,
  WrittenFields,
} from '@waymark/api-contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Gadget } from '../../recordings/model/gadgets.ts';
import type { StreamKind } from '../../recordings/model/parsed-workout.ts';

/**
 * Previews of version 1 have gaps where a recording was paused; those before lead across. What stores a workout stores the
 * newest one by the column's default, which a migration raises with this.
 */
export const PREVIEW_VERSION = 1;

export type Source = WorkoutSummary['source'];

/** One workout, one leg of a multi-sport workout, or the parent of legs. Figures as in the contract's `Aggregates`. */
export interface WorkoutTable extends Aggregates, WrittenFields {
  user_id: number;
  id: number;
  name: string;
  activity_type_id: number;
  start_at: Date;
  time_zone: string;
  /** The date on the wall of the place where it began, as yyyy-mm-dd: what calendars and weeks count by. */
  local_day: string;
  privacy: Privacy;
  source: Source;
  parent_id: number | null;
  leg_index: number | null;
  leg_count: number;
  has_time_series: boolean;
  /** Ours, not the member's or the device's: it follows when activity, time or distance change. */
  energy_estimated: boolean;
  polyline: string | null;
  bounds: number[] | null;
  laps: JSONColumnType<Lap[]>;
  /** Of a swim in a pool. */
  lengths: ColumnType<SwimLength[], string | undefined, string>;
  /** Metres. */
  pool_length: ColumnType<number | null, number | null | undefined>;
  warnings: JSONColumnType<string[]>;
  device: string | null;
  /** Sensors beside the device; none unless the file lists them. */
  gadgets: ColumnType<readonly Gadget[], readonly Gadget[] | undefined>;
  file_name: string | null;
  /** sha256 of the file it came from, in hex. */
  content_hash: string | null;
  /** Which upload made it, and the place in that file: together unique, so that a file takes effect once. */
  import_id: number | null;
  import_index: number | null;
  gear_id: number | null;
  route_id: number | null;
  /** Banister's TRIMP of the heart rate; null without one. */
  load: number | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** Put aside by this edit: hidden as if deleted, but neither purged nor restored while the edit can be undone. */
  edit_id: number | null;
  /** How `createPreview` made the preview; see `PREVIEW_VERSION`. */
  preview_version: Generated<number>;
}

/** One series of a workout, encoded as `api/src/recordings/streams/codec.ts` says. */
export interface WorkoutStreamTable {
  user_id: number;
  workout_id: number;
  kind: StreamKind;
  n: number;
  data: Uint8Array;
}

/** How many workouts a list shows, kept in the transaction that changes them: counting 10,000 rows takes longer than reading 20. */
export interface WorkoutCountTable {
  user_id: number;
  privacy: Privacy;
  n: number;
}

/** Tables of the workouts service. */
export interface WorkoutTables {
  workouts: WorkoutTable;
  workout_streams: WorkoutStreamTable;
  workout_counts: WorkoutCountTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends WorkoutTables {}
}
