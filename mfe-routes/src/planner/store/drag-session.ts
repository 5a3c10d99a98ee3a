import {
  type Change,
  complete,
  type Leg,
  legsOf,
  type Place,
  type Plan,
  type Segment,
  straightSegment,
} from '@waymark/routes';
import type { DragSession } from '../planner.ts';
import type { LegRouter } from '../legs/leg-router.ts';

/** Milliseconds between the starts of two preview requests. */
const PREVIEW_SPACING = 33;

export interface DragOptions {
  router: LegRouter;
  /** The edit that dropping the point at a place would make. */
  change: (place: Place) => Change;
  preview: (plan: Plan | null) => void;
  /** Carries the edit out. */
  finish: (place: Place) => Promise<void>;
}

const rubber = ({ from, to }: Leg): Segment => straightSegment(from, to);

/**
 * A point being dragged. Straight lines follow the pointer until the first answer, then the legs as last routed. One
 * request runs at a time, and only the newest position waits behind it.
 */
export function createDragSession({ router, change, preview, finish }: DragOptions): DragSession {
  let wanted: Place | null = null;
  let asked: Place | null = null;
  let answered = false;
  let over = false;
  let startedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: AbortController | null = null;

  const show = (place: Place, segments: (leg: Leg) => Segment) => {
    const next = change(place);
    preview(complete(next, legsOf(next).map(segments)));
  };

  const ask = async (place: Place) => {
    asked = place;
    startedAt = performance.now();
    const own = (underWay = new AbortController());
    const next = change(place);
    const legs = legsOf(next);
    try {
      const segments = await router.route(legs, own.signal);
      if (own.signal.aborted) return;
      // The pointer may have moved to a cached position meanwhile.
      if (asked === place) {
        answered = true;
        preview(complete(next, segments));
      }
    } catch {
      if (own.signal.aborted) return;
      // The error is shown when the point is dropped there; until then the leg is straight.
      if (asked === place) {
        answered = false;
        show(place, rubber);
      }
    }
    underWay = null;
    schedule();
  };

  const schedule = () => {
    if (over || underWay || timer !== undefined || !wanted || wanted === asked) return;
    const wait = startedAt + PREVIEW_SPACING - performance.now();
    if (wait <= 0) void ask(wanted);
    else
      timer = setTimeout(() => {
        timer = undefined;
        if (wanted) void ask(wanted);
      }, wait);
  };

  const stop = () => {
    over = true;
    clearTimeout(timer);
    underWay?.abort();
    underWay = null;
  };

  return {
    to(place) {
      if (over) return;
      wanted = place;
      const next = change(place);
      const known = legsOf(next).map(router.known);
      if (!known.includes(undefined)) {
        asked = place;
        answered = true;
        preview(
          complete(
            next,
            known.map((segment) => segment!),
          ),
        );
      } else if (!answered) show(place, (leg) => router.known(leg) ?? rubber(leg));
      schedule();
    },
    async end() {
      if (over) return;
      stop();
      if (wanted) await finish(wanted);
      else preview(null);
    },
    cancel() {
      if (over) return;
      stop();
      preview(null);
    },
  };
}
