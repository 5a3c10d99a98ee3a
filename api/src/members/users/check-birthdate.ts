import type { BirthdateParts } from '@waymark/api-contract';
import { ageOn, joinBirthdate, OLDEST_BIRTH_YEARS_AGO } from '@waymark/units';
import { ApiProblem, invalid } from '../../kernel/server/errors.ts';

/** A birthdate as it is stored: 'year-month-day'. */
export const birthdateText = (sent: BirthdateParts | string): string =>
  typeof sent === 'string' ? sent : joinBirthdate(sent.year, sent.month, sent.day);

/** Does not say from which age on: whoever is told it writes another birthdate. */
export function ineligible(): ApiProblem {
  const text = 'You are ineligible to participate.';
  return new ApiProblem(403, 'birthdate/ineligible', text, {
    diagnostics: { birthdate: [text] },
    fieldProblems: { birthdate: [{ code: 'ineligible' }] },
  });
}

/**
 * Whether somebody is younger than the minimum age of their country.
 * @throws ApiProblem 400: no real date or an age nobody reaches
 */
export function isTooYoung(birthdate: string, now: Date, minimumAge: number): boolean {
  // Every time zone's today counts: nobody is refused on their birthday.
  const latest = new Date(now.getTime() + 14 * 3_600_000);
  const age = ageOn(birthdate, latest);
  if (age === null || age > OLDEST_BIRTH_YEARS_AGO)
    throw invalid({ birthdate: ['Invalid date.'] }, { birthdate: [{ code: 'invalid_date' }] });
  return age < minimumAge;
}

/** @throws ApiProblem 400 as `isTooYoung`; 403 `birthdate/ineligible` when too young */
export function checkBirthdate(birthdate: string, now: Date, minimumAge: number): void {
  if (isTooYoung(birthdate, now, minimumAge)) throw ineligible();
}
