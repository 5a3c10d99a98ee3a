import { photoCalls } from '@waymark/api-contract';
import type { Privacy } from '@waymark/api-contract';
import { notFound } from '../server/errors.ts';
import { route } from '../server/route.ts';
import { canRead } from '../workouts/policy.ts';
import type { Db } from '../workouts/rows.ts';
import { verifyAddress } from './addresses.ts';
import { imageKey } from './rows.ts';

/** A ready photo with what decides who sees it, by two keys. */
function readyPhoto(
  db: Db,
  id: number,
): Promise<{ id: number; user_id: number; privacy: Privacy } | undefined> {
  return db
    .selectFrom('workout_photos as photo')
    .innerJoin('workouts as workout', (join) =>
      join
        .onRef('workout.user_id', '=', 'photo.user_id')
        .onRef('workout.id', '=', 'photo.workout_id')
        .on('workout.deleted_at', 'is', null),
    )
    .select(['photo.id', 'photo.user_id', 'workout.privacy'])
    .where('photo.id', '=', id)
    .where('photo.state', '=', 'ready')
    .where('photo.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** An `img` carries no token: the signature says who was given the address, the row whether it still holds. */
export const imageRoute = route<typeof photoCalls.image>({
  call: photoCalls.image,
  access: 'anyone',
  lenient: true,
  async handler({ context, params, query, reply }) {
    const { audience, seconds } = verifyAddress(context, params, query);
    const photo = await readyPhoto(context.db, params.id);
    if (!photo || !canRead(audience, photo.privacy)) throw notFound('photo');
    const bytes = await context.files.read(imageKey(photo, params.size));
    return reply
      .header('cache-control', `private, max-age=${seconds}, immutable`)
      .header('cross-origin-resource-policy', 'same-site')
      .header('content-security-policy', "default-src 'none'")
      .type('image/webp')
      .send(bytes);
  },
});
