import type { WorkoutEdit } from '@waymark/api-contract';
import type { Generated } from 'kysely';
import type { Restriction } from '../../privacy/restrictions.ts';

/** A workout was cut, split or merged; it can be undone until `undone_at` or the row goes. */
export interface WorkoutEditTable {
  user_id: number;
  id: number;
  kind: WorkoutEdit['kind'];
  created_at: Date;
  undone_at: Date | null;
}

/**
 * One workout of an edit. `changed` kept its id and got other figures: what it was lies under `kept_id`.
 * `made` is new. `used` is part of another one now and hidden.
 */
export interface WorkoutEditPartTable {
  user_id: number;
  edit_id: number;
  workout_id: number;
  role: 'changed' | 'made' | 'used';
  kept_id: number | null;
  /** The workout's `updated_at` as the edit left it: another one says that it was edited since. */
  left_at: Date;
  /** Of what changed: those that it had before. Null of other parts, and of edits of earlier versions. */
  restrictions: Generated<Restriction[] | null>;
}

/** Tables of the edits service. */
export interface EditTables {
  workout_edits: WorkoutEditTable;
  workout_edit_parts: WorkoutEditPartTable;
}

declare module '../../../kernel/database/tables.ts' {
  interface Database extends EditTables {}
}
