import type { Generated } from 'kysely';

/** `arriving` while its bytes come in: seen by nobody, and swept up when the upload broke off. */
export type PhotoState = 'arriving' | 'processing' | 'ready' | 'failed';

/** A photo of a workout or of a post. */
export interface WorkoutPhotoTable {
  user_id: number;
  id: number;
  /** The workout, or the post whose id this is: ids are of one kind. */
  workout_id: number;
  /** Workouts it belonged to before they were merged into this one, the last one last. */
  came_from: Generated<readonly (number | string)[]>;
  position: number;
  state: PhotoState;
  problem: string | null;
  caption: string;
  /** Pixels of the large image. */
  width: number | null;
  height: number | null;
  file_name: string;
  /** Where the bytes that were uploaded are, until it has been made anew from them. */
  original_key: string | null;
  /** What it takes up on disk: the bytes that were uploaded until its images are made, then these. */
  bytes: Generated<number>;
  /** Decoders that ended at it: a picture that ends each of them must not be decoded for ever. */
  tries: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** Tables of the photos service. */
export interface PhotoTables {
  workout_photos: WorkoutPhotoTable;
}

declare module '../../../kernel/database/tables.ts' {
  interface Database extends PhotoTables {}
}
