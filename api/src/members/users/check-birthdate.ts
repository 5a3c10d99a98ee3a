import type { BirthdateParts } from '@waymark/api-contract';
import { ageOn, joinBirthdate, OLDEST_BIRTH_YEARS_AGO } from '@waymark/units';
import { ApiProblem, invalid } from '../../kernel/server/errors.ts';

/** A birthdate as it is stored: 'year-month-day'. */
export const birthdateText = (sent: BirthdateParts | string): string =>
  typeof sent === 'string' ? sent : joinBirthdate(sent.year, sent.month, sent.day);

/**
 * @param minimumAge in the country where they live
 * @throws ApiProblem 400: no real date or an age nobody reaches; 403 `birthdate/ineligible` when too young
 */
export function checkBirthdate(birthdate: string, now: Date, minimumAge: number): void {
  // Every time zone's today counts: nobody is refused on their birthday.
  const latest = new Date(now.getTime() + 14 * 3_600_000);
  const age = ageOn(birthdate, latest);
  if (age === null || age > OLDEST_BIRTH_YEARS_AGO)
    throw invalid({ birthdate: ['Invalid date.'] }, { birthdate: [{ code: 'invalid_date' }] });
  if (age < minimumAge) {
    const text = `You are ineligible to participate: members are at least ${minimumAge} years old.`;
    const parameters = { years: minimumAge };
    throw new ApiProblem(403, 'birthdate/ineligible', text, {
      parameters,
      diagnostics: { birthdate: [text] },
      fieldProblems: { birthdate: [{ code: 'ineligible', parameters }] },
    });
  }
}
