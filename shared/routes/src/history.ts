import { TRAVEL_MODES } from '@waymark/api-contract/limits';
import { EMPTY_PLAN, type Plan } from './plan.ts';

/** Steps that can be taken back. */
export const HISTORY_STEPS = 200;

/**
 * What was drawn, step by step. Plans share their segments, so a step costs what it changed. A plain value: it can
 * be kept in the browser's database as it is, sharing included.
 */
export interface History {
  readonly past: readonly Plan[];
  readonly present: Plan;
  readonly future: readonly Plan[];
}

export const newHistory = (present: Plan = EMPTY_PLAN): History => ({ past: [], present, future: [] });

/** A further step. What had been undone is gone. */
export function record({ past, present }: History, next: Plan): History {
  if (next === present) return { past, present, future: [] };
  return { past: [...past, present].slice(-HISTORY_STEPS), present: next, future: [] };
}

/** One step back; the same history where there is none. */
export function undo(history: History): History {
  const { past, present, future } = history;
  const last = past.at(-1);
  return last ? { past: past.slice(0, -1), present: last, future: [present, ...future] } : history;
}

/** One step forth again; the same history where there is none. */
export function redo(history: History): History {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  return next ? { past: [...past, present], present: next, future: rest } : history;
}

const isPlan = (value: unknown): value is Plan => {
  if (typeof value !== 'object' || value === null) return false;
  const { start, segments } = value as Partial<Plan>;
  return (
    (start === null || (typeof start?.lat === 'number' && typeof start.lng === 'number')) &&
    Array.isArray(segments) &&
    segments.every(
      ({ line, notes, distance, travelMode }) =>
        ArrayBuffer.isView(line) &&
        line.byteLength >= 32 &&
        Array.isArray(notes) &&
        Number.isFinite(distance) &&
        TRAVEL_MODES.includes(travelMode),
    )
  );
};

/** What was kept, if it is a history; null for anything else (an older version wrote it, or it was damaged). */
export function readHistory(value: unknown): History | null {
  if (typeof value !== 'object' || value === null) return null;
  const { past, present, future } = value as Partial<History>;
  const sound =
    isPlan(present) && [past, future].every((plans) => Array.isArray(plans) && plans.every(isPlan));
  return sound ? { past: past!, present, future: future! } : null;
}
