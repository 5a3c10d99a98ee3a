import {
  climbedAt,
  courseClimb,
  decodePlan,
  estimatedSeconds,
  paceOf,
  placedNotes,
  planLine,
  type PlanLine,
} from '@waymark/routes';
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
  const pace = paceOf(told.activityTypeId, plan.segments[0]?.travelMode ?? 1);
  const climb = courseClimb(whole);
  const timeAt = (along: number) => {
    const ascent = climb && climbedAt(climb, 'ascent', along);
    return told.created + Math.round(estimatedSeconds(pace, { distance: along, ascent })) * 1000;
  };
  return { ...told, ...whole, n: whole.along.length, points, timeAt };
}
