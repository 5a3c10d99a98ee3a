import { relationTo } from '../visibility/relation.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES, userCalls } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { type ImageKind, imageKind } from '../../kernel/images/image-formats.ts';
import { cropToSquares } from '../../kernel/images/image-queue.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { bytesOf, firstFile } from '../../kernel/server/uploads.ts';
import { requireOpenAccess } from '../security/identity.ts';
import { canSeeProfile, isSelf } from './policy.ts';
import { PICTURE_SIZES, answerSelf } from './presenter.ts';
import { findMember } from './find-member.ts';

/** Pixels of a side; twice what the pages show, for dense screens. */
const SIDES = { Small: 96, Medium: 256, Large: 640 } as const;
const FORMATS: ReadonlySet<ImageKind | null> = new Set(['png', 'jpeg', 'gif']);

export type PictureSize = (typeof PICTURE_SIZES)[number];

export const pictureKey = (userId: number, version: number, size: PictureSize) =>
  `pictures/${userId}/${version}-${size}.webp`;

const tooBig = () =>
  new ApiProblem(413, 'too-big', 'This picture is too big. Choose one of at most 1 MB.', {
    diagnostics: { photo: ['too-big'] },
  });
const wrongType = () =>
  new ApiProblem(415, 'invalid-image-type', 'We can’t read this as a photo. Choose a PNG, JPEG or GIF.', {
    diagnostics: { photo: ['invalid-image-type'] },
  });

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const part = await firstFile(request, { fileSize: PICTURE_MAX_BYTES, fields: 10 });
  if (!part || part.fieldname !== 'photo')
    throw new ApiProblem(400, 'validation_error', 'Photo is required.', {
      diagnostics: { photo: ['Photo is required.'] },
    });
  if (!(PICTURE_TYPES as readonly string[]).includes(part.mimetype)) throw wrongType();
  const bytes = await bytesOf(part).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'FST_REQ_FILE_TOO_LARGE' ? tooBig() : error;
  });
  if (part.file.truncated) throw tooBig();
  return bytes;
}

/** Makes the three sizes anew: upright, square, without the place and camera that a photo carries. */
async function makeSizes(original: Buffer): Promise<Map<PictureSize, Uint8Array>> {
  if (!FORMATS.has(imageKind(original))) throw wrongType();
  try {
    const sides = PICTURE_SIZES.map((size) => SIDES[size]);
    const made = await cropToSquares(original, sides);
    return new Map(PICTURE_SIZES.map((size, i) => [size, made[i]!]));
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 503 ? error : wrongType();
  }
}

async function replacePicture(
  { db, files, newId, now }: Context,
  id: number,
  request: FastifyRequest,
): Promise<void> {
  const original = await readUpload(request);
  const version = newId();
  const removeSizes = async () => {
    for (const size of PICTURE_SIZES) await files.remove(pictureKey(id, version, size));
  };
  try {
    for (const [size, bytes] of await makeSizes(original))
      await files.write(pictureKey(id, version, size), bytes);
  } catch (error) {
    await removeSizes();
    throw error;
  }
  const before = await db
    .transaction()
    .execute(async (tx) => {
      await requireOpenAccess(tx, request);
      const old = await tx
        .selectFrom('users')
        .select('picture_version')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      await tx
        .updateTable('users')
        .set({ picture_version: version, updated_at: now() })
        .where('id', '=', id)
        .execute();
      return old?.picture_version ?? null;
    })
    .catch(async (error: unknown) => {
      if (error instanceof ApiProblem) await removeSizes();
      throw error;
    });
  if (before !== null)
    await Promise.all(PICTURE_SIZES.map((size) => files.remove(pictureKey(id, before, size))));
}

export const photoHandler = route<typeof userCalls.photo>({
  call: userCalls.photo,
  access: 'member',
  limit: { max: 30, windowSeconds: 600 },
  async handler({ context, caller, params, request }) {
    const row = await findMember(context.db, params.id);
    const relation = await relationTo(context.db, caller, params.id);
    if (!row || !canSeeProfile(relation, row)) throw notFound('member');
    if (!isSelf(caller, row)) throw notAllowed('Only the member can change this picture.');
    await replacePicture(context, row.id, request);
    return answerSelf(context, (await findMember(context.db, row.id)) ?? row);
  },
});
