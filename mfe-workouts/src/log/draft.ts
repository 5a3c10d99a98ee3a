import type { LogValues } from './log-values.ts';

const KEY = 'waymark.log_draft';

/** What was being logged when the page was left or reloaded; null when nothing was. */
export function readDraft(): LogValues | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LogValues | null;
  } catch {
    return null;
  }
}

/** Keeps what is being logged until it is saved or the browser tab closes. */
export function keepDraft(values: LogValues | null): void {
  try {
    if (values) sessionStorage.setItem(KEY, JSON.stringify(values));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload starts over; saving works all the same.
  }
}
