/** A part of the recording, between two sample indices (with fraction where a split ends between samples). */
export interface Part {
  from: number;
  to: number;
}

export interface SelectionState {
  /** The sample below the pointer, on map and chart alike. */
  cursor: number | null;
  /** The selected part, whose figures are shown. */
  part: Part | null;
  /** A part that is only pointed at, as a row of the splits. */
  hoveredPart: Part | null;
}

/** What map, chart and tables look at together. */
export interface RecordingSelection {
  get: () => SelectionState;
  set: (change: Partial<SelectionState>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Lives outside React, so that a moving pointer renders nothing anew. */
export function createRecordingSelection(): RecordingSelection {
  let state: SelectionState = { cursor: null, part: null, hoveredPart: null };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const next = { ...state, ...change };
      if (next.cursor === state.cursor && next.part === state.part && next.hoveredPart === state.hoveredPart)
        return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const isSamePart = (a: Part | null, b: Part | null): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to);
