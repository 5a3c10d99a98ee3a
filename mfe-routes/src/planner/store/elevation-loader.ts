import type { History, Plan, Segment } from '@waymark/routes';
import type { HeightSource } from '../../shared/elevation-service.ts';

/** Debounce after an edit, so that quick edits share one request. */
const WAIT_MS = 120;

/** Adds elevation to segments without any. Plans of the history keep sharing segments. */
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

/** Loads missing elevation in the background after edits, without delaying the drawing. */
export function createElevationLoader(
  source: HeightSource,
  onLoaded: (fill: (plan: Plan) => Plan) => void,
): { ask: (plan: Plan) => void; stop: () => void } {
  /** Lines that were requested, with their elevation once it is known. */
  const known = new WeakMap<Float64Array, Float64Array | 'asked'>();
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (segments: readonly Segment[], heights: readonly Float64Array[]) => {
    const found = new Map<Float64Array, Float64Array>();
    for (const [i, { line }] of segments.entries()) {
      known.set(line, heights[i]!);
      found.set(line, heights[i]!);
    }
    onLoaded(withHeights(found));
  };

  const fetchFor = async (segments: readonly Segment[]) => {
    for (const { line } of segments) known.set(line, 'asked');
    try {
      tell(segments, await source(segments, abort.signal));
    } catch {
      // Elevation is optional; the next edit requests it again.
      for (const { line } of segments) known.delete(line);
    }
  };

  return {
    ask(plan) {
      const missing = plan.segments.filter(({ elevation }) => elevation === null);
      if (missing.length === 0) return;
      // A step back or a remembered leg brings lines whose elevation is already known.
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
