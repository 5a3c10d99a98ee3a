/** Nobody younger can be a member. */
export const MINIMUM_AGE = 11;
export const OLDEST_BIRTH_YEARS_AGO = 120;

const two = (value: number) => String(value).padStart(2, '0');
const upTo = (last: number) => Array.from({ length: last }, (_, index) => two(index + 1));

/** Years newest first: `count` of them (default 20), starting `newest` years ago (default this year). */
export function yearOptions(now: Date, { newest = 0, count = 20 } = {}): number[] {
  return Array.from({ length: count }, (_, index) => now.getUTCFullYear() - newest - index);
}

/** The birth years offered: from 11 years ago back to 120 years ago, newest first. */
export function birthYears(now: Date): number[] {
  return yearOptions(now, { newest: MINIMUM_AGE, count: OLDEST_BIRTH_YEARS_AGO - MINIMUM_AGE + 1 });
}

/** '01' to '12'. */
export const birthMonths = (): string[] => upTo(12);

/** '01' to '31'. */
export const birthDays = (): string[] => upTo(31);

/** The text of a birth date from its three fields, as 'year-month-day' with two digits each. */
export function joinBirthdate(year: number | string, month: number | string, day: number | string): string {
  return `${year}-${two(Number(month))}-${two(Number(day))}`;
}
