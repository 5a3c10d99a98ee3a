import { type CourseFormat, type ExportedCourse, exportedCourse, type FileTask } from './exported-course.ts';
import { fitCourse } from './fit.ts';
import { gpxCourse } from './gpx.ts';
import { kmlCourse } from './kml.ts';
import { tcxCourse } from './tcx.ts';

const WRITERS: Readonly<Record<CourseFormat, (course: ExportedCourse) => string | Buffer>> = {
  gpx: gpxCourse,
  tcx: tcxCourse,
  fit: fitCourse,
  kml: kmlCourse,
};

/** The whole file. A long one takes a while: work for another thread. */
export function writeCourse({ format, ...task }: FileTask): Uint8Array {
  const file = WRITERS[format](exportedCourse(task));
  return typeof file === 'string' ? Buffer.from(file) : file;
}
