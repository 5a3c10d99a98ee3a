import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeCalls } from '@waymark/api-contract';
import { toFileName } from '../../recordings/storable-text.ts';
import { ConcurrencyLimit } from '../../kernel/server/concurrency-limit.ts';
import { ApiProblem, busy, invalid } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { firstFile, unbroken } from '../../kernel/server/uploads.ts';
import { sendWithJson } from './send-route.ts';
import { runInWorker } from './course-worker/course-queue.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** A file that comes more slowly holds its part of the disk for too long. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** Files that are looked at are in the folder for temporary files meanwhile, which is memory on some systems. */
const readings = new ConcurrencyLimit({
  max: 16,
  perCaller: {
    max: 2,
    maxWaiting: 16,
    refused: () => busy('Several of your files are being read. Wait for one of them and try again.'),
  },
});

/** Nothing is kept: the points go back for the planner. Strange files are read in another thread, whatever their size. */
export const readFileHandler = route<typeof routeCalls.readFile>({
  call: routeCalls.readFile,
  access: 'member',
  limit: { max: 60, windowSeconds: 60 },
  handler: ({ request, reply }) => readings.run(() => readUploadedFile(request, reply)),
});

async function readUploadedFile(request: FastifyRequest, reply: FastifyReply) {
  const part = await firstFile(request, { fileSize: MAX_BYTES });
  if (!part) throw invalid({ file: ['Choose a file with a course: GPX, TCX, FIT or KML.'] });
  const folder = await mkdtemp(join(tmpdir(), 'waymark-course-'));
  try {
    const path = join(folder, 'file');
    await receiveFile(part.file, path);
    if (part.file.truncated)
      throw new ApiProblem(413, 'too_large', 'This file is larger than 64 MB, more than a course can be.');
    const { name, json, activityTypeId, warnings } = await runInWorker({ kind: 'read', path });
    const fileName = toFileName(part.filename);
    return sendWithJson(
      reply,
      { name: name || basename(fileName, extname(fileName)), activity_type_id: activityTypeId, warnings },
      'points',
      json,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws ApiProblem where the file breaks off or takes too long */
export async function receiveFile(
  file: Readable,
  path: string,
  timeoutMs = UPLOAD_TIMEOUT_MS,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await pipeline(unbroken(addAbortSignal(signal, file)), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new ApiProblem(
      408,
      'request_timeout',
      'This took too long to arrive. Check your connection and try again.',
    );
  }
}
