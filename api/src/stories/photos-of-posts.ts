import type { Photo } from '@waymark/api-contract';
import type { Context } from '../kernel/server/context.ts';
import type { Relation } from '../visibility/policy.ts';
import { presentPhoto } from '../workouts/photos/photo-rows.ts';
import type { StoryRow } from './story-rows.ts';

/** Photos of posts by the post's id, in order: what is being made ready is shown to its owner only. */
export async function readPhotosOfPosts(
  context: Context,
  stories: readonly StoryRow[],
  { viewerId, relationTo }: { viewerId: number; relationTo(this: void, ownerId: number): Relation },
): Promise<Map<number, Photo[]>> {
  const posts = stories.filter(({ kind }) => kind === 'status');
  if (posts.length === 0) return new Map();
  const rows = await context.db
    .selectFrom('workout_photos')
    .selectAll()
    .where((q) =>
      q.or(posts.map(({ user_id, id }) => q.and([q('user_id', '=', user_id), q('workout_id', '=', id)]))),
    )
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['processing', 'ready'])
    .orderBy('position')
    .orderBy('id')
    .execute();
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
