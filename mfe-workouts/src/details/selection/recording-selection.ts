import { createStore, type Store, useStore } from '@waymark/store';

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

/** The selected part, rendered again only when it changes. */
export const useSelectedPart = (selection: RecordingSelection): Part | null =>
  useStore(selection, ({ part }) => part);

/** Which of some parts is the selected one, -1 for none: a drag over the chart renders a long table only when that changes. */
export const useSelectedIndex = (selection: RecordingSelection, parts: readonly Part[]): number =>
  useStore(selection, ({ part }) => (part ? parts.findIndex((one) => isSamePart(one, part)) : -1));
