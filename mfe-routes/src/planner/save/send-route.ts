import type { RouteDetail, RouteInput } from '@waymark/api-contract';
import { ROUTE_POINTS_MAX } from '@waymark/api-contract/limits';
import { http, matchPath } from '@waymark/contract';
import { encodePlan, planPointCount, simplifyPlan } from '@waymark/routes';
import type { Planner } from '../planner.ts';

export type Task = { kind: 'create' } | { kind: 'edit' | 'copy'; id: string };

/** What the planner was opened for, by its address. */
export function taskOf(path: string): Task {
  for (const kind of ['edit', 'copy'] as const) {
    const found = matchPath(`/routes/${kind}/:id(\\d+)`, path);
    if (found) return { kind, id: found['id']! };
  }
  return { kind: 'create' };
}

/** Why there is nothing to save yet; null when there is. */
export function lackOf(planner: Planner): 'empty' | 'one_point' | 'too_many_points' | null {
  const { plan } = planner.get();
  if (!plan.start) return 'empty';
  if (plan.segments.length === 0) return 'one_point';
  return planPointCount(plan) > ROUTE_POINTS_MAX && encodePlan(simplifyPlan(plan)).length > ROUTE_POINTS_MAX
    ? 'too_many_points'
    : null;
}

/** Legs that are being looked for belong to the route. */
async function settled(planner: Planner): Promise<void> {
  if (!planner.get().routing) return;
  await new Promise<void>((done) => {
    const stop = planner.subscribe(() => {
      if (planner.get().routing) return;
      stop();
      done();
    });
  });
}

/**
 * Saves what is drawn, in the saved form of the specification. A copy is a route of its own.
 * @throws ApiError; nothing of what was drawn changes then
 */
export async function sendRoute(planner: Planner, task: Task): Promise<RouteDetail> {
  await settled(planner);
  const { plan, form } = planner.get();
  const body: RouteInput = {
    name: form.name.trim(),
    description: form.description,
    activity_type_id: form.activityTypeId,
    privacy: form.privacy,
    points: encodePlan(simplifyPlan(plan)),
  };
  const main = http.service('main');
  return task.kind === 'edit'
    ? main.put<RouteDetail>(`/route/${task.id}/`, body)
    : main.post<RouteDetail>('/route/', body);
}
