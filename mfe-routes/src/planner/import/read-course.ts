import type { RouteDetail, RoutePoint } from '@waymark/api-contract';
import { COURSE_FILE_MAX_BYTES } from '@waymark/api-contract/limits';
import { http } from '@waymark/contract';

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
  const main = http.service('main');
  if (source.kind === 'workout') {
    const { name, points, activity_type_id, warnings } = await main.get<{
      name: string;
      points: RoutePoint[];
      activity_type_id: number;
      warnings: string[];
    }>(`/route/from_workout/${source.id}/`, { signal });
    return { name, points, warnings, activityTypeId: activity_type_id };
  }
  if (source.kind === 'route') {
    const { name, points, activity_type_id } = await main.get<RouteDetail>(`/route/${source.id}/`, {
      signal,
    });
    return { name, points, warnings: [], activityTypeId: activity_type_id };
  }
  const body = new FormData();
  body.append('file', source.file);
  const { name, points, warnings } = await main.post<{
    name: string;
    points: RoutePoint[];
    warnings: string[];
  }>('/route/read_file/', body, { signal });
  return { name, points, warnings, activityTypeId: null };
}
