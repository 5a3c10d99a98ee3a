import { FileProblem } from './problem.ts';

const DAY_MS = 24 * 3600 * 1000;
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** @param at ms since 1970 */
export const dateOf = (at: number): string => DATE.format(at);

/** The last moment (ms since 1970) that a file may tell of: clocks of devices, and zones that a file does not name, are up to a day ahead. */
export const latestAt = (now: number): number => now + DAY_MS;

/** @param at ms since 1970 */
export const futureSentence = (at: number): string =>
  `This file is dated ${dateOf(at)}, which has not come yet. Set the clock of the device, correct the date in the file and upload it again.`;

/** @param at ms since 1970 */
export const inFuture = (at: number): FileProblem => new FileProblem('in_future', futureSentence(at));
