import { relationTo } from '../../../members/visibility/relation.ts';
import { photoCalls, type Privacy } from '@waymark/api-contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { notFound } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { canRead } from '../../../members/visibility/policy.ts';
import { type ImageQuery, verifySignedUrl } from './signed-urls.ts';
import type { ImageSize } from '../../../kernel/images/image-formats.ts';
import { imageKey } from './photo-rows.ts';

/** A ready photo with what decides who sees it, by two keys. */
function readyPhoto(db: Db, id: number): Promise<ShownPhoto | undefined> {
  return db
    .selectFrom('workout_photos as photo')
    .innerJoin('workouts as workout', (join) =>
      join
        .onRef('workout.user_id', '=', 'photo.user_id')
        .onRef('workout.id', '=', 'photo.workout_id')
        .on('workout.deleted_at', 'is', null),
    )
    .leftJoin('link_keys as link', (join) =>
      join
        .onRef('link.user_id', '=', 'workout.user_id')
        .on('link.kind', '=', 'workout')
        .on('link.thing_id', '=', sql<number>`coalesce(workout.parent_id, workout.id)`),
    )
    .select(['photo.id', 'photo.user_id', 'workout.privacy', 'link.hash as link_hash'])
    .where('photo.id', '=', id)
    .where('photo.state', '=', 'ready')
    .where('photo.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** What decides who sees a photo. */
export interface ShownPhoto {
  id: number;
  user_id: number;
  privacy: Privacy;
  link_hash: Uint8Array | null;
}

/**
 * Sends an image. An `img` carries no token: the signature says who was given the address, the row whether it still
 * holds.
 * @throws ApiProblem 404 or 403
 */
export async function sendImage(
  context: Context,
  photo: ShownPhoto | undefined,
  { params, query }: { params: { id: number; size: ImageSize }; query: ImageQuery },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { audience, viewerId, seconds } = verifySignedUrl(context, params, query, photo?.link_hash ?? null);
  const viewer = viewerId === 0 ? null : { userId: viewerId };
  const known = audience === 'self' ? audience : await relationTo(context.db, viewer, photo?.user_id ?? 0);
  const relation = audience === 'link' && known !== 'blocked' ? 'link' : known;
  if (!photo || !canRead(relation, photo.privacy)) throw notFound('photo');
  const bytes = await context.files.read(imageKey(photo, params.size));
  return reply
    .header('cache-control', `private, max-age=${seconds}, immutable`)
    .header('cross-origin-resource-policy', 'same-site')
    .header('content-security-policy', "default-src 'none'")
    .type('image/webp')
    .send(bytes);
}

export const imageHandler = route<typeof photoCalls.image>({
  call: photoCalls.image,
  access: 'anyone',
  lenient: true,
  handler: async ({ context, params, query, reply }) =>
    sendImage(context, await readyPhoto(context.db, params.id), { params, query }, reply),
});
