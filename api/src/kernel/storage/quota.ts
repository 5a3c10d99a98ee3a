import type { RawBuilder } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { countMember } from '../server/member-limit.ts';
import type { Context } from '../server/context.ts';
import { ApiProblem } from '../server/errors.ts';
import type { Answers } from '../server/route.ts';

const GB = 1024 ** 3;
const HOUR_SECONDS = 3600;

declare module '../server/questions.ts' {
  interface Questions {
    /** How many bytes of what a member stored belong to a service: what deleting it would give back. */
    storedBytes: { asked: { userId: number }; answer: number };
  }
}

/** Answers `storedBytes` by a select of one number, null for none. */
export const storedBytesBy =
  (select: (userId: number) => RawBuilder<{ bytes: number | null }>): Answers['storedBytes'] =>
  async ({ db }, { userId }) => {
    const { rows } = await select(userId).execute(db);
    return rows[0]?.bytes ?? 0;
  };

/**
 * Bytes that a member may still store. Uploads that come at the same time each begin with what is left then, so that
 * together they may go beyond it once.
 */
export async function remainingStorage(
  { ask, env }: Pick<Context, 'ask' | 'env'>,
  userId: number,
): Promise<number> {
  if (env.MEMBER_STORAGE_GB === 0) return Infinity;
  const stored = await ask('storedBytes', { userId });
  return Math.max(0, env.MEMBER_STORAGE_GB * GB - stored.reduce((sum, bytes) => sum + bytes, 0));
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
