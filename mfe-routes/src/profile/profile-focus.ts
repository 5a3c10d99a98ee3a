import { createStore, type ReadableStore } from '@waymark/store';

/** A part of a course, in metres from its start; `from` is less than `to`. */
export interface Range {
  from: number;
  to: number;
}

interface FocusState {
  /** Metres along the course under the pointer, null for nowhere. */
  readonly cursor: number | null;
  /** The selected part. */
  readonly range: Range | null;
}

/** Cursor and selected range that a profile and a map share. A planner is one. */
export interface ProfileFocus extends ReadableStore<FocusState> {
  setCursor(along: number | null): void;
  setRange(range: Range | null): void;
}

/** Kept outside React, so that pointer moves cause no renders. */
export function createFocus(): ProfileFocus {
  const { get, subscribe, patch } = createStore<FocusState>({ cursor: null, range: null });
  return {
    get,
    subscribe,
    setCursor: (cursor) => patch({ cursor }),
    setRange: (range) => patch({ range }),
  };
}
