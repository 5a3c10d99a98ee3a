import type { Planner } from './planner.ts';

/** Takes back the step that was just made, and nothing once another one was made after it. */
export function undoLast(planner: Planner): () => void {
  const steps = planner.get().history.past.length;
  return () => {
    const { past, future } = planner.get().history;
    if (past.length === steps && future.length === 0) planner.undo();
  };
}
