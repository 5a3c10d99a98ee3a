import type { Photo } from '@waymark/api-contract';
import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Relation } from '../../members/visibility/policy.ts';
import { type PhotoRow, presentPhoto } from '../../training/workouts/photos/photo-rows.ts';
import type { StoryRow } from './story-rows.ts';

const selectPhotos = prepared(
  (owners: number[], posts: number[]) => sql<PhotoRow>`
    select photo.* from unnest(${owners}::bigint[], ${posts}::bigint[]) as k (user_id, id)
    cross join lateral (
      select * from workout_photos
      where user_id = k.user_id and workout_id = k.id and deleted_at is null and state in ('processing', 'ready')
    ) as photo
    order by photo.position, photo.id`,
);

/** Photos of posts by the post's id, in order: what is being made ready is shown to its owner only. */
export async function readPhotosOfPosts(
  context: Context,
  stories: readonly StoryRow[],
  { viewerId, relationTo }: { viewerId: number; relationTo(this: void, ownerId: number): Relation },
): Promise<Map<number, Photo[]>> {
  const posts = stories.filter(({ kind }) => kind === 'status');
  if (posts.length === 0) return new Map();
  const rows = await selectPhotos(
    context.db,
    posts.map(({ user_id }) => user_id),
    posts.map(({ id }) => id),
  );
  const byPost = new Map<number, Photo[]>();
  for (const row of rows) {
    const relation = relationTo(row.user_id);
    if (row.state !== 'ready' && relation !== 'self') continue;
    const photos = byPost.get(row.workout_id) ?? [];
    photos.push(presentPhoto(context, row, { relation, viewerId, path: '/story_photo' }));
    byPost.set(row.workout_id, photos);
  }
  return byPost;
}
