import type { Privacy } from '@waymark/api-contract';

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

/** One workout that may hold one personal record, best `rank` first. */
export interface RecordCandidateTable {
  user_id: number;
  /** The workout, or the leg of one. */
  workout_id: number;
  /** The workout that lists show: itself, or the leg's parent. */
  root_id: number;
  key: string;
  activity_group: string;
  privacy: Privacy;
  /** Metres, joules or metres per second: the highest holds the record, of equals the first begun. */
  rank: number;
  start_at: Date;
}

/** Tables of the statistics service. */
export interface StatsTables {
  workout_totals: WorkoutTotalTable;
  record_candidates: RecordCandidateTable;
}
