export interface CalorieInput {
  /** Metabolic equivalent of the activity, see the activity catalogue. */
  met: number;
  weightKg: number;
  seconds: number;
  heightM?: number | null;
  /** Whole years. */
  age?: number | null;
  gender?: 'F' | 'M' | null;
}

const ML_OXYGEN_PER_MET = 3.5;
const MINUTES_PER_DAY = 1440;

/**
 * Resting metabolic rate in kcal a day after Harris and Benedict, "A Biometric Study of Human Basal
 * Metabolism" (1918), the equation the Compendium of Physical Activities uses for its corrections.
 */
export function restingRate(person: {
  weightKg: number;
  heightM: number;
  age: number;
  gender: 'F' | 'M';
}): number {
  const cm = person.heightM * 100;
  return person.gender === 'M'
    ? 66.473 + 13.7516 * person.weightKg + 5.0033 * cm - 6.755 * person.age
    : 655.0955 + 9.5634 * person.weightKg + 1.8496 * cm - 4.6756 * person.age;
}

/**
 * Energy of a workout in kcal, not rounded.
 *
 * kcal = MET x 3.5 x kg / 200 x minutes (Compendium of Physical Activities, Ainsworth et al. 2011: one MET is
 * 3.5 ml of oxygen for a kilogram and minute, and a litre of oxygen gives 5 kcal). With height, age and gender
 * the member's own resting rate (Harris-Benedict) takes the place of the standard 3.5 ml.
 * @throws RangeError when MET or weight are not above 0 or the time is negative.
 */
export function estimateCalories({ met, weightKg, seconds, heightM, age, gender }: CalorieInput): number {
  if (!(met > 0) || !(weightKg > 0) || !(seconds >= 0) || ![met, weightKg, seconds].every(Number.isFinite)) {
    throw new RangeError('An estimate needs a MET and a weight above 0 and a time of 0 or more.');
  }
  const minutes = seconds / 60;
  if (heightM && heightM > 0 && age !== null && age !== undefined && age >= 0 && gender) {
    const resting = restingRate({ weightKg, heightM, age, gender });
    // Far outside the measured people the equation turns negative; the standard rate serves there.
    if (resting > 0) return ((met * resting) / MINUTES_PER_DAY) * minutes;
  }
  return ((met * ML_OXYGEN_PER_MET * weightKg) / 200) * minutes;
}
