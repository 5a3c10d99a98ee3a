import type { Selection } from './selection.ts';

const keyOf = (id: number) => `waymark.cut_draft.${id}`;

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
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Draft | null;
    return draft?.n === n && fits(draft.selection, n) ? draft.selection : null;
  } catch {
    return null;
  }
}

/** Keeps a selection until it is carried out or the browser tab closes. */
export function keepDraft(id: number, n: number, selection: Selection | null): void {
  try {
    if (selection) sessionStorage.setItem(keyOf(id), JSON.stringify({ n, selection } satisfies Draft));
    else sessionStorage.removeItem(keyOf(id));
  } catch {
    // Without storage a reload starts over; cutting works all the same.
  }
}
