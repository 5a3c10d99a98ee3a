import { ApiProblem } from '../../../kernel/server/errors.ts';
import { readDraft } from '../points/draft.ts';
import { packStoredPlan } from '../points/packed.ts';
import { pointsOfTrack, type StoredTrack } from '../points/track.ts';
import { readCourseFile } from '../read/read-course.ts';
import {
  type CourseFormat,
  type ExportedCourse,
  exportedCourse,
  type FileTask,
} from '../export/exported-course.ts';
import { fitCourse } from '../export/fit.ts';
import { gpxCourse } from '../export/gpx.ts';
import { kmlCourse } from '../export/kml.ts';
import { tcxCourse } from '../export/tcx.ts';

const WRITERS: Readonly<Record<CourseFormat, (course: ExportedCourse) => string | Buffer>> = {
  gpx: gpxCourse,
  tcx: tcxCourse,
  fit: fitCourse,
  kml: kmlCourse,
};

/** The whole file. A long one takes a while: work for another thread. */
function writeCourse({ format, ...task }: FileTask): Uint8Array {
  const file = WRITERS[format](exportedCourse(task));
  return typeof file === 'string' ? Buffer.from(file) : file;
}

/** What would block the event loop for too long once a route has many points. */
export type CourseTask =
  | { kind: 'draft'; bytes: Uint8Array; schema: 'whole' | 'change' }
  | { kind: 'track'; track: StoredTrack }
  | { kind: 'plan'; data: Uint8Array }
  | { kind: 'file'; file: FileTask }
  | { kind: 'read'; path: string };

const runners = {
  draft: ({ bytes, schema }: Extract<CourseTask, { kind: 'draft' }>) => readDraft(bytes, schema),
  track: ({ track }: Extract<CourseTask, { kind: 'track' }>) => pointsOfTrack(track),
  plan: ({ data }: Extract<CourseTask, { kind: 'plan' }>) => packStoredPlan(data),
  file: ({ file }: Extract<CourseTask, { kind: 'file' }>) => writeCourse(file),
  read: ({ path }: Extract<CourseTask, { kind: 'read' }>) => readCourseFile(path),
};

export type CourseResult<K extends CourseTask['kind']> = Awaited<ReturnType<(typeof runners)[K]>>;

/** Runs a task on this thread. @throws ApiProblem */
export async function runCourseTask<K extends CourseTask['kind']>(
  task: Extract<CourseTask, { kind: K }>,
): Promise<CourseResult<K>> {
  return (await runners[task.kind](task as never)) as CourseResult<K>;
}

export type CourseRequest = { id: number; task: CourseTask };
export type CourseReply = { id: number } & (
  | { made: unknown }
  | { problem: Pick<ApiProblem, 'status' | 'code' | 'message' | 'diagnostics'> }
  | { failure: string }
);

/** Runs a task for another thread or process. */
export async function answerCourseTask({ id, task }: CourseRequest): Promise<CourseReply> {
  try {
    return { id, made: await runCourseTask(task) };
  } catch (error) {
    if (!(error instanceof ApiProblem)) {
      return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    const { status, code, message, diagnostics } = error;
    return { id, problem: { status, code, message, diagnostics } };
  }
}
