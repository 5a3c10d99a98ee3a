import { STORY_PHOTOS_MAX, storyCalls } from '@waymark/api-contract';
import { countAction } from '../../members/friends/action-limits.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { sendImage, type ShownPhoto } from '../../training/workouts/photos/image-route.ts';
import {
  type PhotoAlbum,
  PHOTO_UPLOADS_LIMIT,
  takePhotos,
  tooMany,
} from '../../training/workouts/photos/upload-photo.ts';
import { answerStory } from './list-stories.ts';
import { readableStory } from './story-rows.ts';

const postAlbum = ({ user_id, id }: Pick<PhotoAlbum, 'user_id' | 'id'>): PhotoAlbum => ({
  user_id,
  id,
  maxPhotos: STORY_PHOTOS_MAX,
  full: tooMany(STORY_PHOTOS_MAX, `A post has at most ${STORY_PHOTOS_MAX} photos.`),
  async hold(trx) {
    const post = await trx
      .selectFrom('stories')
      .select('id')
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .forKeyShare()
      .executeTakeFirst();
    if (!post) throw notFound('post');
  },
});

export const addPhotosHandler = route<typeof storyCalls.addPhotos>({
  call: storyCalls.addPhotos,
  access: 'member',
  limit: PHOTO_UPLOADS_LIMIT,
  async handler({ context, caller, params, request, reply }) {
    const { story } = await readableStory(context.db, caller, params.id);
    if (story.user_id !== caller!.userId) throw notAllowed();
    // Photos of a workout are added to the workout.
    if (story.kind !== 'status') throw notFound('post');
    // Counts nothing: suspended members add nothing to what others see.
    await context.db.transaction().execute((trx) => countAction(context, trx, story.user_id, 'post', 0));
    await takePhotos(context, postAlbum(story), request);
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return answerStory(context, caller, story.id);
  },
});

const findPhoto = (db: Db, id: number): Promise<ShownPhoto | undefined> =>
  db
    .selectFrom('workout_photos as photo')
    .innerJoin('stories as story', (join) =>
      join
        .onRef('story.user_id', '=', 'photo.user_id')
        .onRef('story.id', '=', 'photo.workout_id')
        .on('story.kind', '=', 'status')
        .on('story.removed_at', 'is', null),
    )
    .select(['photo.id', 'photo.user_id', 'story.privacy'])
    .select((q) => q.lit(null).as('link_hash'))
    .where('photo.id', '=', id)
    .where('photo.state', '=', 'ready')
    .where('photo.deleted_at', 'is', null)
    .executeTakeFirst();

export const photoHandler = route<typeof storyCalls.photo>({
  call: storyCalls.photo,
  access: 'anyone',
  lenient: true,
  handler: async ({ context, params, query, reply }) =>
    sendImage(context, await findPhoto(context.db, params.id), { params, query }, reply),
});
