import { useMeasurementSystem, useFormatLocale } from '@waymark/remote';
import { planLength, type Plan } from '@waymark/routes';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useRef, useState } from 'react';
import { formatDistanceText } from '../format-figures.ts';
import type { Planner, PlannerState } from '../planner.ts';
import { useDeferredPlanner, usePlanner } from '../store/use-planner.ts';
import { legsBetween, listWaypoints, type ListedWaypoints } from './listed-waypoints.ts';

const planOf = ({ plan }: PlannerState) => plan;

/**
 * The list as the member left it, at once, while its legs are still being routed. Edits that follow each other quickly
 * build upon each other: the planner drops an older one's answer.
 */
export function useWaypointList(planner: Planner) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [plan, catchUp] = useDeferredPlanner(planner, planOf);
  const tool = usePlanner(planner, (state) => state.mode);
  const [pending, setPending] = useState<ListedWaypoints | null>(null);
  const [said, setSaid] = useState('');
  const latest = useRef<ListedWaypoints | null>(null);
  const run = useRef(0);

  const drawn = useMemo(() => listWaypoints(plan), [plan]);
  const stops = pending ?? drawn;
  const legs = useMemo(() => legsBetween(stops, plan, tool), [stops, plan, tool]);

  const lengthOf = (now: Plan) => formatDistanceText(planLength(now), system, locale);

  /**
   * @param change what the list becomes
   * @param done said aloud once it is drawn
   * @param alone does the same by one call of the planner, where no other edit is under way
   */
  const edit = async (
    change: (stops: ListedWaypoints) => ListedWaypoints,
    done: string,
    alone?: () => Promise<void>,
  ) => {
    const now = ++run.current;
    const before = planner.get().plan;
    const next = change(latest.current ?? listWaypoints(before));
    const first = latest.current === null;
    latest.current = next;
    setPending(next);
    const modes = legsBetween(next, before, planner.get().mode).map(({ mode }) => mode);
    await (first && alone ? alone() : planner.through(next.places, modes));
    if (now !== run.current) return;
    latest.current = null;
    setPending(null);
    catchUp();
    const { plan: after, problem } = planner.get();
    if (after === before) setSaid(problem ? t`That didn’t work. Your route is unchanged.` : '');
    else setSaid(after.segments.length > 0 ? t`${done} The route is ${lengthOf(after)} now.` : done);
  };

  return { stops, legs, edit, said, routing: pending !== null };
}
