import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiProblem } from './errors.ts';

/** Calls that take files. In a scope of their own: the parser has hooks that other calls need not pay for. */
export async function uploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart);
}

const BROKEN = 'The upload was interrupted. Try again.';

/** What goes wrong while reading from the visitor is theirs or the line's; only what goes wrong behind it is ours. */
function brokenOff(error: unknown, sentence: string): unknown {
  if (error instanceof ApiProblem || (error as { statusCode?: number }).statusCode) return error;
  return new ApiProblem(400, 'upload_broken', sentence);
}

/** What comes from the visitor, piece by piece. @throws ApiProblem where it breaks off or is no upload */
export async function* unbroken<T>(source: AsyncIterable<T>, sentence = BROKEN): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw brokenOff(error, sentence);
  }
}

/** The first file of an upload; none where it has only fields. @throws ApiProblem where it breaks off or is no upload */
export async function firstFile(
  request: FastifyRequest,
  limits: { fileSize: number; fields?: number },
): Promise<MultipartFile | undefined> {
  try {
    return await request.file({ limits: { ...limits, files: 1 } });
  } catch (error) {
    throw brokenOff(error, BROKEN);
  }
}

/** All bytes of a small file. @throws ApiProblem where it breaks off */
export async function bytesOf(part: MultipartFile): Promise<Buffer> {
  try {
    return await part.toBuffer();
  } catch (error) {
    throw brokenOff(error, BROKEN);
  }
}
