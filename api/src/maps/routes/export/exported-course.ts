import { decodePlan, placedNotes, planLine, type PlanLine } from '@waymark/routes';
import { activityType } from '@waymark/activities/catalogue';
import { readPoints } from '../points/packed.ts';

export type CourseFormat = 'gpx' | 'tcx' | 'fit' | 'kml';

/** A stored route that is to become a file. */
export interface FileTask {
  format: CourseFormat;
  name: string;
  description: string;
  activityTypeId: number;
  /** ms since 1970. */
  created: number;
  /** Its points, packed. */
  data: Uint8Array;
}

/** A turn instruction or a note of the member's own, at its place along the course. */
export interface CoursePoint {
  text: string;
  lat: number;
  lng: number;
  /** Metres from the start. */
  along: number;
  own: boolean;
}

/** A course as every format needs it. `times` in ms since 1970 are made up: devices want some. */
export interface ExportedCourse extends Omit<FileTask, 'format' | 'data'>, PlanLine {
  n: number;
  points: CoursePoint[];
  timeAt: (along: number) => number;
}

/** m/s by the root of the activity. */
const PACE: Readonly<Record<number, number>> = { 9: 1.4, 11: 6, 15: 0.7, 16: 2.8, 24: 1.2 };
const ELSE = 2.8;

export function exportedCourse({ data, ...told }: Omit<FileTask, 'format'>): ExportedCourse {
  const plan = decodePlan(readPoints(data));
  const whole = planLine(plan);
  const points = placedNotes(plan, whole).map(
    ({ note: { instructions: text, lat, lng, isCustomNote: own }, along }) => ({
      text,
      lat,
      lng,
      along,
      own,
    }),
  );
  const pace = PACE[activityType(told.activityTypeId)?.rootId ?? 0] ?? ELSE;
  const timeAt = (along: number) => told.created + Math.round(along / pace) * 1000;
  return { ...told, ...whole, n: whole.along.length, points, timeAt };
}
