import { Readable } from 'node:stream';
import { exportCalls } from '@waymark/api-contract';
import type { FileFormat } from '../../recordings/model/parsed-workout.ts';
import { holdAnswer } from '../../kernel/server/answer-limits.ts';
import { route } from '../../kernel/server/route.ts';
import { openWorkout } from '../privacy/visible-workout.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { attachmentHeader, exportFileName } from '../../recordings/formats/export-file-name.ts';
import { fitFile } from './fit.ts';
import { gpxFile, needTrack } from './gpx.ts';
import { loadForExport } from './load-workout.ts';
import { tcxFile } from './tcx.ts';

const TYPES: Record<FileFormat, string> = {
  fit: 'application/vnd.ant.fit',
  gpx: 'application/gpx+xml; charset=utf-8',
  tcx: 'application/vnd.garmin.tcx+xml; charset=utf-8',
};

async function piecesOf(
  format: FileFormat,
  workout: ExportedWorkout,
): Promise<{ bytes?: number; pieces: AsyncIterable<string | Buffer> }> {
  if (format === 'fit') return fitFile(workout);
  if (format === 'tcx') return { pieces: tcxFile(workout) };
  needTrack(workout);
  return { pieces: gpxFile(workout) };
}

/** Written as it is sent, with a turn for other calls between two pieces: a long ride is 40 MB of GPX. */
export const exportHandler = route<typeof exportCalls.file>({
  call: exportCalls.file,
  access: 'anyone',
  limit: { max: 120, windowSeconds: 60 },
  async handler({ context, caller, params, query, reply }) {
    const opened = await openWorkout(context, caller, params.id, query.key);
    const exported = await loadForExport(context.db, opened, (bytes) => holdAnswer(reply, bytes));
    const { bytes, pieces } = await piecesOf(query.format, exported);
    const { local_day: day, name } = opened.workout;
    if (bytes !== undefined) void reply.header('content-length', bytes);
    return reply
      .type(TYPES[query.format])
      .header('content-disposition', attachmentHeader(exportFileName(day, name, query.format)))
      .send(Readable.from(pieces, { objectMode: false }));
  },
});
