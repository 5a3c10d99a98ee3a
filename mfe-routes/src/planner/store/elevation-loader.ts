import type { History, Plan, Segment } from '@waymark/routes';
import type { HeightSource } from '../../shared/elevation-service.ts';

/** ms after an edit: those that follow quickly are asked for together. */
const WAIT_MS = 120;

/** The same courses with heights in the segments that had none, step by step, sharing what they shared. */
function withHeights(heights: ReadonlyMap<Float64Array, Float64Array>): (plan: Plan) => Plan {
  const segments = new Map<Segment, Segment>();
  const plans = new Map<Plan, Plan>();
  const filled = (segment: Segment): Segment => {
    const elevation = segment.elevation ? undefined : heights.get(segment.line);
    if (!elevation) return segment;
    let next = segments.get(segment);
    if (!next) segments.set(segment, (next = { ...segment, elevation }));
    return next;
  };
  return (plan) => {
    let next = plans.get(plan);
    if (next) return next;
    const all = plan.segments.map(filled);
    next = all.every((segment, i) => segment === plan.segments[i]) ? plan : { ...plan, segments: all };
    plans.set(plan, next);
    return next;
  };
}

export const mapHistory = (history: History, fill: (plan: Plan) => Plan): History => ({
  past: history.past.map(fill),
  present: fill(history.present),
  future: history.future.map(fill),
});

/** Asks for the heights of segments that nobody asked for yet, after the drawing is done and without delaying it. */
export function createElevationLoader(
  source: HeightSource,
  told: (fill: (plan: Plan) => Plan) => void,
): { ask: (plan: Plan) => void; stop: () => void } {
  /** Lines that were asked for, with what is known by now. */
  const known = new WeakMap<Float64Array, Float64Array | 'asked'>();
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (segments: readonly Segment[], heights: readonly Float64Array[]) => {
    const found = new Map<Float64Array, Float64Array>();
    for (const [i, { line }] of segments.entries()) {
      known.set(line, heights[i]!);
      found.set(line, heights[i]!);
    }
    told(withHeights(found));
  };

  const fetchFor = async (segments: readonly Segment[]) => {
    for (const { line } of segments) known.set(line, 'asked');
    try {
      tell(segments, await source(segments, abort.signal));
    } catch {
      // The course is drawn all the same; the next edit asks again.
      for (const { line } of segments) known.delete(line);
    }
  };

  return {
    ask(plan) {
      const missing = plan.segments.filter(({ elevation }) => elevation === null);
      if (missing.length === 0) return;
      // A step back or a remembered leg brings lines whose heights were told before.
      const before = missing.filter(({ line }) => known.get(line) instanceof Float64Array);
      if (before.length > 0)
        tell(
          before,
          before.map(({ line }) => known.get(line) as Float64Array),
        );
      clearTimeout(timer);
      timer = setTimeout(() => {
        const open = plan.segments.filter(({ elevation, line }) => elevation === null && !known.has(line));
        if (open.length > 0) void fetchFor(open);
      }, WAIT_MS);
    },
    stop() {
      clearTimeout(timer);
      abort.abort();
    },
  };
}
