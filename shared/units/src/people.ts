import { splitBirthdate } from './calendar.ts';

export type AgeBucket = 'under18' | '18to24' | '25to34' | '35to44' | '45to54' | '55andOver';

export type BmiClass =
  | 'very_severely_underweight'
  | 'severely_underweight'
  | 'underweight'
  | 'normal'
  | 'overweight'
  | 'obese_1'
  | 'obese_2'
  | 'obese_3';

/**
 * Whole years of somebody born on 'year-month-day' on a day; a Date counts as its day in UTC.
 * Null when either is no real date or the birth lies ahead.
 */
export function ageOn(birthdate: string, onDate: Date | string): number | null {
  const born = splitBirthdate(birthdate);
  const text =
    typeof onDate === 'string' ? onDate : Number.isNaN(onDate.getTime()) ? '' : onDate.toISOString();
  const day = splitBirthdate(text.split('T')[0] ?? '');
  if (!born || !day) return null;
  const before = day.month < born.month || (day.month === born.month && day.day < born.day);
  const age = day.year - born.year - (before ? 1 : 0);
  return age < 0 ? null : age;
}

/** The age bucket of whole years. */
export function ageBucket(age: number): AgeBucket {
  if (age < 18) return 'under18';
  if (age < 25) return '18to24';
  if (age < 35) return '25to34';
  if (age < 45) return '35to44';
  return age < 55 ? '45to54' : '55andOver';
}

/** Body mass index from metres and kilograms; null when either is not above 0. */
export function bmi(heightM: number, weightKg: number): number | null {
  return heightM > 0 && weightKg > 0 ? weightKg / heightM ** 2 : null;
}

const BMI_CLASSES: readonly (readonly [below: number, name: BmiClass])[] = [
  [15, 'very_severely_underweight'],
  [16, 'severely_underweight'],
  [18.5, 'underweight'],
  [25, 'normal'],
  [30, 'overweight'],
  [35, 'obese_1'],
  [40, 'obese_2'],
];

/** The class of a body mass index; each limit belongs to the class above it. */
export function bmiClass(value: number): BmiClass {
  return BMI_CLASSES.find(([below]) => value < below)?.[1] ?? 'obese_3';
}
