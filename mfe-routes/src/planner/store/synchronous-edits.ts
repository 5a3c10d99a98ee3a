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

/** Edits that are done at once, and the way back and forth between them. */
export function createSynchronousEdits({
  store,
  runner,
  commit,
  showHistory,
  setBase,
  discardDraft,
}: PlannerInternals): Steps {
  /** What would be drawn on is about to change: what is being routed for it has lost its meaning. */
  const change = (control: string, edit: (plan: Plan) => Plan) => {
    track('route_control_performed', { control });
    runner.cancel();
    let next: Plan;
    try {
      next = edit(store.get().plan);
    } catch (error) {
      // The end of a segment, or one that is gone: there is nothing to do.
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
      // The step that is still on its way is the last one.
      if (runner.busy) runner.cancel();
      else showHistory(undo(store.get().history));
    },
    redo() {
      track('route_control_performed', { control: 'redo' });
      runner.cancel();
      showHistory(redo(store.get().history));
    },
    saved(sent) {
      store.set({ form: { ...store.get().form, named: true } });
      setBase({ ...sent, form: { ...sent.form, named: true } });
      const { unsaved, routing, preview } = store.get();
      if (unsaved || routing || preview) return false;
      discardDraft();
      return true;
    },
    begin(base, plan, form) {
      store.set({ form });
      setBase(base);
      change('load', () => plan);
    },
  };
}

/** Takes back the step that was just made, and nothing once another one was made after it. */
export function createUndoAction(planner: Planner): () => void {
  const steps = planner.get().history.past.length;
  return () => {
    const { past, future } = planner.get().history;
    if (past.length === steps && future.length === 0) planner.undo();
  };
}
