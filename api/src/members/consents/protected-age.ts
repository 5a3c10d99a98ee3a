import { ageOn } from '@waymark/units';
import type { Matrix } from './matrix.ts';

/** A member as far as their protection by age depends on them. */
export interface ProtectedAgeInput {
  /** Null for members who never gave one; they count as of age, because signing up asks everybody for it. */
  birthdate: string | null;
  /** The country whose law applies (`users.gdpr_iso_code`); null gets the highest age of the matrix. */
  country: string | null;
  /** The day to decide for: a moment, or a date of the calendar. */
  on: Date | string;
}

/**
 * Whether a member is younger than the age from which the law of their country treats them like an adult
 * (`protected_age` and `protected_ages` of the consent matrix).
 */
export function isBelowProtectedAge(
  matrix: Pick<Matrix, 'protectedAgeIn'>,
  { birthdate, country, on }: ProtectedAgeInput,
): boolean {
  const age = birthdate === null ? null : ageOn(birthdate, on);
  return age !== null && age < matrix.protectedAgeIn(country);
}
