import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { photoCalls } from '@waymark/api-contract';
import { PHOTO_MAX_BYTES, PHOTOS_MAX } from '@waymark/api-contract/limits';
import type { Db, Trx } from '../../../kernel/database/tables.ts';
import { toFileName } from '../../../recordings/storable-text.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { runOnce, type IdempotentCall, idempotentFileCall } from '../../../kernel/idempotency/run-once.ts';
import { ApiProblem, invalid } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { unbroken } from '../../../kernel/server/uploads.ts';
import { beginUpload, requireStorage } from '../../../kernel/storage/quota.ts';
import { requireOpenAccess } from '../../../members/security/identity.ts';
import { ownWorkout } from '../../workout-store/workout-access.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { checkImage } from './check-image.ts';
import { presentPhotos, originalKey, type PhotoRow } from './photo-rows.ts';
import { countProcessing, queueEncoding } from './encode-job.ts';

/** Files that are read at all; what is beyond the most of a workout is refused by name. */
const MAX_FILES = 4 * PHOTOS_MAX;

/** What photos are added to. */
export interface PhotoAlbum {
  user_id: number;
  /** Of the workout or post. */
  id: number;
  maxPhotos: number;
  /** Says that it has as many as it may have. */
  full: ApiProblem;
  /**
   * Locks the album until the photo is stored, so that a deletion at the same moment takes the photo along.
   * @throws ApiProblem 404 where it was deleted during the upload
   */
  hold?(this: void, trx: Trx): Promise<void>;
}

export const tooMany = (max: number, message: string) =>
  new ApiProblem(409, 'too_many_photos', message, { parameters: { max } });

const workoutAlbum = ({ user_id, id }: WorkoutRow): PhotoAlbum => ({
  user_id,
  id,
  maxPhotos: PHOTOS_MAX,
  full: tooMany(PHOTOS_MAX, `A workout has at most ${PHOTOS_MAX} photos. Delete one to add another.`),
});

const BROKEN_OFF =
  'The upload was interrupted. The photos that arrived whole are kept; send the others again.';
const TOO_BIG = new ApiProblem(
  413,
  'too-big',
  `This picture is larger than ${PHOTO_MAX_BYTES / 1024 / 1024} MB. Make it smaller and add it again.`,
);

/** Photos of a workout or post that take a place: what could not be read takes none. */
export async function countPhotos(db: Db, userId: number, workoutId: number): Promise<number> {
  const { n } = await db
    .selectFrom('workout_photos')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('workout_id', '=', workoutId)
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['processing', 'ready'])
    .executeTakeFirstOrThrow();
  return n;
}

/** The row comes before the bytes, so that those of an upload that breaks off belong to something. */
function arrive(context: Context, album: PhotoAlbum, name: string): Promise<PhotoRow> {
  const id = context.newId();
  const now = context.now();
  return context.db
    .insertInto('workout_photos')
    .values({
      user_id: album.user_id,
      id,
      workout_id: album.id,
      position: 0,
      state: 'arriving',
      caption: '',
      file_name: name,
      original_key: originalKey({ user_id: album.user_id, id }),
      tries: 0,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** So many photos of a member wait at most: their originals are large, and each takes a processor for seconds. */
const PROCESSING_MAX = 100;
const PROCESSING_SECONDS = 120;
const manyProcessing = () =>
  new ApiProblem(
    429,
    'too_many_requests',
    `${PROCESSING_MAX} of your pictures are still being made ready. Add more in a few minutes.`,
    {
      parameters: { seconds: PROCESSING_SECONDS },
      headers: { 'retry-after': String(PROCESSING_SECONDS) },
    },
  );

/**
 * Under the member lock: of two uploads at once only one gets the last place.
 * @param bytes that were stored of it
 * @returns false where an earlier call with the same idempotency key brought the photo
 */
async function accept(
  context: Context,
  row: PhotoRow,
  { maxPhotos, full, hold }: PhotoAlbum,
  bytes: number,
  idempotentCall: IdempotentCall | null,
): Promise<boolean> {
  const giveLastPlace = async (trx: Trx) => {
    await hold?.(trx);
    if ((await countPhotos(trx, row.user_id, row.workout_id)) >= maxPhotos) throw full;
    if ((await countProcessing(trx, row.user_id)) >= PROCESSING_MAX) throw manyProcessing();
    const last = await trx
      .selectFrom('workout_photos')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('user_id', '=', row.user_id)
      .where('workout_id', '=', row.workout_id)
      .executeTakeFirst();
    await trx
      .updateTable('workout_photos')
      .set({ state: 'processing', position: (last?.position ?? 0) + 1, bytes, updated_at: context.now() })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .execute();
  };
  const { again } = await withMemberLock(context.db, row.user_id, (trx) =>
    runOnce(trx, idempotentCall, row.id, () => giveLastPlace(trx)),
  );
  if (again) return false;
  await queueEncoding(context, row);
  return true;
}

/** Streams a file into the store. What is not wanted of it is read to its end, so that the next file can be. */
async function keep(
  { files }: Context,
  key: string,
  file: MultipartFile['file'],
): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256');
  const chunks = file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  async function* hashed() {
    for await (const chunk of unbroken(chunks, BROKEN_OFF)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  let bytes: number;
  try {
    ({ bytes } = await files.write(key, Readable.from(hashed(), { objectMode: false })));
  } finally {
    file.resume();
  }
  if (file.truncated) throw TOO_BIG;
  return { hash: hash.digest('hex'), bytes };
}

type Refused = { row: PhotoRow; problem: ApiProblem };

/**
 * Takes one file.
 * @param idempotentCallFor see `idempotentFileCall`
 * @returns why not, where it is not taken
 */
async function take(
  context: Context,
  album: PhotoAlbum,
  part: MultipartFile,
  idempotentCallFor: (content: string) => IdempotentCall | null,
): Promise<Refused | null> {
  const row = await arrive(context, album, toFileName(part.filename));
  const key = row.original_key!;
  try {
    try {
      if ((await countPhotos(context.db, row.user_id, row.workout_id)) >= album.maxPhotos) throw album.full;
      if ((await countProcessing(context.db, row.user_id)) >= PROCESSING_MAX) throw manyProcessing();
      await requireStorage(context, row.user_id);
    } catch (error) {
      part.file.resume();
      throw error;
    }
    const { hash, bytes } = await keep(context, key, part.file);
    await context.files.withLocal(key, checkImage);
    if (await accept(context, row, album, bytes, idempotentCallFor(`${album.id} ${hash}`))) return null;
    await context.files.remove(key);
    await forget(context, row);
    return null;
  } catch (error) {
    await context.files.remove(key);
    if (!(error instanceof ApiProblem) || error.status === 401) {
      await forget(context, row);
      throw error;
    }
    const { status, code, parameters, headers } = error;
    const message = `${row.file_name}: ${error.message}`;
    return {
      row,
      problem: new ApiProblem(status, code, message, { ...(parameters && { parameters }), headers }),
    };
  }
}

const forget = ({ db }: Context, { user_id, id }: PhotoRow) =>
  db.deleteFrom('workout_photos').where('user_id', '=', user_id).where('id', '=', id).execute();

/** What was refused beside others that were taken stays on the owner's list with its reason. */
async function note(context: Context, { row, problem }: Refused): Promise<void> {
  await context.db
    .updateTable('workout_photos')
    .set({
      state: 'failed',
      problem: problem.message,
      original_key: null,
      position: LAST,
      updated_at: context.now(),
    })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .execute();
}
const LAST = 1_000_000;

/**
 * Takes the photos of an upload. Those that are refused beside others are noted on the owner's list.
 * @throws ApiProblem when none is taken, with the reason for each
 */
export async function takePhotos(
  context: Context,
  album: PhotoAlbum,
  request: FastifyRequest,
): Promise<void> {
  await beginUpload(context, album.user_id, request);
  const checkedAlbum: PhotoAlbum = {
    ...album,
    async hold(trx) {
      await requireOpenAccess(trx, request);
      await album.hold?.(trx);
    },
  };
  const refused: Refused[] = [];
  let taken = 0;
  const options = {
    limits: { fileSize: PHOTO_MAX_BYTES, files: MAX_FILES, fields: 20, parts: MAX_FILES + 20 },
    // A file that is too large is cut there and refused by name; the rest of the upload goes on.
    throwFileSizeLimit: false,
  };
  for await (const part of unbroken(request.parts(options), BROKEN_OFF)) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'photo') {
      part.file.resume();
      continue;
    }
    const place = taken + refused.length;
    const problem = await take(context, checkedAlbum, part, (content) =>
      idempotentFileCall(request, album.user_id, { place, content, now: context.now() }),
    );
    if (problem) refused.push(problem);
    else taken++;
  }
  if (taken === 0) throw await refusal(context, refused);
  for (const each of refused) await note(context, each);
}

export const PHOTO_UPLOADS_LIMIT = { max: 300, windowSeconds: 600 };

export const addHandler = route<typeof photoCalls.add>({
  call: photoCalls.add,
  access: 'member',
  limit: PHOTO_UPLOADS_LIMIT,
  async handler({ context, caller, params, request }) {
    const workout = await ownWorkout(context, caller, params.id, 'edit');
    await takePhotos(context, workoutAlbum(workout), request);
    return presentPhotos(context, workout, 'self', caller);
  },
});

/** Nothing was taken: the answer says why, for each file. */
async function refusal(context: Context, refused: readonly Refused[]): Promise<ApiProblem> {
  for (const { row } of refused) await forget(context, row);
  const [first] = refused;
  if (!first) return invalid({ photo: ['Choose at least one picture.'] });
  const { status, code, message, parameters, headers } = first.problem;
  return new ApiProblem(status, code, message, {
    ...(parameters && { parameters }),
    headers,
    diagnostics: { photo: refused.map(({ problem }) => problem.message) },
  });
}
