import type { Photo, WorkoutSummary } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { prepared } from '../../kernel/database/prepared.ts';
import { readViewerScopes } from '../../training/privacy/viewer-scope.ts';
import { viewWorkouts } from '../../training/privacy/visible-workout.ts';
import { readHeldRecords } from '../../training/stats/held-records.ts';
import type { Relation } from '../../members/visibility/policy.ts';
import { readLinkHash } from '../../members/share-links/store.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../../training/workout-store/workout-rows.ts';
import { type PhotoRow, presentPhoto } from '../../training/workouts/photos/photo-rows.ts';
import { presentSummary } from '../../training/workouts/presenter.ts';
import type { StoryRow } from './story-rows.ts';

/** A workout as a story shows it. */
export interface WorkoutOfStory {
  workout: WorkoutSummary;
  /** Keys of the records that it holds now, among what the caller sees. */
  records: string[];
  photos: Photo[];
}

const PHOTOS = 10;

interface Asked {
  viewerId: number;
  relationTo(this: void, ownerId: number): Relation;
}

const selectSummaries = prepared(
  (owners: number[], ids: number[]) => sql<SummaryRow>`
    select ${sql.join(SUMMARY_COLUMNS.map((column) => sql.ref(`w.${column}`)))}
    from unnest(${owners}::bigint[], ${ids}::bigint[]) as k (user_id, id)
    join workouts w on w.user_id = k.user_id and w.id = k.id
    where w.deleted_at is null`,
);

const selectPhotos = prepared(
  (owners: number[], ids: number[]) => sql<PhotoRow>`
    select photo.* from unnest(${owners}::bigint[], ${ids}::bigint[]) as k (user_id, id)
    cross join lateral (
      select * from workout_photos
      where user_id = k.user_id and workout_id = k.id and state = 'ready' and deleted_at is null
      order by position, id limit ${sql.lit(PHOTOS)}) as photo`,
);

function groupPhotos(photos: readonly PhotoRow[]): Map<number, PhotoRow[]> {
  const byWorkout = new Map<number, PhotoRow[]>();
  for (const photo of photos) {
    const own = byWorkout.get(photo.workout_id) ?? [];
    own.push(photo);
    byWorkout.set(photo.workout_id, own);
  }
  return byWorkout;
}

/** The workouts of stories, by id. */
export async function readWorkoutsOfStories(
  context: Context,
  stories: readonly StoryRow[],
  asked: Asked,
): Promise<Map<number, WorkoutOfStory>> {
  const ofWorkouts = stories
    .filter(({ kind }) => kind === 'workout')
    .map(({ user_id, object_id: id }) => ({ user_id, id }));
  if (ofWorkouts.length === 0) return new Map();
  const { db } = context;
  const owners = ofWorkouts.map(({ user_id }) => user_id);
  const ids = ofWorkouts.map(({ id }) => id);
  const relations = new Map(owners.map((ownerId) => [ownerId, asked.relationTo(ownerId)]));
  const [rows, photoRows, records, scopes] = await Promise.all([
    selectSummaries(db, owners, ids),
    selectPhotos(db, owners, ids),
    readHeldRecords(
      db,
      ofWorkouts.map(({ user_id, id }) => ({
        user_id,
        id,
        relation: asked.relationTo(user_id),
      })),
    ),
    readViewerScopes(db, relations, ids),
  ]);
  if (rows.length === 0) return new Map();
  const byLink = rows.filter(({ user_id }) => asked.relationTo(user_id) === 'link');
  const [workouts, linkHashes] = await Promise.all([
    viewWorkouts(db, scopes, rows),
    Promise.all(byLink.map(async (row) => [row.id, await readLinkHash(db, row)] as const)),
  ]);
  const photos = groupPhotos(photoRows);
  const linkHashById = new Map(linkHashes);
  return new Map(
    workouts.map((row) => {
      const viewer = {
        relation: row.view.relation,
        viewerId: asked.viewerId,
        linkHash: linkHashById.get(row.id) ?? null,
      };
      return [
        row.id,
        {
          workout: presentSummary(row),
          // Of what others see a part of, the whole holds no record for them.
          records: row.view.isPartHidden ? [] : (records.get(row.id) ?? []),
          photos: (photos.get(row.id) ?? []).map((photo) => presentPhoto(context, photo, viewer)),
        },
      ];
    }),
  );
}
