import type { MessageDescriptor } from '@lingui/core';
import type { History, Plan } from '@waymark/routes';
import type { LegRouter } from '../legs/leg-router.ts';
import type { Base, PlannerState } from '../planner.ts';
import type { EditRunner } from './edit-runner.ts';
import type { Store } from '@waymark/store';

/** State and services that the groups of a planner's methods share; no part of its public interface. */
export interface PlannerInternals {
  store: Store<PlannerState>;
  router: LegRouter;
  runner: EditRunner;
  translate: (message: MessageDescriptor) => string;
  /** Records a new plan as one step of the undo history. */
  commit: (plan: Plan) => void;
  /** Shows another state of the history. */
  showHistory: (history: History) => void;
  /** Keeps the current preview on the map until the running edit is done. */
  holdPreview: (isHeld: boolean) => void;
  setBase: (base: Base) => void;
  discardDraft: () => void;
}
