import { createStore, type Store } from '@waymark/store';

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
export type RecordingSelection = Store<SelectionState>;

/** Kept outside React, so that a moving pointer renders nothing anew. */
export const createRecordingSelection = (): RecordingSelection =>
  createStore<SelectionState>({ cursor: null, part: null, hoveredPart: null });

export const isSamePart = (a: Part | null, b: Part | null): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to);
