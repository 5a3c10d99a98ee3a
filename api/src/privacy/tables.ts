import type { Aggregates, Privacy } from '@waymark/api-contract';
import type { JSONColumnType } from 'kysely';
import type { RecordCandidateTable } from '../workout-store/record-candidates.ts';

export interface PrivacyZoneTables {
  /** Members who have, or had, a zone. */
  privacy_zone_owners: {
    user_id: number;
    /** Key from which hidden circles are drawn; never leaves the server. */
    key: Buffer;
    /** Rises with every change of a zone: answers that were made before are old. */
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
  /** What others are told of a workout of which they miss a part: see `redactWorkout`. No row: they see all of it. */
  shown_workouts: {
    user_id: number;
    /** The workout, or the leg of one. */
    workout_id: number;
    root_id: number;
    activity_group: string;
    privacy: Privacy;
    local_day: string;
    start_at: Date;
    /** False where none of the track is visible. */
    tracked: boolean;
    /** The small picture of the visible part. */
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
  /** As `record_candidates`, by what others are told. */
  shown_candidates: RecordCandidateTable;
  /** Workouts near a zone that nobody has looked at since they, or the zones, changed. Others are told nothing of them yet. */
  shown_waiting: {
    user_id: number;
    workout_id: number;
    /** Another one with each change: what was worked out meanwhile is not kept. */
    mark: number;
  };
}

declare module '../kernel/database/tables.ts' {
  interface Database extends PrivacyZoneTables {}
}
