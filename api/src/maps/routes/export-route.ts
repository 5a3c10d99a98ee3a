import { routeCalls } from '@waymark/api-contract';
import { attachmentHeader, exportFileName } from '../../recordings/formats/export-file-name.ts';
import { route } from '../../kernel/server/route.ts';
import { readableRoute } from './route-access.ts';
import { storedPoints } from './send-route.ts';
import type { CourseFormat } from './export/exported-course.ts';
import { writeCourseFile } from './course-worker/course-queue.ts';

const TYPES: Record<CourseFormat, string> = {
  gpx: 'application/gpx+xml; charset=utf-8',
  tcx: 'application/vnd.garmin.tcx+xml; charset=utf-8',
  fit: 'application/vnd.ant.fit',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
};

export const exportFileHandler = route<typeof routeCalls.file>({
  call: routeCalls.file,
  access: 'anyone',
  limit: { max: 120, windowSeconds: 60 },
  async handler({ context, caller, params, query: { format, key }, reply }) {
    const row = await readableRoute(context, caller, params.id, key);
    const file = await writeCourseFile({ ...row, ...(await storedPoints(context, row)) }, format);
    return reply
      .type(TYPES[format])
      .header('content-disposition', attachmentHeader(exportFileName('', row.name, format)))
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  },
});
