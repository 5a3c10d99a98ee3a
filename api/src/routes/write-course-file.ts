import { runInlineOrInWorker } from './course-worker/course-queue.ts';
import type { RouteTable, RoutePointTable } from './tables.ts';
import type { CourseFormat } from './export/exported-course.ts';

/** Bytes that a point is, spread out. */
const POINT = 60;

type StoredCourse = Pick<RouteTable, 'name' | 'description' | 'activity_type_id' | 'created_at'> &
  Pick<RoutePointTable, 'n' | 'data'>;

/** A stored route as a file; a long one is written beside the thread that answers. @throws ApiProblem */
export const writeCourseFile = (
  { name, description, activity_type_id: activityTypeId, created_at, n, data }: StoredCourse,
  format: CourseFormat,
): Promise<Uint8Array> =>
  runInlineOrInWorker(
    {
      kind: 'file',
      file: { format, name, description, activityTypeId, created: created_at.getTime(), data },
    },
    n * POINT,
  );
