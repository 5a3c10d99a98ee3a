import { useMutation } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { notify, call } from '@waymark/contract';
import { useFailureText, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { decodePlan } from '@waymark/routes';
import { useEffect, useRef } from 'react';
import { formatDistanceText } from '../format-figures.ts';
import type { Planner, RouteForm } from '../planner.ts';
import { loadOutdoorOptions } from '../save/save-panel.tsx';
import { createUndoAction } from '../store/synchronous-edits.ts';
import { hasLength, insertCourse, type Placement } from './insert-course.ts';
import type { RoutePoint } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { COURSE_FILE_MAX_BYTES } from '@waymark/api-contract/limits';
import { routeDetail } from '../../shared/use-route.ts';

/** A sentence for who chose the file. */
class Refused extends Error {}

async function isOutdoor(id: number): Promise<boolean> {
  try {
    const groups = await loadOutdoorOptions();
    return groups.some(({ options }) => options.some((option) => option.id === id));
  } catch {
    return false;
  }
}

/** Reads a course and puts it on the map: one step of the history. @param onDone with what is to be told about it */
export function useImport(planner: Planner, onDone: (warnings: readonly string[]) => void) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const refusals = {
    type: t`This kind of file holds no course that we can read. Choose a GPX, TCX, FIT or KML file.`,
    empty: t`This file is empty. Export the course again.`,
    too_big: t`This file is larger than 64 MB, more than a course can be. Split it and try again.`,
  };

  const put = async (read: ReadCourse, placing: Placement): Promise<string[]> => {
    const course = decodePlan(read.points);
    if (!hasLength(course)) throw new Refused(t`This holds no way between two places. Choose another one.`);
    const { plan, form } = planner.get();
    const fresh = placing === 'replace' || !plan.start;
    const { plan: next, gap } = insertCourse(plan, course, placing);
    planner.load(next);
    const change: Partial<RouteForm> = {};
    if (fresh && read.name && !form.named)
      Object.assign(change, { name: read.name.slice(0, 200), named: true });
    if (fresh && read.activityTypeId !== null && (await isOutdoor(read.activityTypeId)))
      change.activityTypeId = read.activityTypeId;
    planner.setForm(change);
    const distance = formatDistanceText(gap, system, locale);
    return gap > 0
      ? [
          ...read.warnings,
          t`A straight line of ${distance} joins it to your route. Its mode can be changed in the list of points.`,
        ]
      : [...read.warnings];
  };

  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: async ({ source, placing }: { source: CourseSource; placing: Placement }) => {
      const refusal = source.kind === 'file' ? refusalOf(source.file) : null;
      if (refusal) throw new Refused(refusals[refusal]);
      stop.current = new AbortController();
      const { signal } = stop.current;
      const read = await readCourse(source, signal);
      signal.throwIfAborted();
      return { name: read.name, warnings: await put(read, placing) };
    },
    onSuccess: ({ name, warnings }) => {
      notify({
        kind: 'success',
        text: name ? t`“${name}” is on the map.` : t`The course is on the map.`,
        action: { label: t`Undo`, run: createUndoAction(planner) },
      });
      onDone(warnings);
    },
  });

  const problem = (): string | null => {
    if (!error || (error instanceof DOMException && error.name === 'AbortError')) return null;
    if (error instanceof Refused) return error.message;
    return failureText(
      error,
      t`We couldn’t read this file. Your route hasn’t changed; try again in a moment.`,
    );
  };
  return {
    read: (source: CourseSource, placing: Placement) => mutate({ source, placing }),
    reading: isPending ? variables.source : null,
    problem: problem(),
    /** Breaks off what is being read, and forgets what went wrong. */
    stop: () => {
      stop.current.abort();
      reset();
    },
  };
}

interface ReadCourse {
  name: string;
  points: readonly RoutePoint[];
  warnings: readonly string[];
  /** Of the file, the workout or the route it comes from. */
  activityTypeId: number | null;
}

type CourseSource =
  | { kind: 'file'; file: File }
  | { kind: 'workout'; id: number }
  | { kind: 'route'; id: number };

export const FILE_TYPES = '.gpx,.tcx,.fit,.kml';

/** Why a file is not even sent. The server looks into those that are. */
function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): 'type' | 'empty' | 'too_big' | null {
  if (!/\.(?:gpx|tcx|fit|kml)$/i.test(name)) return 'type';
  if (size === 0) return 'empty';
  return size > COURSE_FILE_MAX_BYTES ? 'too_big' : null;
}

/** The points of a file, a workout or a saved route. Nothing is kept on the server. @throws ApiError */
async function readCourse(source: CourseSource, signal: AbortSignal): Promise<ReadCourse> {
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
  const { name, points, activity_type_id, warnings } = await call(routeCalls.readFile, { body, signal });
  return { name, points, warnings, activityTypeId: activity_type_id };
}
