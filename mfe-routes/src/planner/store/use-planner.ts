import { useSyncExternalStore } from 'react';
import type { Planner, PlannerState } from '../planner.ts';

/**
 * A piece of the planner's state; the component is drawn again when it changes. The selector returns a piece of the
 * state as it is or a plain value, never an object made anew.
 */
export const usePlanner = <T>(planner: Planner, selector: (state: PlannerState) => T): T =>
  useSyncExternalStore(planner.subscribe, () => selector(planner.get()));
