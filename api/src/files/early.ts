import { Day } from '@waymark/api-contract';
import { dateOf } from './future.ts';
import { FileProblem } from './problem.ts';

/** Before the first day that a member's calendar has. @param at ms since 1970, within what dates can hold */
export const isTooEarly = (at: number): boolean =>
  at < 0 && !Day.safeParse(new Date(at).toISOString().slice(0, 10)).success;

/** @param at ms since 1970 */
export const tooEarly = (at: number): FileProblem =>
  new FileProblem(
    'too_early',
    `This file is dated ${dateOf(at)}, which cannot be right. Set the clock of the device, correct the date in the file and upload it again.`,
  );
