import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { routeCalls } from '@waymark/api-contract';
import { toFileName } from '../recordings/storable-text.ts';
import { ApiProblem, invalid } from '../kernel/server/errors.ts';
import { route } from '../kernel/server/route.ts';
import { firstFile, unbroken } from '../kernel/server/uploads.ts';
import { sendWithJson } from './send-route.ts';
import { runInWorker } from './course-worker/course-queue.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Nothing is kept: the points go back for the planner. Strange files are read in another thread, whatever their size. */
export const readFileRoute = route<typeof routeCalls.readFile>({
  call: routeCalls.readFile,
  access: 'member',
  limit: { max: 60, windowSeconds: 60 },
  async handler({ request, reply }) {
    const part = await firstFile(request, { fileSize: MAX_BYTES });
    if (!part) throw invalid({ file: ['Choose a file with a course: GPX, TCX, FIT or KML.'] });
    const folder = await mkdtemp(join(tmpdir(), 'waymark-course-'));
    try {
      const path = join(folder, 'file');
      await pipeline(unbroken(part.file), createWriteStream(path, { mode: 0o600 }));
      if (part.file.truncated)
        throw new ApiProblem(413, 'too_large', 'This file is larger than 64 MB, more than a course can be.');
      const { name, json, warnings } = await runInWorker({ kind: 'read', path });
      const fileName = toFileName(part.filename);
      return sendWithJson(
        reply,
        { name: name || basename(fileName, extname(fileName)), warnings },
        'points',
        json,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
