import { parseStored, readSession, writeSession } from '@waymark/api-contract/browser-storage';
import type { Selection } from './selection.ts';

const keyOf = (id: number) => `waymark.cut_draft.${id}` as const;

/** What is being cut, and how many samples the recording had then; another recording is another matter. */
interface Draft {
  n: number;
  selection: Selection;
}

const isIndex = (value: unknown, n: number) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < n;

function fits({ mode, trim, remove, splits }: Selection, n: number): boolean {
  const indices = [trim.from, trim.to, remove.from, remove.to, ...splits];
  return ['trim', 'remove', 'split', 'merge'].includes(mode) && indices.every((index) => isIndex(index, n));
}

/** What was selected when the page was left or reloaded; null when nothing was. */
export function readDraft(id: number, n: number): Selection | null {
  const draft = parseStored(readSession(keyOf(id))) as Draft | null;
  return draft?.n === n && fits(draft.selection, n) ? draft.selection : null;
}

/** Keeps a selection until it is carried out or the browser tab closes. */
export function keepDraft(id: number, n: number, selection: Selection | null): void {
  writeSession(keyOf(id), selection && JSON.stringify({ n, selection } satisfies Draft));
}
