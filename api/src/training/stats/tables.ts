import type { Privacy } from '@waymark/api-contract';
import type { RecordCandidateTable } from '../workout-store/record-candidates.ts';

/** A day, the month that begins on it or the year that begins on it. */
export type Span = 'd' | 'm' | 'y';

/**
 * What a member's workouts of one activity type and privacy add up to in one span of their local calendar.
 * Amounts are whole thousandths (of a metre, second, joule, unit of load): sums of whole numbers stay exact,
 * however often a workout is taken out and put back.
 */
export interface WorkoutTotalTable {
  user_id: number;
  span: Span;
  first_day: string;
  activity_type_id: number;
  privacy: Privacy;
  n: number;
  distance: number;
  duration: number;
  energy: number;
  ascent: number;
  load: number;
  /** How many of the workouts have a load. */
  n_load: number;
  /** Of a year: '1' for each of its 366 days that has a workout, else '0'. Null for days and months. */
  days: string | null;
}

/** What a recording says for statistics: see `Analysis`. Kept while its workout can come back. */
export interface WorkoutAnalysisTable {
  user_id: number;
  /** The workout, or the leg of one. */
  workout_id: number;
  root_id: number;
  /** It counts in the curves, as these three say. The whole of several legs and what counts nowhere never do. */
  listed: boolean;
  activity_group: string;
  privacy: Privacy;
  local_day: string;
  /** Little-endian floats of 32 bits. */
  distance: Uint8Array | null;
  power: Uint8Array | null;
  heartrate: Uint8Array | null;
}

/** Curves at their best in a month or a year: floats of 32 bits, and of 64 bits for the ids of their workouts. */
export interface CurveTopTable {
  user_id: number;
  activity_group: string;
  privacy: Privacy;
  span: 'm' | 'y';
  first_day: string;
  distance: Uint8Array;
  distance_ids: Uint8Array;
  power: Uint8Array;
  power_ids: Uint8Array;
}

/** Tables of the statistics service. */
export interface StatsTables {
  workout_analyses: WorkoutAnalysisTable;
  curve_tops: CurveTopTable;
  workout_totals: WorkoutTotalTable;
  record_candidates: RecordCandidateTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends StatsTables {}
}
