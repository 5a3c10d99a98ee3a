import { useStore } from '@waymark/store';
import { isSamePart, type RecordingSelection, type Part } from './recording-selection.ts';

/** The selected part, rendered again only when it changes. */
export const useSelectedPart = (selection: RecordingSelection): Part | null =>
  useStore(selection, ({ part }) => part);

/** Which of some parts is the selected one, -1 for none: a drag over the chart renders a long table only when that changes. */
export const useSelectedIndex = (selection: RecordingSelection, parts: readonly Part[]): number =>
  useStore(selection, ({ part }) => (part ? parts.findIndex((one) => isSamePart(one, part)) : -1));
