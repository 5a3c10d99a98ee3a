import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, isDiskFull } from './unavailable.ts';

/** Time for the pool to notice which of its other connections broke at the same moment. */
const REPEAT_AFTER_MS = 25;

/** One attempt at answering a call. */
interface CallAttempt {
  /** Effects that may last: statements outside transactions, commits, queued jobs. */
  effects: number;
  /** True once another attempt takes over; what is left of this one must not have effects any more. */
  isAbandoned: boolean;
}

const attempts = new AsyncLocalStorage<CallAttempt>();

/** Counts an effect that lasts, right before it happens. @throws Error when the call is being repeated */
export function beginEffect(): CallAttempt | undefined {
  const attempt = attempts.getStore();
  if (!attempt) return undefined;
  if (attempt.isAbandoned) throw new Error('This call is being repeated; its first attempt has ended.');
  attempt.effects++;
  return attempt;
}

/** Takes back what `beginEffect` counted, once it is certain that it did not happen. */
export function withdrawEffect(attempt: CallAttempt | undefined): void {
  if (attempt) attempt.effects--;
}

/**
 * Runs the work of a call, and repeats it once when the database was not available before the work had any
 * effect that lasts. Its transactions are rolled back by then, so that a repeat does nothing twice.
 * @param prepareRepeat undoes what the first attempt left in this process; false when that is impossible
 */
export async function withRepeat<T>(work: () => Promise<T>, prepareRepeat: () => boolean): Promise<T> {
  const attempt: CallAttempt = { effects: 0, isAbandoned: false };
  try {
    return await attempts.run(attempt, work);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw withOutcome(error, attempt);
    error.isOutcomeUnknown = attempt.effects > 0;
    if (error.reason === 'timeout' || attempt.effects > 0) throw error;
    attempt.isAbandoned = true;
  }
  await wait(REPEAT_AFTER_MS);
  if (!prepareRepeat()) throw new DatabaseUnavailable('connection', 'the call cannot be repeated');
  return runAttempt(work);
}

/** Runs work whose error says whether it may have had an effect that lasts. */
export async function runAttempt<T>(work: () => Promise<T>): Promise<T> {
  const attempt: CallAttempt = { effects: 0, isAbandoned: false };
  try {
    return await attempts.run(attempt, work);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) error.isOutcomeUnknown = attempt.effects > 0;
    throw withOutcome(error, attempt);
  }
}

/** Where the disk became full after the call had written, "nothing was stored" would make its member write it twice. */
function withOutcome(error: unknown, { effects }: CallAttempt): unknown {
  if (effects === 0 || !isDiskFull(error)) return error;
  const unavailable = new DatabaseUnavailable('timeout', error);
  unavailable.isOutcomeUnknown = true;
  return unavailable;
}
