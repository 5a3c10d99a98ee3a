import type { RouteSummary, RouteInput } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { ROUTE_POINTS_MAX } from '@waymark/api-contract/limits';
import { ApiError, call, matchPath } from '@waymark/contract';
import { createIdempotencyKey, type IdempotencyKey, isSavedBefore } from '@waymark/remote';
import { encodePlan, planPointCount, simplifyPlan } from '@waymark/routes';
import type { Planner } from '../planner.ts';
import { isSameCourse } from '../store/compare-plans.ts';

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
export function findMissingPart(planner: Planner): 'empty' | 'one_point' | 'too_many_points' | null {
  const { plan } = planner.get();
  if (!plan.start) return 'empty';
  if (plan.segments.length === 0) return 'one_point';
  return planPointCount(plan) > ROUTE_POINTS_MAX && encodePlan(simplifyPlan(plan)).length > ROUTE_POINTS_MAX
    ? 'too_many_points'
    : null;
}

/** Legs that are being looked for belong to the route. */
async function waitForRouting(planner: Planner): Promise<void> {
  if (!planner.get().routing) return;
  await new Promise<void>((done) => {
    const stop = planner.subscribe(() => {
      if (planner.get().routing) return;
      stop();
      done();
    });
  });
}

/** A save whose answer is missing makes no second route when it is sent again, as it was or changed. */
interface Attempt {
  key: IdempotencyKey;
  body?: RouteInput;
}
const attempts = new WeakMap<Planner, Attempt>();

function attemptOf(planner: Planner): Attempt {
  const attempt = attempts.get(planner) ?? { key: createIdempotencyKey() };
  attempts.set(planner, attempt);
  return attempt;
}

const withoutHeights = (body: RouteInput | undefined): string | undefined =>
  JSON.stringify(body, (name, value: unknown) => (name === 'elevation' ? undefined : value));

export interface Saved {
  route: RouteSummary;
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
  await waitForRouting(planner);
  const { problem, base } = planner.get();
  if (waits && problem) return null;
  const { plan, form } = planner.get();
  const attempt = attemptOf(planner);
  const drawn: RouteInput = {
    name: form.name.trim(),
    description: form.description,
    activity_type_id: form.activityTypeId,
    privacy: form.privacy,
    points: encodePlan(simplifyPlan(plan)),
  };
  // Heights that arrived since the last try do not make it another route, which the server would store beside the first.
  const body = attempt.body && withoutHeights(attempt.body) === withoutHeights(drawn) ? attempt.body : drawn;
  attempt.body = body;
  const { key } = attempt;
  // The points are here already.
  const query = { field_set: 'simple' } as const;
  const create = () => call(routeCalls.create, { query, body, idempotencyKey: key.keyFor(null) });
  // A stored course that was not touched stays as it is: sent again it would be simplified.
  const { points, ...fields } = body;
  const changes = isSameCourse(plan, base.plan) ? fields : { ...fields, points };
  const change = (id: string) =>
    call(routeCalls.update, { params: { id: Number(id) }, query, body: changes }).catch((error: unknown) => {
      // What became a route on this page was deleted since: it becomes one again.
      if (base.id !== undefined && error instanceof ApiError && error.status === 404) return create();
      throw error;
    });
  const route = await (task.kind === 'edit' ? change(task.id) : create()).catch((error: unknown) => {
    if (isSavedBefore(error)) attempts.delete(planner);
    throw error;
  });
  attempts.delete(planner);
  const id = task.kind === 'edit' && base.id === undefined ? undefined : route.id;
  const whole = planner.saved({ plan, form, at: route.date_updated, id });
  const { problem: now } = planner.get();
  return { route, done: whole && (now === null || now === problem) };
}
