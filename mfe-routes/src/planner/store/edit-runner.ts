import { type Change, complete, isLeg, type Leg, legsOf, type Plan, straightSegment } from '@waymark/routes';
import { toLegFailure, type LegFailure } from '../legs/leg-failure.ts';
import type { LegRouter } from '../legs/leg-router.ts';

/** Computes a change from the current plan; null when there is nothing left to do. */
export type Edit = (plan: Plan) => Change | null;

interface Job {
  edit: Edit;
  /** Legs that are drawn straight, by their number in the change. */
  straight: ReadonlySet<number>;
  done: () => void;
}

export interface FailedEdit {
  failure: LegFailure;
  /** Waypoints on both sides, from 0. */
  from: number;
  to: number;
  straight: () => Promise<void>;
  retry: () => Promise<void>;
}

export interface RunnerOptions {
  router: LegRouter;
  plan: () => Plan;
  commit: (plan: Plan) => void;
  failed: (failed: FailedEdit) => void;
  /** Whether a leg that failed so is drawn straight without asking. */
  straightens: (failure: LegFailure) => boolean;
  /** The course as it would be, with straight lines where legs are being routed; null when nothing is. */
  pending: (preview: Plan | null) => void;
}

export interface EditRunner {
  /** Carries out an edit: at once where all its legs are known, else after those before it. */
  run(edit: Edit): Promise<void>;
  readonly busy: boolean;
  /** Drops all that is being routed. */
  cancel(): void;
}

const legsFor = (change: Change, straight: ReadonlySet<number>): Leg[] =>
  legsOf(change).map((leg, i) => (straight.has(i) ? { from: leg.from, to: leg.to, travelMode: 0 } : leg));

function attempt(edit: Edit, plan: Plan): Change | null {
  try {
    return edit(plan);
  } catch (error) {
    // The waypoint or the segment is gone: the edit has lost its meaning.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const isSame = ({ start, pieces }: Change, plan: Plan): boolean =>
  start === plan.start &&
  pieces.length === plan.segments.length &&
  pieces.every((piece, i) => piece === plan.segments[i]);

/** Waypoint numbers around the n-th leg of a change. */
function sidesOf({ pieces }: Change, n: number): { from: number; to: number } {
  const places = pieces.flatMap((piece, i) => (isLeg(piece) ? [i] : []));
  const from = places[n] ?? 0;
  return { from, to: from + 1 };
}

/**
 * Carries out edits one after the other, so that quick clicks follow each other in their order. An edit that fails
 * leaves the course as it is; those behind it wait with it for another try.
 */
export function createEditRunner(options: RunnerOptions): EditRunner {
  const { router, plan, commit, failed, straightens, pending } = options;
  let queue: Job[] = [];
  let abort: AbortController | null = null;

  const showPending = () => {
    let preview = plan();
    for (const { edit } of queue) {
      const change = attempt(edit, preview);
      if (change)
        preview = complete(
          change,
          legsOf(change).map(
            (leg) => router.known(leg) ?? leg.otherwise ?? straightSegment(leg.from, leg.to),
          ),
        );
    }
    pending(queue.length > 0 ? preview : null);
  };

  /** @returns true when it is carried out without waiting */
  const atOnce = ({ edit, straight, done }: Job): boolean => {
    const change = attempt(edit, plan());
    if (change && !isSame(change, plan())) {
      const known = legsFor(change, straight).map(router.known);
      if (known.includes(undefined)) return false;
      commit(
        complete(
          change,
          known.map((segment) => segment!),
        ),
      );
    }
    done();
    return true;
  };

  const fail = (change: Change, failure: LegFailure) => {
    const [job, ...rest] = queue;
    if (!job) return;
    queue = [];
    pending(null);
    const again = (straight: ReadonlySet<number>) =>
      new Promise<void>((done) => add([{ edit: job.edit, straight, done }, ...rest]));
    failed({
      failure,
      ...sidesOf(change, failure.leg),
      straight: () => again(new Set([...job.straight, failure.leg])),
      retry: () => again(job.straight),
    });
    job.done();
    for (const { done } of rest) done();
  };

  const pump = async () => {
    while (queue[0]) {
      const job = queue[0];
      if (atOnce(job)) {
        queue = queue.slice(1);
        continue;
      }
      const change = attempt(job.edit, plan())!;
      const own = new AbortController();
      abort = own;
      showPending();
      try {
        // Kept by the router from here on: the next round finds every leg known.
        const segments = await router.route(legsFor(change, job.straight), own.signal);
        if (own.signal.aborted) return;
        queue = queue.slice(1);
        const now = attempt(job.edit, plan());
        if (now) commit(complete(now, segments));
        job.done();
      } catch (error) {
        if (own.signal.aborted) return;
        const failure = toLegFailure(error);
        if (!job.straight.has(failure.leg) && straightens(failure)) {
          queue = [{ ...job, straight: new Set([...job.straight, failure.leg]) }, ...queue.slice(1)];
          continue;
        }
        abort = null;
        fail(change, failure);
        return;
      }
    }
    abort = null;
    pending(null);
  };

  const add = (jobs: readonly Job[]) => {
    const idle = queue.length === 0;
    queue = [...queue, ...jobs];
    if (idle) void pump();
    else showPending();
  };

  return {
    run: (edit) =>
      new Promise<void>((done) => {
        const job: Job = { edit, straight: new Set(), done };
        if (queue.length > 0 || !atOnce(job)) add([job]);
      }),
    get busy() {
      return queue.length > 0;
    },
    cancel() {
      abort?.abort();
      abort = null;
      const dropped = queue;
      queue = [];
      pending(null);
      for (const { done } of dropped) done();
    },
  };
}
