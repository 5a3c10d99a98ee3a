import type { LogValues } from './log-values.ts';

const KEY = 'waymark.log_draft';
/** Under which the idempotency key of the draft is kept: it ends with the draft. */
export const DRAFT_IDEMPOTENCY_KEY = 'waymark.log_key';
const LAST_START_KEY = 'waymark.log_last_start';

/** What was being logged when the page was left or reloaded; null when nothing was. */
export function readDraft(): Partial<LogValues> | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<LogValues> | null;
  } catch {
    return null;
  }
}

/** Keeps what is being logged until it is saved or the browser tab closes. */
export function keepDraft(values: LogValues | null): void {
  try {
    if (values) return sessionStorage.setItem(KEY, JSON.stringify(values));
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(DRAFT_IDEMPOTENCY_KEY);
  } catch {
    // Without storage a reload starts over; saving works all the same.
  }
}

/** The time of day ('07:30') at which the workout began that was logged last in this browser. */
export function readLastStart(): string | null {
  try {
    const time = localStorage.getItem(LAST_START_KEY);
    return time !== null && /^\d\d:\d\d$/.test(time) ? time : null;
  } catch {
    return null;
  }
}

export function keepLastStart(time: string): void {
  try {
    localStorage.setItem(LAST_START_KEY, time);
  } catch {
    // Without storage the form does not offer it.
  }
}
