import type { Photo, PhotoList } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { notFound } from '../../../kernel/server/errors.ts';
import type { Caller } from '../../../kernel/server/route.ts';
import { ownWorkout } from '../../workout-store/workout-access.ts';
import type { Relation } from '../../../members/visibility/policy.ts';
import { readLinkHash } from '../../../members/share-links/store.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { type PhotoViewer, signedUrls } from './signed-urls.ts';
import { IMAGE_SIZES, type ImageSize } from '../../../kernel/images/image-formats.ts';
import type { PhotoState, WorkoutPhotoTable } from './tables.ts';

export type PhotoRow = Selectable<WorkoutPhotoTable>;
type Owned = Pick<PhotoRow, 'user_id' | 'id'>;

export const imageKey = ({ user_id, id }: Owned, size: ImageSize) => `photos/${user_id}/${id}-${size}.webp`;
export const originalKey = ({ user_id, id }: Owned) => `photos/${user_id}/${id}-original`;

/** Everything that may be stored of a photo. */
export const keysOf = (photo: Owned) => [
  originalKey(photo),
  ...IMAGE_SIZES.map((size) => imageKey(photo, size)),
];

const SHOWN: readonly PhotoState[] = ['processing', 'ready', 'failed'];

type PhotographedWorkout = Pick<WorkoutRow, 'user_id' | 'id' | 'parent_id'>;

/** Photos of a workout in order: all that arrived for its owner, for others those that are ready. */
export async function photosOf(
  context: Context,
  workout: PhotographedWorkout,
  relation: Relation,
  caller: Caller | null,
): Promise<Photo[]> {
  const linkHash = relation === 'link' ? await readLinkHash(context.db, workout) : null;
  const rows = await context.db
    .selectFrom('workout_photos')
    .selectAll()
    .where('user_id', '=', workout.user_id)
    .where('workout_id', '=', workout.id)
    .where('deleted_at', 'is', null)
    .where('state', 'in', relation === 'self' ? SHOWN : ['ready'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const viewer = { relation, viewerId: caller?.userId ?? 0, linkHash };
  return rows.map((row) => presentPhoto(context, row, viewer));
}

export async function presentPhotos(
  context: Context,
  workout: PhotographedWorkout,
  relation: Relation,
  caller: Caller | null,
): Promise<PhotoList> {
  const photos = await photosOf(context, workout, relation, caller);
  return { _embedded: { photos }, total_count: photos.length };
}

export function presentPhoto(context: Context, row: PhotoRow, viewer: PhotoViewer): Photo {
  const ready = row.state === 'ready';
  return {
    id: row.id,
    status: row.state === 'arriving' ? 'processing' : row.state,
    problem: viewer.relation === 'self' ? row.problem : null,
    caption: row.caption,
    width: row.width,
    height: row.height,
    urls: ready ? signedUrls(context, row.id, viewer) : null,
  };
}

export const findPhoto = (db: Db, id: number): Promise<PhotoRow | undefined> =>
  db
    .selectFrom('workout_photos')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('state', '<>', 'arriving')
    .executeTakeFirst();

/** A photo of a workout that the caller may change. @throws ApiProblem 404 or 403, as for the workout itself */
export async function ownPhoto(context: Context, caller: Caller | null, id: number): Promise<PhotoRow> {
  const row = await findPhoto(context.db, id);
  if (!row) throw notFound('photo');
  await ownWorkout(context, caller, row.workout_id, 'edit').catch((error: unknown) => {
    throw isMissing(error) ? notFound('photo') : error;
  });
  return row;
}

const isMissing = (error: unknown) => (error as { status?: number }).status === 404;
