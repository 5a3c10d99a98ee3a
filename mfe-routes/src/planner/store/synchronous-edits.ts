import { track } from '@waymark/contract';
import {
  addNote,
  EMPTY_PLAN,
  joinSegments,
  type Plan,
  redo,
  setNotes,
  splitSegment,
  spliceSegments,
  undo,
} from '@waymark/routes';
import type { Planner } from '../planner.ts';
import type { PlannerInternals } from './planner-internals.ts';

type Steps = Pick<
  Planner,
  | 'clear'
  | 'split'
  | 'join'
  | 'splice'
  | 'addNote'
  | 'setNotes'
  | 'load'
  | 'undo'
  | 'redo'
  | 'saved'
  | 'begin'
>;

/** Edits that need no routing, and undo and redo. */
export function createSynchronousEdits({
  store,
  runner,
  commit,
  showHistory,
  setBase,
  discardDraft,
}: PlannerInternals): Steps {
  /** Commits an edit and cancels pending routing, which was meant for the previous plan. */
  const change = (control: string, edit: (plan: Plan) => Plan) => {
    track('route_control_performed', { control });
    runner.cancel();
    let next: Plan;
    try {
      next = edit(store.get().plan);
    } catch (error) {
      // The segment is gone, or the point is its end: there is nothing to do.
      if (error instanceof RangeError) return;
      throw error;
    }
    if (next !== store.get().plan) commit(next);
  };
  return {
    clear: () => change('clear', (plan) => (plan.start ? EMPTY_PLAN : plan)),
    split: (segment, point) => change('split', (plan) => splitSegment(plan, segment, point)),
    join: (segment) => change('join', (plan) => joinSegments(plan, segment)),
    splice: (at, remove, segments) => change('splice', (plan) => spliceSegments(plan, at, remove, segments)),
    addNote: (segment, note, atEnd) => change('add_note', (plan) => addNote(plan, segment, note, atEnd)),
    setNotes: (segment, notes) => change('edit_notes', (plan) => setNotes(plan, segment, notes)),
    load: (plan) => change('load', () => plan),
    undo() {
      track('route_control_performed', { control: 'undo' });
      // An edit that is still being routed is the last step.
      if (runner.busy) runner.cancel();
      else showHistory(undo(store.get().history));
    },
    redo() {
      track('route_control_performed', { control: 'redo' });
      runner.cancel();
      showHistory(redo(store.get().history));
    },
    saved(sent) {
      store.patch({ form: { ...store.get().form, named: true } });
      setBase({ ...sent, form: { ...sent.form, named: true } });
      const { unsaved, routing, preview } = store.get();
      if (unsaved || routing || preview) return false;
      discardDraft();
      return true;
    },
    begin(base, plan, form) {
      store.patch({ form });
      setBase(base);
      change('load', () => plan);
    },
  };
}

/** Returns an undo for the step just made. It does nothing after a further step. */
export function createUndoAction(planner: Planner): () => void {
  const steps = planner.get().history.past.length;
  return () => {
    const { past, future } = planner.get().history;
    if (past.length === steps && future.length === 0) planner.undo();
  };
}
