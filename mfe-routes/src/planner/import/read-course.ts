import type { RoutePoint } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { COURSE_FILE_MAX_BYTES } from '@waymark/api-contract/limits';
import { call } from '@waymark/contract';
import { routeDetail } from '../../shared/use-route.ts';

export interface ReadCourse {
  name: string;
  points: readonly RoutePoint[];
  warnings: readonly string[];
  /** Of the workout or the route it comes from. */
  activityTypeId: number | null;
}

export type CourseSource =
  | { kind: 'file'; file: File }
  | { kind: 'workout'; id: number }
  | { kind: 'route'; id: number };

export const FILE_TYPES = '.gpx,.tcx,.fit,.kml';

/** Why a file is not even sent. The server looks into those that are. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): 'type' | 'empty' | 'too_big' | null {
  if (!/\.(?:gpx|tcx|fit|kml)$/i.test(name)) return 'type';
  if (size === 0) return 'empty';
  return size > COURSE_FILE_MAX_BYTES ? 'too_big' : null;
}

/** The points of a file, a workout or a saved route. Nothing is kept on the server. @throws ApiError */
export async function readCourse(source: CourseSource, signal: AbortSignal): Promise<ReadCourse> {
  if (source.kind === 'workout') {
    const { name, points, activity_type_id, warnings } = await call(routeCalls.fromWorkout, {
      params: { id: source.id },
      signal,
    });
    return { name, points, warnings, activityTypeId: activity_type_id };
  }
  if (source.kind === 'route') {
    const { name, points, activity_type_id } = await call(routeDetail, { params: { id: source.id }, signal });
    return { name, points, warnings: [], activityTypeId: activity_type_id };
  }
  const body = new FormData();
  body.append('file', source.file);
  const { name, points, warnings } = await call(routeCalls.readFile, { body, signal });
  return { name, points, warnings, activityTypeId: null };
}
