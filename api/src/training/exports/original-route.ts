import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { exportCalls } from '@waymark/api-contract';
import { hidesHealthData } from '../workout-store/member.ts';
import { originalOf } from '../workout-store/original-file.ts';
import { NO_SESSION } from '../../kernel/server/authenticate.ts';
import { notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { attachmentHeader } from '../../recordings/formats/export-file-name.ts';

const HEALTH_DATA_REFUSED =
  'The file may hold health data, whose use is refused. Only you can get it, in the browser where you are logged in.';

/**
 * The file as it was uploaded, for nobody but the workout's owner: it holds what privacy zones hide. Apps and scripts get
 * none while the owner refuses the use of health data.
 */
export const originalHandler = route<typeof exportCalls.original>({
  call: exportCalls.original,
  access: 'member',
  limit: { max: 120, windowSeconds: 60 },
  async handler({ context, caller, params, request, reply }) {
    const row = await ownWorkout(context, caller, params.id, 'edit');
    if (request.holder?.sessionId === NO_SESSION && (await hidesHealthData(context.db, row.user_id)))
      throw notAllowed(HEALTH_DATA_REFUSED);
    const original = await originalOf(context.db, row);
    if (!original) throw notFound('file');
    // Once it is open it can be read to its end, also when the file is removed meanwhile.
    const file = await context.files.withLocal(original.key, (path) => open(path));
    const { size } = await file.stat();
    return reply
      .type('application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', attachmentHeader(original.fileName))
      .send(createReadStream('', { fd: file }));
  },
});
