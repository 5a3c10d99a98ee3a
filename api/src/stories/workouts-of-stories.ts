import type { Photo, WorkoutSummary } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Context } from '../kernel/server/context.ts';
import { prepared } from '../kernel/database/prepared.ts';
import type { Db } from '../kernel/database/tables.ts';
import { hiddenAreas } from '../privacy/redaction/hidden-areas.ts';
import { viewerScopeOf } from '../privacy/redaction/recompute-redactions.ts';
import { NOTHING_HIDDEN, type ViewerScope } from '../privacy/redaction/viewer-scope.ts';
import { readHeldRecords } from '../stats/held-records.ts';
import { readLinkHash } from '../share-links/store.ts';
import { listedPrivacy, type Relation } from '../visibility/policy.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../workout-store/workout-rows.ts';
import { type PhotoRow, presentPhoto } from '../workouts/photos/photo-rows.ts';
import { presentSummary } from '../workouts/presenter.ts';
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

interface Pair {
  user_id: number;
  id: number;
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

const selectZoned = prepared(
  (owners: number[]) => sql<{ user_id: number }>`
    select user_id from privacy_zone_owners where user_id = any(${owners}::bigint[])`,
);

/** The others among some owners that have privacy zones: most have none. */
async function readZonedOwners(
  db: Db,
  workouts: readonly Pair[],
  { relationTo }: Asked,
): Promise<{ user_id: number }[]> {
  const others = [...new Set(workouts.map(({ user_id }) => user_id))].filter(
    (id) => relationTo(id) !== 'self',
  );
  return others.length === 0 ? [] : selectZoned(db, others);
}

/** What the caller sees of the tracks of each owner who has zones. */
async function readScopes(
  db: Db,
  rows: readonly SummaryRow[],
  zonedOwners: readonly { user_id: number }[],
  { relationTo }: Asked,
): Promise<Map<number, ViewerScope>> {
  const scopes = await Promise.all(
    zonedOwners.map(async ({ user_id: ownerId }) => {
      const areas = await hiddenAreas(db, ownerId, relationTo(ownerId));
      const own = rows.filter(({ user_id }) => user_id === ownerId);
      return [ownerId, await viewerScopeOf(db, ownerId, areas, own)] as const;
    }),
  );
  return new Map(scopes);
}

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
  const [rows, photoRows, records, zonedOwners] = await Promise.all([
    selectSummaries(db, owners, ids),
    selectPhotos(db, owners, ids),
    readHeldRecords(
      db,
      ofWorkouts.map(({ user_id, id }) => ({
        user_id,
        id,
        visible: listedPrivacy(asked.relationTo(user_id)),
      })),
    ),
    readZonedOwners(db, ofWorkouts, asked),
  ]);
  if (rows.length === 0) return new Map();
  const byLink = rows.filter(({ user_id }) => asked.relationTo(user_id) === 'link');
  const [scopes, linkHashes] = await Promise.all([
    readScopes(db, rows, zonedOwners, asked),
    Promise.all(byLink.map(async (row) => [row.id, await readLinkHash(db, row)] as const)),
  ]);
  const photos = groupPhotos(photoRows);
  const linkHashById = new Map(linkHashes);
  return new Map(
    rows.map((row) => {
      const scope = scopes.get(row.user_id) ?? NOTHING_HIDDEN;
      const viewer = {
        relation: asked.relationTo(row.user_id),
        viewerId: asked.viewerId,
        linkHash: linkHashById.get(row.id) ?? null,
      };
      return [
        row.id,
        {
          workout: presentSummary(row, scope),
          // Of what others see a part of, the whole holds no record for them.
          records: scope.redactions.has(row.id) ? [] : (records.get(row.id) ?? []),
          photos: (photos.get(row.id) ?? []).map((photo) => presentPhoto(context, photo, viewer)),
        },
      ];
    }),
  );
}
