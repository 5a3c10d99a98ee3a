import type { Aggregates, Privacy } from '@waymark/api-contract';
import type { JSONColumnType } from 'kysely';
import type { RecordCandidateTable } from '../workout-store/record-candidates.ts';

export interface PrivacyZoneTables {
  /** Members who have, or had, a zone. */
  privacy_zone_owners: {
    user_id: number;
    /** Key from which hidden circles are drawn; never leaves the server. */
    key: Buffer;
    /** Incremented with every change of a zone; part of etags. */
    version: number;
  };
  /** The member's circle, and the one that is hidden from everybody else. Degrees, metres. */
  privacy_zones: {
    user_id: number;
    id: number;
    name: string;
    lat: number;
    lng: number;
    radius: number;
    hidden_lat: number;
    hidden_lng: number;
    hidden_radius: number;
    created_at: Date;
  };
  /** Workouts as other viewers see them, see `redactWorkout`. Without a row nothing is redacted. */
  redacted_workouts: {
    user_id: number;
    /** The workout, or the leg of one. */
    workout_id: number;
    root_id: number;
    activity_group: string;
    privacy: Privacy;
    local_day: string;
    start_at: Date;
    /** Some of the track is visible. */
    tracked: boolean;
    /** Preview of the visible part. */
    polyline: string | null;
    bounds: number[] | null;
    figures: JSONColumnType<Aggregates>;
    /** What totals count, in thousandths as in `workout_totals`. */
    distance: number;
    duration: number;
    energy: number;
    ascent: number;
    /** Best efforts within the visible part, as in `workout_analyses`. */
    distance_curve: Uint8Array | null;
    power_curve: Uint8Array | null;
  };
  /** As `record_candidates`, of the redacted figures. */
  redacted_candidates: RecordCandidateTable;
  /** Workouts near a zone whose redaction has to be computed again. Totals and records for others leave them out. */
  stale_redactions: {
    user_id: number;
    workout_id: number;
    /** A new value with each change: a redaction of an earlier state is not stored. */
    mark: number;
  };
  /** A view of stories: workouts whose map their owner hides from others. */
  hidden_maps: { user_id: number; workout_id: number };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends PrivacyZoneTables {}
}
