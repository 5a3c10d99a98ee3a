import { Day } from '@waymark/api-contract';
import { FileProblem } from '../file-problem.ts';

const DAY_MS = 24 * 3600 * 1000;
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** @param at ms since 1970 */
export const formatDate = (at: number): string => DATE.format(at);

/** The last moment (ms since 1970) that a file may tell of: clocks of devices, and zones that a file does not name, are up to a day ahead. */
export const latestPlausibleTime = (now: number): number => now + DAY_MS;

/** @param at ms since 1970 */
export const futureSentence = (at: number): string =>
  `This file is dated ${formatDate(at)}, which has not come yet. Set the clock of the device, correct the date in the file and upload it again.`;

/** @param at ms since 1970 */
export const inFutureProblem = (at: number): FileProblem => new FileProblem('in_future', futureSentence(at));

/** Before the first day that a member's calendar has. @param at ms since 1970, within what dates can hold */
export const isTooEarly = (at: number): boolean =>
  at < 0 && !Day.safeParse(new Date(at).toISOString().slice(0, 10)).success;

/** @param at ms since 1970 */
export const tooEarlyProblem = (at: number): FileProblem =>
  new FileProblem(
    'too_early',
    `This file is dated ${formatDate(at)}, which cannot be right. Set the clock of the device, correct the date in the file and upload it again.`,
  );
