import type { RouteDetail, RouteInput } from '@waymark/api-contract';
import { ROUTE_POINTS_MAX } from '@waymark/api-contract/limits';
import { ApiError, http, matchPath } from '@waymark/contract';
import { encodePlan, type Plan, planPointCount, simplifyPlan } from '@waymark/routes';
import type { Planner, RouteForm } from '../planner.ts';
import { sameCourse } from '../store/same.ts';

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

/** A save whose answer is not there: sent again as it was, under the same key, it makes no second route. */
interface Attempt {
  plan: Plan;
  form: RouteForm;
  key: string;
}
const attempts = new WeakMap<Planner, Attempt>();

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

function attemptOf(planner: Planner): Attempt {
  const { plan, form } = planner.get();
  const last = attempts.get(planner);
  if (last?.form === form && sameCourse(last.plan, plan)) return last;
  const next = { plan, form, key: newKey() };
  attempts.set(planner, next);
  return next;
}

export interface Saved {
  route: RouteDetail;
  /** False when there is something to see on the planner: drawn, or gone wrong, since it was sent. */
  done: boolean;
}

/**
 * Saves what is drawn, in the saved form of the specification. A copy is a route of its own.
 * @returns null when a leg that was waited for failed: nothing is saved without it
 * @throws ApiError; nothing of what was drawn changes then
 */
export async function sendRoute(planner: Planner, task: Task): Promise<Saved | null> {
  const waits = planner.get().routing;
  await settled(planner);
  const { problem, base } = planner.get();
  if (waits && problem) return null;
  const { plan, form, key } = attemptOf(planner);
  const body: RouteInput = {
    name: form.name.trim(),
    description: form.description,
    activity_type_id: form.activityTypeId,
    privacy: form.privacy,
    points: encodePlan(simplifyPlan(plan)),
  };
  const main = http.service('main');
  const create = () => main.post<RouteDetail>('/route/', body, { headers: { 'idempotency-key': key } });
  const change = (id: string) =>
    main.put<RouteDetail>(`/route/${id}/`, body).catch((error: unknown) => {
      // What became a route on this page was deleted since: it becomes one again.
      if (base.id !== undefined && error instanceof ApiError && error.status === 404) return create();
      throw error;
    });
  const route = await (task.kind === 'edit' ? change(task.id) : create());
  attempts.delete(planner);
  const id = task.kind === 'edit' && base.id === undefined ? undefined : route.id;
  const whole = planner.saved({ plan, form, at: route.date_updated, id });
  const { problem: now } = planner.get();
  return { route, done: whole && (now === null || now === problem) };
}
