import {
  parseStored,
  readLocal,
  readSession,
  writeLocal,
  writeSession,
} from '@waymark/api-contract/browser-storage';
import type { LogValues } from './log-values.ts';

/** Under which the idempotency key of the draft is kept: it ends with the draft. */
export const DRAFT_IDEMPOTENCY_KEY = 'waymark.log_key';

/** What was being logged when the page was left or reloaded; null when nothing was. */
export const readDraft = (): Partial<LogValues> | null =>
  parseStored(readSession('waymark.log_draft')) as Partial<LogValues> | null;

/** Keeps what is being logged until it is saved or the browser tab closes. */
export function keepDraft(values: LogValues | null): void {
  writeSession('waymark.log_draft', values && JSON.stringify(values));
  if (!values) writeSession(DRAFT_IDEMPOTENCY_KEY, null);
}

/** The time of day ('07:30') at which the workout began that was logged last in this browser. */
export function readLastStart(): string | null {
  const time = readLocal('waymark.log_last_start') ?? '';
  return /^\d\d:\d\d$/.test(time) ? time : null;
}

export const keepLastStart = (time: string): void => void writeLocal('waymark.log_last_start', time);
