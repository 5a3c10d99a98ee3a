import { activityType } from '@waymark/activities/catalogue';
import { estimateCalories, KILOJOULES_PER_KILOCALORIE } from '@waymark/units';

/** What an estimate needs to know of the member; all of it may be missing. */
export interface Body {
  weight: number | null;
  height: number | null;
  birthdate: string | null;
  gender: 'F' | 'M' | null;
}

export interface Estimate {
  /** Joules. */
  energy: number;
  kcal: number;
  formula: string;
  weightAssumed: boolean;
}

/** Kilograms taken when the member has not told theirs. */
export const ASSUMED_WEIGHT = 70;
export const WEIGHT_ASSUMED = `The energy is estimated for ${ASSUMED_WEIGHT} kg. Add your weight to your profile for a better figure.`;

const RUN_ROOT = 16;
const WALK_ROOTS: ReadonlySet<number> = new Set([9, 24]);
const ML_OXYGEN_PER_MET = 3.5;

/**
 * The effort by speed where it is well known: the level-ground equations for walking (50 to 100 m/min) and
 * running (from 134 m/min) of the American College of Sports Medicine, Guidelines for Exercise Testing and
 * Prescription. Null outside the speeds they were measured at.
 */
function metBySpeed(rootId: number, metersPerMinute: number): number | null {
  if (rootId === RUN_ROOT && metersPerMinute >= 134 && metersPerMinute <= 450) {
    return (ML_OXYGEN_PER_MET + 0.2 * metersPerMinute) / ML_OXYGEN_PER_MET;
  }
  if (WALK_ROOTS.has(rootId) && metersPerMinute >= 50 && metersPerMinute <= 100) {
    return (ML_OXYGEN_PER_MET + 0.1 * metersPerMinute) / ML_OXYGEN_PER_MET;
  }
  return null;
}

function ageAt(birthdate: string | null, now: Date): number | null {
  const [year, month, day] = (birthdate ?? '').split('-').map(Number);
  if (!year || !month || !day) return null;
  const had = now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (had ? 0 : 1);
}

/** Energy of a workout by activity, time, speed and body. Null for an activity that does not exist. */
export function estimateEnergy(
  activityTypeId: number,
  seconds: number,
  meters: number | null | undefined,
  body: Body,
  now: Date,
): Estimate | null {
  const activity = activityType(activityTypeId);
  if (!activity) return null;
  const bySpeed = meters && seconds > 0 ? metBySpeed(activity.rootId, meters / (seconds / 60)) : null;
  const met = bySpeed ?? activity.met;
  const weightKg = body.weight ?? ASSUMED_WEIGHT;
  const age = ageAt(body.birthdate, now);
  const kcal = estimateCalories({
    met,
    weightKg,
    seconds,
    // Height, age and gender refine a known weight; beside an assumed one they would only seem exact.
    ...(body.weight === null ? {} : { heightM: body.height, age, gender: body.gender }),
  });
  const personal = body.weight !== null && body.height !== null && age !== null && body.gender !== null;
  return {
    energy: Math.round(kcal * KILOJOULES_PER_KILOCALORIE * 1000),
    kcal: Math.round(kcal * 10) / 10,
    formula: `${met.toFixed(1)} MET (${bySpeed === null ? activity.name : `${activity.name} at this speed`}) x ${
      personal ? 'your resting rate by weight, height, age and gender' : `3.5 ml x ${weightKg} kg / 200`
    } x minutes`,
    weightAssumed: body.weight === null,
  };
}
