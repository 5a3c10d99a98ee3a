import type { RouteDetail } from '@waymark/api-contract';
import { useQuery } from '@tanstack/react-query';
import { decodePlan, type Plan, planLine, type PlanLine } from '@waymark/routes';
import { useMemo } from 'react';
import { elevationService } from './elevation-service.ts';
import { loadCourseElevation } from './elevation-source.ts';

export interface Course {
  plan: Plan;
  /** The course in one piece: the same object whether heights are known by now or not. */
  whole: PlanLine;
  /** With heights. Those that were not saved are asked for; undefined while they are. */
  high: PlanLine | undefined;
}

/** The course of a route. */
export function useCourse({ id, points, date_updated: updated }: RouteDetail): Course {
  const plan = useMemo(() => decodePlan(points), [points]);
  const whole = useMemo(() => planLine(plan), [plan]);
  const hasElevation = whole.elevation !== null;
  const asked = useQuery({
    queryKey: ['elevation', 'of route', id, updated],
    queryFn: ({ signal }) => loadCourseElevation(elevationService, plan.segments, signal),
    enabled: !hasElevation && plan.segments.length > 0,
    staleTime: Infinity,
    // Not worth waiting for: the route is shown without.
    retry: false,
  });
  const high = useMemo(() => {
    if (hasElevation || asked.isError) return whole;
    return asked.data === undefined ? undefined : { ...whole, elevation: asked.data };
  }, [hasElevation, whole, asked.isError, asked.data]);
  return { plan, whole, high };
}
