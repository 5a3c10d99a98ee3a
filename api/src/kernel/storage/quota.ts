import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { countMember } from '../server/member-limit.ts';
import type { Context } from '../server/context.ts';
import { ApiProblem } from '../server/errors.ts';

const GB = 1024 ** 3;
const HOUR_SECONDS = 3600;

/**
 * Bytes that a member may still store: uploads that are kept, photos, routes with their points, and recordings that edits put
 * aside count. Uploads that come at the same time each
 * begin with what is left then, so that together they may go beyond it once.
 */
export async function remainingStorage(
  { db, env }: Pick<Context, 'db' | 'env'>,
  userId: number,
): Promise<number> {
  if (env.MEMBER_STORAGE_GB === 0) return Infinity;
  const { rows } = await sql<{ bytes: number }>`
    select (
      coalesce((
        select sum(size) from file_imports
        where user_id = ${userId} and storage_key is not null and entry is null), 0)
      + coalesce((select sum(bytes) from workout_photos where user_id = ${userId}), 0)
      + coalesce((
        select sum(pg_column_size(data) + coalesce(pg_column_size(plan), 0))
        from route_points where user_id = ${userId}), 0)
      + coalesce((select sum(pg_column_size(r.*)) from routes r where user_id = ${userId}), 0)
      + coalesce((
        select sum(pg_column_size(s.data))
        from workouts w join workout_streams s on s.user_id = w.user_id and s.workout_id = w.id
        where w.user_id = ${userId} and w.edit_id is not null), 0)
    )::float8 as bytes`.execute(db);
  return Math.max(0, env.MEMBER_STORAGE_GB * GB - (rows[0]?.bytes ?? 0));
}

export const memberStorageFull = ({ env }: Pick<Context, 'env'>) =>
  new ApiProblem(
    507,
    'member_storage_full',
    `Your files fill the ${env.MEMBER_STORAGE_GB} GB that each member has here. Delete uploads, workouts or routes that you don’t need; their space is free a day later.`,
    { parameters: { gigabytes: env.MEMBER_STORAGE_GB }, headers: { 'retry-after': String(HOUR_SECONDS) } },
  );

/** @returns the bytes that the member may still store @throws ApiProblem 507 when there is no room */
export async function requireStorage(context: Context, userId: number): Promise<number> {
  const left = await remainingStorage(context, userId);
  if (left <= 0) throw memberStorageFull(context);
  return left;
}

/**
 * Before an upload is read.
 * @returns the bytes that may be stored of it
 * @throws ApiProblem 429 when the member sent too many within the hour, 507 when there is no room
 */
export async function beginUpload(
  context: Context,
  userId: number,
  request: FastifyRequest,
): Promise<number> {
  countMember(request, 'uploads', userId, [
    { max: context.env.UPLOADS_PER_HOUR, windowSeconds: HOUR_SECONDS },
  ]);
  return requireStorage(context, userId);
}
