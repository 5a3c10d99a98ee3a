import { conflict, invalid } from '../../../kernel/server/errors.ts';

const EARLIEST = Date.UTC(1900, 0, 1);
/** Clocks of browsers are not ours. */
const SLACK_MS = 60_000;
const MAX_ENTRIES = 200;

/** From when something applies: now unless told. @throws ApiProblem for a date that cannot be meant */
export function beginOf(validFrom: string | undefined, now: Date): Date {
  if (validFrom === undefined) return now;
  const at = new Date(validFrom);
  if (!(at.getTime() >= EARLIEST)) throw invalid({ valid_from: ['Invalid date.'] });
  if (at.getTime() > now.getTime() + SLACK_MS)
    throw invalid({ valid_from: ['This is in the future. Choose today or an earlier day.'] });
  return at;
}

/** @throws ApiProblem when there are so many that nobody could have made them by hand */
export function checkRoom(n: number): void {
  if (n >= MAX_ENTRIES)
    throw conflict('too_many', `You have ${MAX_ENTRIES} of these. Delete one to add another.`, {
      max: MAX_ENTRIES,
    });
}
